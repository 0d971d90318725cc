import { IconMenu2 } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { isOnScreen } from '../../lib/screens/screen.ts';
import { allowedScreens } from './allowed-screens.ts';
import classes from './shell.module.css';
import { formatOpenAlerts, useOpenAlerts } from './use-open-alerts.ts';

const paths = new Set(['/', '/campaigns', '/reports', '/events']);

// On a narrow screen: the screens that are used most, and the menu with all of them.
export function BottomBar({ onMenu }: { onMenu: () => void }): ReactNode {
  const { workspace } = useWorkspace();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const screens = allowedScreens(workspace.permissions).filter((screen) => paths.has(screen.path));
  const alerts = useOpenAlerts();
  return (
    <div className={classes['bottom']}>
      <nav aria-label="Main screens">
        {screens.map((screen) => {
          const { label, icon: Icon } = screen.navigation;
          const isHere = isOnScreen(screen, path);
          return (
            <Link key={screen.path} to={screen.path} aria-current={isHere ? 'page' : undefined}>
              <Icon size={20} stroke={1.6} aria-hidden />
              {label}
            </Link>
          );
        })}
      </nav>
      <button
        type="button"
        aria-label={alerts === 0 ? 'Open menu' : `Open menu: ${formatOpenAlerts(alerts)}`}
        onClick={onMenu}
      >
        <IconMenu2 size={20} stroke={1.6} aria-hidden />
        <span aria-hidden>Menu</span>
        {alerts === 0 ? null : <span className={classes['open']} aria-hidden />}
      </button>
    </div>
  );
}
