import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import type { MenuTarget } from './menu-target.ts';

export function WorkspaceMenu({ startsOpen, ...target }: MenuTarget): ReactNode {
  const { me, workspace } = useWorkspace();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-start" width={216} defaultOpened={startsOpen}>
      <Menu.Target>
        <UnstyledButton {...target} />
      </Menu.Target>
      <Menu.Dropdown>
        {me.workspaces.map(({ id, name, role }) => (
          <Menu.Item
            key={id}
            rightSection={id === workspace.id ? <IconCheck size={14} aria-label="Current workspace" /> : null}
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
