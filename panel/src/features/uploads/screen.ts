import { IconUpload } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readLogSearch } from '../../lib/records/log-search.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/uploads',
  validateSearch: readLogSearch,
  component: lazyRouteComponent(() => import('./uploads-page.tsx'), 'UploadsPage'),
});

export const uploads = defineScreen({
  path: '/uploads',
  routes: [page],
  chapter: 'costs',
  navigation: {
    label: 'Uploads',
    icon: IconUpload,
    group: 'Data',
    needs: 'uploads.read',
    words: 'files csv import conversions costs spend',
  },
});
