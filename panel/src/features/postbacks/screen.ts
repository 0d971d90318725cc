import { IconSend } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readLogSearch } from '../../lib/records/log-search.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/postbacks',
  validateSearch: readLogSearch,
  component: lazyRouteComponent(() => import('./postbacks-page.tsx'), 'PostbacksPage'),
});

export const postbacks = defineScreen({
  path: '/postbacks',
  routes: [page],
  chapter: 'postbacks',
  navigation: {
    label: 'Postbacks (outgoing)',
    icon: IconSend,
    group: 'Data',
    needs: 'postbacks.read',
    words: 'outgoing receivers calls failed retry pause test s2s',
  },
});
