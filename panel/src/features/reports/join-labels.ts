import type { PanelReport } from '../../lib/api/api.ts';

type Labels = PanelReport['meta']['labels'];

/** Merges the record names from several responses. Each response names only the records in its own rows. */
export function joinLabels(answers: readonly { meta: { labels: Labels } }[]): Labels {
  const joined: Record<string, Record<string, string>> = {};
  for (const { meta } of answers)
    for (const [field, names] of Object.entries(meta.labels))
      joined[field] = Object.assign(joined[field] ?? {}, names);
  return joined;
}
