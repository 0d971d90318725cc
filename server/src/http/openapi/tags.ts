import type { Tag } from './api-style.ts';

/** The resources of the API, in the order in which they are described; the first part of a path decides. */
const tags = [
  { segment: 'whoami', name: 'Identity', description: 'Who a request speaks for.' },
  {
    segment: 'campaigns',
    name: 'Campaigns',
    description: 'What visitors of one traffic source get, and what is paid for them.',
  },
  { segment: 'landings', name: 'Landings', description: 'The pages that visitors see before an offer.' },
  {
    segment: 'rotators',
    name: 'Rotators',
    description:
      'Which landing and offer a visitor gets. Rules are edited in the panel and can be inspected here.',
  },
  {
    segment: 'rotator-paths',
    name: 'Rotator paths',
    description: 'The streams of rotators, which keep their ids when rules change.',
  },
  { segment: 'traffic-sources', name: 'Traffic sources', description: 'Where visitors come from.' },
  { segment: 'reports', name: 'Reports', description: 'What traffic cost and earned.' },
  { segment: 'events', name: 'Events', description: 'What happened, one by one.' },
];

/** The same for what only the panel asks; where a resource needs no words, its path names it. */
const panelTags: typeof tags = [
  {
    segment: 'rotators',
    name: 'Rotators',
    description: 'Which landing and offer a visitor gets: rules, paths, and the pools in them.',
  },
  { segment: 'offers', name: 'Offers', description: 'What visitors are led to in the end.' },
  {
    segment: 'affiliate-networks',
    name: 'Affiliate networks',
    description: 'Whose offers they are, and how their conversions come in.',
  },
  { segment: 'conversions', name: 'Conversions', description: 'What networks report by files.' },
  { segment: 'costs', name: 'Costs', description: 'What traffic cost, as it is known later.' },
  { segment: 'postbacks', name: 'Postbacks', description: 'Calls to traffic sources.' },
  { segment: 'domains', name: 'Domains', description: 'Hosts through which visitors come.' },
  { segment: 'keys', name: 'API keys', description: 'The way into the public API for programs.' },
  {
    segment: 'agent-connections',
    name: 'Agent connections',
    description: 'AI agents that people have let read the workspace.',
  },
  {
    segment: 'agent-requests',
    name: 'Agent requests',
    description: 'AI agents that ask whoever has the browser to let them read a workspace.',
  },
  {
    segment: 'alerts',
    name: 'Alerts',
    description: 'What is wrong, from when to when, by which rules, and who is told.',
  },
  { segment: 'subscription', name: 'Subscription', description: 'What the workspace may use.' },
  { segment: 'audit-log', name: 'Audit log', description: 'Who changed what.' },
];

export function publicTagOf(path: string): Tag {
  const tag = findTag(tags, path);
  if (tag === undefined) throw new Error(`no tag is known for ${path}`);
  return tag;
}

export function panelTagOf(path: string): Tag {
  const words = (path.split('/')[1] ?? '').replaceAll('-', ' ');
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  return findTag([...panelTags, ...tags], path) ?? { name, description: '' };
}

function findTag(known: typeof tags, path: string): Tag | undefined {
  const segment = path.split('/')[1];
  const tag = known.find((one) => one.segment === segment);
  return tag === undefined ? undefined : { name: tag.name, description: tag.description };
}
