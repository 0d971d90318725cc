import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readAuditSearch } from '../lib/audit-search.ts';
import { readKeySearch } from '../lib/key-search.ts';
import { readListSearch } from '../lib/list-state.ts';
import { readSettingsSearch } from '../lib/settings-search.ts';
import { shell } from './shell-route.ts';

const people = createRoute({
  getParentRoute: () => shell,
  path: '/people',
  component: lazyRouteComponent(() => import('../features/members/members-page.tsx'), 'MembersPage'),
});

const keys = createRoute({
  getParentRoute: () => shell,
  path: '/keys',
  validateSearch: readKeySearch,
  component: lazyRouteComponent(() => import('../features/keys/keys-page.tsx'), 'KeysPage'),
});
const newKey = createRoute({
  getParentRoute: () => keys,
  path: 'new',
  component: lazyRouteComponent(() => import('../features/keys/new-key-drawer.tsx'), 'NewKeyDrawer'),
});
const key = createRoute({
  getParentRoute: () => keys,
  path: '$id',
  component: lazyRouteComponent(() => import('../features/keys/key-drawer.tsx'), 'KeyDrawer'),
});

const domains = createRoute({
  getParentRoute: () => shell,
  path: '/domains',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('../features/domains/domains-page.tsx'), 'DomainsPage'),
});
const domain = createRoute({
  getParentRoute: () => domains,
  path: '$id',
  component: lazyRouteComponent(() => import('../features/domains/domain-drawer.tsx'), 'DomainDrawer'),
});

const agents = createRoute({
  getParentRoute: () => shell,
  path: '/agents',
  component: lazyRouteComponent(() => import('../features/agents/agents-page.tsx'), 'AgentsPage'),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  validateSearch: readSettingsSearch,
  component: lazyRouteComponent(() => import('../features/workspace/workspace-page.tsx'), 'WorkspacePage'),
});
const auditLog = createRoute({
  getParentRoute: () => shell,
  path: '/audit-log',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
});
const erasure = createRoute({
  getParentRoute: () => shell,
  path: '/erasure',
  component: lazyRouteComponent(() => import('../features/erasure/erasure-page.tsx'), 'ErasurePage'),
});

export const administrationRoutes = [
  people,
  keys.addChildren([newKey, key]),
  agents,
  domains.addChildren([domain]),
  settings,
  auditLog,
  erasure,
] as const;
