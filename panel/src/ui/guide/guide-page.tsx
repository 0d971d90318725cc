import { Skeleton, Stack } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { ErrorNote } from '../error-note.tsx';
import { Blocks, type BlockContext } from './blocks.tsx';
import classes from './guide.module.css';
import type { ReadPage } from './use-guide-page.ts';

type GuidePageProps = {
  read: ReadPage;
  hash: string;
  onGo: BlockContext['onGo'];
};

export function GuidePage({ read, hash, onGo }: GuidePageProps): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  const { blocks, error, pictures, retry } = read;
  useEffect(() => {
    if (blocks === undefined) return;
    const target =
      hash === ''
        ? container.current
        : container.current?.querySelector(`[data-heading="${CSS.escape(hash)}"]`);
    target?.scrollIntoView({ block: 'start' });
  }, [blocks, hash]);
  if (error !== undefined) return <ErrorNote error={error} retry={retry} />;
  if (blocks === undefined)
    return (
      <Stack aria-label="Loading">
        <Skeleton h={36} />
        <Skeleton h={120} />
      </Stack>
    );
  return (
    <div ref={container} className={classes['page']}>
      <Blocks blocks={blocks} shown={{ pictures, onGo }} />
    </div>
  );
}
