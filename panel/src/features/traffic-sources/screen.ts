import { IconSpeakerphone } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';
import { readListSearch } from '../../lib/records/list-state.ts';
import { readNewRecordSearch, recordSearch, recordTabs } from '../../lib/records/record-search.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const list = createRoute({
  getParentRoute: () => shell,
  path: '/traffic-sources',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./traffic-sources-page.tsx'), 'TrafficSourcesPage'),
});
const newRecord = createRoute({
  getParentRoute: () => shell,
  path: '/traffic-sources/new',
  validateSearch: readNewRecordSearch,
  component: lazyRouteComponent(() => import('./traffic-source-page.tsx'), 'NewTrafficSourcePage'),
});
const record = createRoute({
  getParentRoute: () => shell,
  path: '/traffic-sources/$id',
  validateSearch: recordSearch(recordTabs),
  component: lazyRouteComponent(() => import('./traffic-source-page.tsx'), 'TrafficSourcePage'),
});
const Form = lazy(() =>
  import('./traffic-source-page.tsx').then(({ NewTrafficSource }) => ({ default: NewTrafficSource })),
);

export const trafficSources = defineScreen({
  path: '/traffic-sources',
  routes: [list, newRecord, record],
  chapter: 'sources',
  records: 'traffic-source',
  navigation: {
    label: 'Traffic sources',
    icon: IconSpeakerphone,
    group: 'Partners',
    needs: 'traffic-sources.read',
    words: 'ad networks platforms tokens postback',
    create: { label: 'New traffic source', needs: 'traffic-sources.write', Form },
  },
});
