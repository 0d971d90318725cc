import { IconInbox } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readLogSearch } from '../../lib/records/log-search.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  validateSearch: readLogSearch,
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
});

export const inbox = defineScreen({
  path: '/inbox',
  routes: [page],
  chapter: 'postbacks',
  navigation: {
    label: 'Incoming postbacks',
    icon: IconInbox,
    group: 'Data',
    needs: 'inbox.read',
    words: 'inbox incoming requests networks verdicts unmatched conversions s2s',
  },
});
