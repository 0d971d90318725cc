import type { PanelReport } from './api.ts';

type Labels = PanelReport['meta']['labels'];

/** Names of the ids in the rows of several answers: each knows those of its own rows. */
export function joinLabels(answers: readonly { meta: { labels: Labels } }[]): Labels {
  const joined: Record<string, Record<string, string>> = {};
  for (const { meta } of answers)
    for (const [field, names] of Object.entries(meta.labels))
      joined[field] = Object.assign(joined[field] ?? {}, names);
  return joined;
}
