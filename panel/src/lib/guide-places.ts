/** The chapters of the guide, in the order of the book: pages of docs/guide. */
export const chapters = [
  ['first-campaign', 'The first campaign'],
  ['sources', 'Sources, tokens and macros'],
  ['rotators', 'Rotators'],
  ['dry-runs', 'Trying rules before they count'],
  ['goals', 'Goals'],
  ['postbacks', 'Postbacks, in and out'],
  ['reports', 'Reports'],
  ['how-sure', 'How sure a number is'],
  ['costs', 'Costs'],
  ['events', 'Finding out what happened'],
  ['people-and-keys', 'People, keys and domains'],
  ['watching', 'Alarms and the system'],
  ['moving', 'Moving from another tracker'],
  ['ten-tasks', 'Ten tasks to learn it by'],
] as const;

type Chapter = (typeof chapters)[number][0];

/** Which chapter explains a screen: the longest beginning of its address counts. */
const places: readonly (readonly [path: string, chapter: Chapter])[] = [
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
  ['/agents', 'people-and-keys'],
  ['/account', 'people-and-keys'],
  ['/people', 'people-and-keys'],
  ['/keys', 'people-and-keys'],
  ['/domains', 'people-and-keys'],
  ['/settings', 'people-and-keys'],
  ['/audit-log', 'people-and-keys'],
  ['/erasure', 'people-and-keys'],
  ['/alarms', 'watching'],
  ['/system', 'watching'],
];

/** The chapter for an address of the panel; none for the guide itself. */
export function findChapter(path: string): Chapter | undefined {
  if (path === '/') return 'reports';
  return places.find(([begin]) => path === begin || path.startsWith(`${begin}/`))?.[1];
}
