export const chapters = [
  ['first-campaign', 'Set up your first campaign'],
  ['sources', 'Traffic sources, tokens and macros'],
  ['rotators', 'Rotators'],
  ['dry-runs', 'Test rules before you save'],
  ['goals', 'Goals'],
  ['postbacks', 'Postbacks'],
  ['reports', 'Reports'],
  ['statistical-confidence', 'Statistical confidence'],
  ['costs', 'Costs'],
  ['events', 'Find out what happened'],
  ['members-and-keys', 'Members, keys and domains'],
  ['monitoring', 'Monitoring'],
  ['import-from-another-tracker', 'Switch from another tracker'],
  ['ten-tasks', 'Ten tasks'],
] as const;

type Chapter = (typeof chapters)[number][0];

const chapterByPath: readonly (readonly [path: string, chapter: Chapter])[] = [
  ['/campaigns', 'first-campaign'],
  ['/set-up', 'first-campaign'],
  ['/reports', 'reports'],
  ['/events', 'events'],
  ['/visits', 'events'],
  ['/rotators', 'rotators'],
  ['/offers', 'first-campaign'],
  ['/landings', 'first-campaign'],
  ['/traffic-sources', 'sources'],
  ['/affiliate-networks', 'postbacks'],
  ['/inbox', 'postbacks'],
  ['/postbacks', 'postbacks'],
  ['/uploads', 'costs'],
  ['/costs', 'costs'],
  ['/agents', 'members-and-keys'],
  ['/account', 'members-and-keys'],
  ['/people', 'members-and-keys'],
  ['/keys', 'members-and-keys'],
  ['/domains', 'members-and-keys'],
  ['/settings', 'members-and-keys'],
  ['/audit-log', 'members-and-keys'],
  ['/erasure', 'members-and-keys'],
  ['/alerts', 'monitoring'],
  ['/system', 'monitoring'],
];

export function findChapter(path: string): Chapter | undefined {
  if (path === '/') return 'reports';
  return chapterByPath.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))?.[1];
}
