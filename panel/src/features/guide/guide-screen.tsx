import { Anchor, Box } from '@mantine/core';
import { Link, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { chapters } from '../../lib/guide/guide-chapters.ts';
import { GuidePage } from '../../ui/guide/guide-page.tsx';
import { useGuidePage } from '../../ui/guide/use-guide-page.ts';
import { Page } from '../../ui/page.tsx';
import classes from './guide-screen.module.css';

export function GuideScreen(): ReactNode {
  const { _splat: splat = '' } = useParams({ strict: false });
  const path = splat === '' ? 'guide/README' : splat;
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const navigate = useNavigate();
  const read = useGuidePage(path);
  return (
    <Page title={read.title ?? 'Guide'}>
      <Box className={classes['book']}>
        <nav aria-label="Chapters" className={classes['contents']}>
          {chapters.map(([chapter, title]) => (
            <Anchor
              key={chapter}
              component={Link}
              to={`/guide/guide/${chapter}`}
              aria-current={path === `guide/${chapter}` ? 'page' : undefined}
              underline="hover"
              fz="sm"
            >
              {title}
            </Anchor>
          ))}
        </nav>
        <GuidePage
          read={read}
          hash={hash}
          onGo={(next, nextHash) => void navigate({ to: `/guide/${next}`, hash: nextHash })}
        />
      </Box>
    </Page>
  );
}
