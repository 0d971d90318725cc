import { Box, Group, Title } from '@mantine/core';
import { use, useEffect, type ReactNode } from 'react';
import { WorkspaceContext } from '../lib/current-workspace.ts';
import { rememberScreen } from '../lib/recent-screens.ts';
import { GuideButton } from './guide/guide-button.tsx';

/** A page in the shell: its title, what can be done with all of it, and what it shows. */
export function Page({
  title,
  actions,
  isFull = false,
  children,
}: {
  title: string;
  actions?: ReactNode;
  /** As high as the window: what it shows scrolls by itself. */
  isFull?: boolean;
  children: ReactNode;
}): ReactNode {
  useDocumentTitle(title);
  return (
    <Box
      component="main"
      id="content"
      tabIndex={-1}
      p={{ base: 12, sm: 24 }}
      className={isFull ? 'wp-full-page' : ''}
    >
      <Group justify="space-between" align="center" mb="md" gap="sm">
        <Group gap={4} wrap="nowrap">
          <Title order={1}>{title}</Title>
          <GuideButton />
        </Group>
        {actions}
      </Group>
      {children}
    </Box>
  );
}

/** What the window is called, and what the search calls the place later: a drawer names it while it is open. */
export function useDocumentTitle(title: string): void {
  const here = use(WorkspaceContext);
  const personId = here?.me.id;
  const workspaceId = here?.workspace.id;
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Waypost`;
    if (personId !== undefined && workspaceId !== undefined)
      rememberScreen({ personId, workspaceId }, { path: location.pathname, title });
    return () => {
      document.title = before;
    };
  }, [title, personId, workspaceId]);
}
