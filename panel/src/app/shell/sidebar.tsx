import { ActionIcon, Box, Divider, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  IconChevronRight,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSelector,
  IconUser,
} from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { isOnScreen } from '../../lib/screens/screen.ts';
import { Logo } from '../../ui/logo.tsx';
import { groupScreens, type AllowedScreen } from './allowed-screens.ts';
import { DeferredMenu } from './deferred-menu.tsx';
import classes from './shell.module.css';
import { formatOpenAlerts, useOpenAlerts } from './use-open-alerts.ts';

type SidebarProps = {
  isNarrow?: boolean;
  onNarrow?: () => void;
  onLeave?: () => void;
  beside?: ReactNode;
  search?: ReactNode;
};

const stay = () => undefined;

export function Sidebar({
  isNarrow = false,
  onNarrow,
  onLeave = stay,
  beside,
  search,
}: SidebarProps): ReactNode {
  const { workspace } = useWorkspace();
  const alerts = useOpenAlerts();
  return (
    <Stack
      gap={0}
      h="100%"
      p={isNarrow ? 4 : 'sm'}
      className={classes['sidebar']}
      data-narrow={isNarrow || undefined}
    >
      <Group gap="xs" mih={40} px={isNarrow ? 0 : 'sm'} justify={isNarrow ? 'center' : 'space-between'}>
        <Group gap="sm">
          <Logo size={22} />
          {isNarrow ? null : <Text fw={600}>Waypost</Text>}
        </Group>
        {beside}
      </Group>
      <WorkspaceButton isNarrow={isNarrow} />
      {search}
      <Divider my="sm" color="var(--wp-line)" />
      <nav aria-label="Screens" className={classes['screens']}>
        {groupScreens(workspace.permissions).map((group) => (
          <ScreenGroup key={group.title} group={group} {...{ alerts, isNarrow, onLeave }} />
        ))}
      </nav>
      <Divider my="sm" color="var(--wp-line)" />
      <Group gap={4} wrap="nowrap" className={isNarrow ? classes['upright'] : undefined}>
        <UserButton isNarrow={isNarrow} />
        {onNarrow === undefined ? null : <NarrowButton isNarrow={isNarrow} onClick={onNarrow} />}
      </Group>
    </Stack>
  );
}

// Administration is used rarely, and the sidebar would not fit into 900 px with it.
const collapsible = 'Administration';

function ScreenGroup({
  group: { title, screens },
  alerts,
  isNarrow,
  onLeave,
}: {
  group: ReturnType<typeof groupScreens>[number];
  alerts: number;
  isNarrow: boolean;
  onLeave: () => void;
}): ReactNode {
  const [isOpen, setOpen] = useLocalStorage({ key: 'waypost-administration', defaultValue: false });
  const isHere = useRouterState({
    select: ({ location }) => screens.some((screen) => isOnScreen(screen, location.pathname)),
  });
  const isCollapsed = title === collapsible && !isNarrow && !isOpen && !isHere;
  return (
    <div className={classes['group']}>
      {title === '' || isNarrow ? null : title === collapsible ? (
        <button
          type="button"
          className={classes['title']}
          aria-expanded={!isCollapsed}
          disabled={isHere}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
          <IconChevronRight size={14} aria-hidden />
          {isCollapsed ? <OpenAlerts count={alerts} /> : null}
        </button>
      ) : (
        <Text size="xs" c="dimmed" px="sm" pb={2}>
          {title}
        </Text>
      )}
      {(isCollapsed ? [] : screens).map((screen) => (
        <ScreenLink
          key={screen.path}
          screen={screen}
          alerts={screen.path === '/alerts' ? alerts : 0}
          isNarrow={isNarrow}
          onLeave={onLeave}
        />
      ))}
    </div>
  );
}

function OpenAlerts({ count, isNarrow = false }: { count: number; isNarrow?: boolean }): ReactNode {
  if (count === 0) return null;
  return (
    <>
      {isNarrow ? null : <VisuallyHidden>{` ${formatOpenAlerts(count)}`}</VisuallyHidden>}
      <span className={classes['open']} aria-hidden>
        {count}
      </span>
    </>
  );
}

function ScreenLink({
  screen,
  alerts,
  isNarrow,
  onLeave,
}: {
  screen: AllowedScreen;
  alerts: number;
  isNarrow: boolean;
  onLeave: () => void;
}): ReactNode {
  const { label, icon: Icon } = screen.navigation;
  const isHere = useRouterState({ select: ({ location }) => isOnScreen(screen, location.pathname) });
  const name = alerts === 0 ? label : `${label}: ${formatOpenAlerts(alerts)}`;
  const link = useRef<HTMLAnchorElement>(null);
  // In a short window, the link to the current screen may be scrolled out of view.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  return (
    <Link
      ref={link}
      to={screen.path}
      className={classes['screen']}
      aria-current={isHere ? 'page' : undefined}
      {...(isNarrow ? { 'aria-label': name, title: name } : {})}
      onClick={onLeave}
    >
      <Icon size={isNarrow ? 18 : 16} stroke={1.6} aria-hidden />
      {isNarrow ? null : label}
      <OpenAlerts count={alerts} isNarrow={isNarrow} />
    </Link>
  );
}

function NarrowButton({ isNarrow, onClick }: { isNarrow: boolean; onClick: () => void }): ReactNode {
  const label = isNarrow ? 'Expand sidebar' : 'Collapse sidebar';
  const Arrow = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <ActionIcon aria-label={label} title={label} onClick={onClick}>
      <Arrow size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}

function WorkspaceButton({ isNarrow }: { isNarrow: boolean }): ReactNode {
  const { workspace } = useWorkspace();
  return (
    <DeferredMenu
      menu="WorkspaceMenu"
      className={classes['row']}
      title={isNarrow ? `${workspace.name}: switch workspace` : 'Switch workspace'}
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
    </DeferredMenu>
  );
}

function UserButton({ isNarrow }: { isNarrow: boolean }): ReactNode {
  const { me } = useWorkspace();
  return (
    <DeferredMenu
      menu="UserMenu"
      className={classes['row']}
      title="Account and sign out"
      {...(isNarrow ? { 'aria-label': `Account and sign out: ${me.email}` } : {})}
    >
      {isNarrow ? (
        <IconUser size={18} stroke={1.6} aria-hidden />
      ) : (
        <>
          <Text truncate>{me.email}</Text>
          <IconSelector size={16} aria-hidden />
        </>
      )}
    </DeferredMenu>
  );
}
