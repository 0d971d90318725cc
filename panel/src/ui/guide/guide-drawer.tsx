import { Anchor, Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { GuidePage } from './guide-page.tsx';
import { useGuidePage } from './use-guide-page.ts';
import { useLayer } from '../use-layer.ts';

export function GuideDrawer({ first, onClose }: { first: string; onClose: () => void }): ReactNode {
  const [at, setAt] = useState<{ path: string; hash: string }>({ path: first, hash: '' });
  const read = useGuidePage(at.path);
  return (
    <Drawer
      opened
      onClose={useLayer(true, onClose)}
      position="right"
      size={620}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={read.title ?? 'Guide'}
    >
      <Anchor component={Link} to={`/guide/${at.path}`} onClick={onClose} fz="sm">
        Open full page
      </Anchor>
      <GuidePage read={read} hash={at.hash} onGo={(path, hash) => setAt({ path, hash })} />
    </Drawer>
  );
}
