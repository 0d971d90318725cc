import { IconTag } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';
import { readListSearch } from '../../lib/records/list-state.ts';
import { readNewRecordSearch, recordSearch, recordTabs } from '../../lib/records/record-search.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const list = createRoute({
  getParentRoute: () => shell,
  path: '/offers',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./offers-page.tsx'), 'OffersPage'),
});
const newRecord = createRoute({
  getParentRoute: () => shell,
  path: '/offers/new',
  validateSearch: readNewRecordSearch,
  component: lazyRouteComponent(() => import('./offer-page.tsx'), 'NewOfferPage'),
});
const record = createRoute({
  getParentRoute: () => shell,
  path: '/offers/$id',
  validateSearch: recordSearch(recordTabs),
  component: lazyRouteComponent(() => import('./offer-page.tsx'), 'OfferPage'),
});
const Form = lazy(() => import('./offer-page.tsx').then(({ NewOffer }) => ({ default: NewOffer })));

export const offers = defineScreen({
  path: '/offers',
  routes: [list, newRecord, record],
  chapter: 'first-campaign',
  records: 'offer',
  navigation: {
    label: 'Offers',
    icon: IconTag,
    group: 'Destinations',
    needs: 'offers.read',
    words: 'payout caps',
    create: { label: 'New offer', needs: 'offers.write', Form },
  },
});
