import { IconBrowser } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';
import { readListSearch } from '../../lib/records/list-state.ts';
import { readNewRecordSearch, recordSearch, recordTabs } from '../../lib/records/record-search.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const list = createRoute({
  getParentRoute: () => shell,
  path: '/landings',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./landings-page.tsx'), 'LandingsPage'),
});
const newRecord = createRoute({
  getParentRoute: () => shell,
  path: '/landings/new',
  validateSearch: readNewRecordSearch,
  component: lazyRouteComponent(() => import('./landing-page.tsx'), 'NewLandingPage'),
});
const record = createRoute({
  getParentRoute: () => shell,
  path: '/landings/$id',
  validateSearch: recordSearch(recordTabs),
  component: lazyRouteComponent(() => import('./landing-page.tsx'), 'LandingPage'),
});
const Form = lazy(() => import('./landing-page.tsx').then(({ NewLanding }) => ({ default: NewLanding })));

export const landings = defineScreen({
  path: '/landings',
  routes: [list, newRecord, record],
  chapter: 'first-campaign',
  records: 'landing',
  navigation: {
    label: 'Landing pages',
    icon: IconBrowser,
    group: 'Destinations',
    needs: 'landings.read',
    words: 'landings landers prelanders',
    create: { label: 'New landing page', needs: 'landings.write', Form },
  },
});
