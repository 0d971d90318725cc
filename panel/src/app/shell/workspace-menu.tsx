import { Box, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHere } from '../../lib/me.ts';
import classes from './shell.module.css';

/** Which workspace this tab stands in. Others may stand in others. */
export function WorkspaceMenu({ isNarrow }: { isNarrow: boolean }): ReactNode {
  const { me, workspace } = useHere();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-start" width={isNarrow ? 216 : 'target'}>
      <Menu.Target>
        <UnstyledButton
          className={classes['row']}
          data-narrow={isNarrow || undefined}
          px={isNarrow ? 0 : 'sm'}
          py={6}
          title={isNarrow ? `${workspace.name}: change the workspace` : 'Change the workspace'}
        >
          {isNarrow ? (
            <Text fw={600}>{workspace.name.slice(0, 2)}</Text>
          ) : (
            <>
              <Box miw={0}>
                <Text fw={600} truncate>
                  {workspace.name}
                </Text>
                <Text size="xs" c="dimmed">
                  {workspace.role}
                </Text>
              </Box>
              <IconSelector size={16} aria-hidden />
            </>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {me.workspaces.map(({ id, name, role }) => (
          <Menu.Item
            key={id}
            rightSection={id === workspace.id ? <IconCheck size={14} aria-label="here" /> : null}
            onClick={() => void navigate({ to: '/', search: { ws: id } })}
          >
            {name}
            <Text size="xs" c="dimmed">
              {role}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
