import { capitalize } from '@waypost/contract/values/capitalize.ts';
import type { Tag } from './api-style.ts';

const tags = [
  { segment: 'whoami', name: 'Identity', description: 'The caller of a request.' },
  {
    segment: 'campaigns',
    name: 'Campaigns',
    description: 'Connect a traffic source, a cost model and a tracking method with a rotator.',
  },
  { segment: 'landings', name: 'Landing pages', description: 'Pages shown before the offer.' },
  {
    segment: 'rotators',
    name: 'Rotators',
    description:
      'Routing rules for landing pages and offers. Rules are edited in the panel; the API can read them.',
  },
  {
    segment: 'rotator-paths',
    name: 'Rotator paths',
    description: 'Paths (streams) of rotators. They keep their IDs when rules change.',
  },
  { segment: 'traffic-sources', name: 'Traffic sources', description: 'Where visits come from.' },
  { segment: 'reports', name: 'Reports', description: 'Metrics for recorded traffic.' },
  { segment: 'events', name: 'Events', description: 'Single visits, clicks, conversions and postbacks.' },
];

const panelTags: typeof tags = [
  {
    segment: 'rotators',
    name: 'Rotators',
    description: 'Routing rules and paths with landing pages and offers.',
  },
  { segment: 'offers', name: 'Offers', description: 'Destinations that earn money.' },
  {
    segment: 'affiliate-networks',
    name: 'Affiliate networks',
    description: 'Partners that own offers and report conversions.',
  },
  { segment: 'conversions', name: 'Conversions', description: 'Conversions uploaded as files.' },
  { segment: 'costs', name: 'Costs', description: 'The cost ledger.' },
  { segment: 'postbacks', name: 'Postbacks', description: 'Outgoing postbacks and their receivers.' },
  { segment: 'domains', name: 'Domains', description: 'Tracking domains.' },
  { segment: 'keys', name: 'API keys', description: 'Credentials for the public API.' },
  {
    segment: 'agent-connections',
    name: 'AI agent connections',
    description: 'AI agents with access to the workspace.',
  },
  {
    segment: 'agent-requests',
    name: 'AI agent requests',
    description: 'AI agents that request access to a workspace.',
  },
  {
    segment: 'alerts',
    name: 'Alerts',
    description: 'Alerts, alert rules and notifications.',
  },
  { segment: 'subscription', name: 'Subscription', description: 'The workspace’s subscription.' },
  { segment: 'audit-log', name: 'Audit log', description: 'Who changed what, and when.' },
];

export function publicTagOf(path: string): Tag {
  const tag = findTag(tags, path);
  if (tag === undefined) throw new Error(`no tag is defined for ${path}`);
  return tag;
}

export function panelTagOf(path: string): Tag {
  const words = (path.split('/')[1] ?? '').replaceAll('-', ' ');
  return findTag([...panelTags, ...tags], path) ?? { name: capitalize(words), description: '' };
}

function findTag(known: typeof tags, path: string): Tag | undefined {
  const segment = path.split('/')[1];
  const tag = known.find((one) => one.segment === segment);
  return tag === undefined ? undefined : { name: tag.name, description: tag.description };
}
