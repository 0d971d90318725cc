import { ActionIcon, Divider, Group, NavLink, ScrollArea, Stack, Text, Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHere } from '../../lib/me.ts';
import { Mark } from '../../ui/mark.tsx';
import { groupScreens, type Screen } from '../screens.ts';
import classes from './shell.module.css';
import { UserMenu } from './user-menu.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';

type Props = {
  /** Only the signs, for who wants the room. */
  isNarrow?: boolean;
  /** Without it, the sidebar keeps its width. */
  onNarrow?: () => void;
  onLeave?: () => void;
  /** Stands beside the name of the product. */
  beside?: ReactNode;
  /** Stands above the screens. */
  search?: ReactNode;
};

const stay = () => undefined;

export function Sidebar({ isNarrow = false, onNarrow, onLeave = stay, beside, search }: Props): ReactNode {
  const { workspace } = useHere();
  return (
    <Stack gap={0} h="100%" p={isNarrow ? 4 : 'sm'} className={classes['sidebar']}>
      <Group gap="sm" px={isNarrow ? 0 : 'sm'} py={6} justify={isNarrow ? 'center' : 'space-between'}>
        <Group gap="sm">
          <Mark size={22} />
          {isNarrow ? null : <Text fw={600}>Waypost</Text>}
        </Group>
        {beside}
      </Group>
      <WorkspaceMenu isNarrow={isNarrow} />
      {search}
      <Divider my="sm" color="var(--wp-line)" />
      <ScrollArea flex={1} type="auto" scrollbarSize={6}>
        <nav aria-label="Screens">
          {groupScreens(workspace.permissions).map(({ title, screens }) => (
            <div key={title} className={classes['group']}>
              {title === '' || isNarrow ? null : (
                <Text size="xs" c="dimmed" px="sm" pb={2}>
                  {title}
                </Text>
              )}
              {screens.map((screen) => (
                <ScreenLink key={screen.to} screen={screen} isNarrow={isNarrow} onLeave={onLeave} />
              ))}
            </div>
          ))}
        </nav>
      </ScrollArea>
      <Divider my="sm" color="var(--wp-line)" />
      <Group gap={4} wrap="nowrap" className={isNarrow ? classes['upright'] : undefined}>
        <UserMenu isNarrow={isNarrow} />
        {onNarrow === undefined ? null : <NarrowButton isNarrow={isNarrow} onClick={onNarrow} />}
      </Group>
    </Stack>
  );
}

function ScreenLink({
  screen: { to, label, icon: Icon },
  isNarrow,
  onLeave,
}: {
  screen: Screen;
  isNarrow: boolean;
  onLeave: () => void;
}): ReactNode {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isHere = path === to || (to !== '/' && path.startsWith(`${to}/`));
  return (
    <Tooltip label={label} position="right" disabled={!isNarrow}>
      <NavLink
        component={Link}
        to={to}
        label={isNarrow ? undefined : label}
        aria-label={label}
        aria-current={isHere ? 'page' : undefined}
        active={isHere}
        data-narrow={isNarrow || undefined}
        className={classes['screen']}
        leftSection={<Icon size={isNarrow ? 18 : 16} stroke={1.6} aria-hidden />}
        onClick={onLeave}
      />
    </Tooltip>
  );
}

function NarrowButton({ isNarrow, onClick }: { isNarrow: boolean; onClick: () => void }): ReactNode {
  const label = isNarrow ? 'Widen the sidebar' : 'Narrow the sidebar';
  const Arrow = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <Tooltip label={label} position="right">
      <ActionIcon aria-label={label} onClick={onClick}>
        <Arrow size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
