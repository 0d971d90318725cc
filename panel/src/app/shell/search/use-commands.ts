import {
  IconBook,
  IconBuilding,
  IconCalendar,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { namedRanges } from '../../../lib/time/date-range.ts';
import { currentRangeChooser } from '../../../lib/time/range-chooser.ts';
import { signOut } from '../sign-out.ts';
import { allowedScreens, type AllowedScreen } from '../allowed-screens.ts';
import { useAppearance } from '../use-appearance.ts';
import type { Entry } from './entries.ts';

type Go = (to: string, search?: { ws: string }) => void;

const themes = [
  ['light', 'Use light theme', IconSun],
  ['dark', 'Use dark theme', IconMoon],
  ['system', 'Use system theme', IconDeviceDesktop],
] as const;

const always: Entry[] = [
  {
    id: 'docs',
    label: 'Open API documentation',
    words: 'docs reference help',
    icon: IconBook,
    choose: () => void window.open('/docs', '_blank', 'noreferrer'),
  },
  {
    id: 'sign-out',
    label: 'Sign out',
    words: 'log out leave',
    icon: IconLogout,
    choose: () => void signOut(),
  },
];

export function useCommands(): { screens: Entry[]; commands: Entry[] } {
  const { me, workspace, may } = useWorkspace();
  const navigate = useNavigate();
  const { choose } = useAppearance();
  const chooseRange = currentRangeChooser();
  return useMemo(() => {
    const go: Go = (to, search) => void navigate({ to, ...(search === undefined ? {} : { search }) });
    const allowed = allowedScreens(workspace.permissions);
    const appearances = themes.map(([theme, label, icon]): Entry => ({
      id: `theme ${theme}`,
      label,
      words: 'appearance color mode switch change',
      icon,
      choose: () => choose(theme),
    }));
    const others = me.workspaces.filter(({ id }) => id !== workspace.id);
    return {
      screens: listScreens(allowed, go),
      commands: [
        ...listCreates(allowed, may, go),
        ...(chooseRange === undefined ? [] : listRanges(chooseRange)),
        ...others.map(({ id, name, role }) => switchTo(id, name, role, go)),
        ...appearances,
        ...always,
      ],
    };
  }, [me, workspace, may, navigate, choose, chooseRange]);
}

function listScreens(allowed: readonly AllowedScreen[], go: Go): Entry[] {
  return allowed.map(({ path, navigation: { label, icon, words } }) => ({
    id: path,
    label,
    icon,
    words,
    choose: () => go(path),
  }));
}

function listCreates(
  allowed: readonly AllowedScreen[],
  may: ReturnType<typeof useWorkspace>['may'],
  go: Go,
): Entry[] {
  return allowed.flatMap(({ path, navigation: { create } }): Entry[] => {
    if (create === undefined || !may(create.needs)) return [];
    const to = `${path}/new`;
    return [{ id: to, label: create.label, words: 'new add create', icon: IconPlus, choose: () => go(to) }];
  });
}

// Commands for the time range of the current screen.
function listRanges(chooseRange: (range: string) => void): Entry[] {
  return Object.entries(namedRanges).map(([name, label]) => ({
    id: `range ${name}`,
    label: `Time range: ${label.toLowerCase()}`,
    words: 'period dates set',
    icon: IconCalendar,
    choose: () => chooseRange(name),
  }));
}

function switchTo(id: string, name: string, role: string, go: Go): Entry {
  return {
    id: `workspace ${id}`,
    label: `Switch to ${name}`,
    detail: role,
    words: 'workspace change',
    icon: IconBuilding,
    choose: () => go('/', { ws: id }),
  };
}
