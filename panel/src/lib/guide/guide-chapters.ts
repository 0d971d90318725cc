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
  ['fifteen-tasks', 'Fifteen tasks'],
] as const;

export type Chapter = (typeof chapters)[number][0];
