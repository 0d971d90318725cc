import { Box, Group, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useHere } from '../lib/me.ts';
import { rememberPlace } from '../lib/recent-places.ts';

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
  const { me, workspace } = useHere();
  useEffect(() => {
    rememberPlace({ personId: me.id, workspaceId: workspace.id }, { path: location.pathname, title });
  }, [me.id, workspace.id, title]);
  return (
    <Box
      component="main"
      id="content"
      tabIndex={-1}
      p={{ base: 12, sm: 24 }}
      className={isFull ? 'wp-full-page' : ''}
    >
      <Group justify="space-between" align="center" mb="md" gap="sm">
        <Title order={1}>{title}</Title>
        {actions}
      </Group>
      {children}
    </Box>
  );
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Waypost`;
  }, [title]);
}
