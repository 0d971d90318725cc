import { IconTag } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readListSearch } from '../../lib/records/list-state.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const list = createRoute({
  getParentRoute: () => shell,
  path: '/offers',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./offers-page.tsx'), 'OffersPage'),
});
// The ID `new` opens an empty form.
const drawer = createRoute({
  getParentRoute: () => list,
  path: '$id',
  component: lazyRouteComponent(() => import('./offer-drawer.tsx'), 'OfferDrawer'),
});

export const offers = defineScreen({
  path: '/offers',
  routes: [list.addChildren([drawer])],
  chapter: 'first-campaign',
  records: 'offer',
  navigation: {
    label: 'Offers',
    icon: IconTag,
    group: 'Destinations',
    needs: 'offers.read',
    words: 'payout caps',
    create: { label: 'New offer', needs: 'offers.write' },
  },
});
