import { ActionIcon } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { findChapter } from '../../lib/screens/screen.ts';

const GuideDrawer = lazy(() =>
  import('./guide-drawer.tsx').then(({ GuideDrawer: component }) => ({ default: component })),
);

export function GuideButton(): ReactNode {
  const chapter = useRouterState({ select: ({ location }) => findChapter(location.pathname) });
  const [isOpen, setOpen] = useState(false);
  if (chapter === undefined) return null;
  return (
    <>
      <ActionIcon aria-label="Guide" title="Guide for this screen" onClick={() => setOpen(true)}>
        <IconHelp size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      {isOpen ? (
        <Suspense>
          <GuideDrawer first={`guide/${chapter}`} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
