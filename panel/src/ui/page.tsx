import { Box, Group, Title } from '@mantine/core';
import { use, useEffect, type ReactNode } from 'react';
import { WorkspaceContext } from '../lib/api/current-workspace.ts';
import { rememberScreen } from '../lib/screens/recent-screens.ts';
import { GuideButton } from './guide/guide-button.tsx';

export function Page({
  title,
  actions,
  isFull = false,
  children,
}: {
  title: string;
  actions?: ReactNode;
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
      <Group justify="space-between" align="center" mb="md" gap="sm" mih={36}>
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

/** Sets the window title and adds the page to the recent screens in the search. An open drawer overrides the title. */
export function useDocumentTitle(title: string): void {
  const current = use(WorkspaceContext);
  const personId = current?.me.id;
  const workspaceId = current?.workspace.id;
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
