import { IconSettings } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';
import { readSettingsSearch } from './settings-search.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  validateSearch: readSettingsSearch,
  component: lazyRouteComponent(() => import('./workspace-page.tsx'), 'WorkspacePage'),
});

export const settings = defineScreen({
  path: '/settings',
  routes: [page],
  chapter: 'members-and-keys',
  navigation: {
    label: 'Settings',
    icon: IconSettings,
    group: 'Administration',
    needs: 'workspaces.read',
    words:
      'workspace name timezone zone currency rates fallback privacy retention subscription billing versions',
  },
});
