import type { TaggedType } from '@waypost/contract/campaigns/tags.ts';
import type { TagResults, WaypostPanelClient } from '../../../../client/waypost-panel-client.ts';
import type { VersionedId } from './send-in-batches.ts';

export type TagResult = TagResults['results'][number];
type TagChange = { records: readonly VersionedId[]; add: string[]; remove: string[] };

const types: Readonly<Record<string, TaggedType>> = {
  campaigns: 'campaign',
  'traffic-sources': 'traffic-source',
  offers: 'offer',
  landings: 'landing',
  rotators: 'rotator',
  'affiliate-networks': 'affiliate-network',
};

// Returns the type of the records of a list, or undefined if they have no tags.
export function taggedType(thing: string): TaggedType | undefined {
  return types[thing];
}

// Maximum number of records in one request.
const batchSize = 500;

export async function changeTags(
  api: Pick<WaypostPanelClient, 'changeTags'>,
  type: TaggedType,
  changes: readonly TagChange[],
): Promise<TagResult[]> {
  const results: TagResult[] = [];
  for (const { records, add, remove } of changes)
    for (let from = 0; from < records.length; from += batchSize) {
      const part = records.slice(from, from + batchSize).map(({ id, version }) => ({ id, version }));
      results.push(...(await api.changeTags({ type, records: part, add, remove })).results);
    }
  return results;
}

function isChanged({ before, tags, problem }: TagResult): boolean {
  return problem === null && before.join('\n') !== tags.join('\n');
}

// Returns the changes that bring back the tags from before. Records that changed in the same way share a change.
export function undoTags(results: readonly TagResult[]): TagChange[] {
  const groups = new Map<string, TagChange & { records: VersionedId[] }>();
  for (const result of results.filter(isChanged)) {
    const { id, version, before, tags } = result;
    const add = before.filter((tag) => !tags.includes(tag));
    const remove = tags.filter((tag) => !before.includes(tag));
    const key = JSON.stringify([add, remove]);
    const group = groups.get(key) ?? { records: [], add, remove };
    group.records.push({ id, version: version ?? 1 });
    groups.set(key, group);
  }
  return [...groups.values()];
}

const problems: Readonly<Record<NonNullable<TagResult['problem']>, string>> = {
  'not-found': 'no longer exists',
  stale: 'was changed in another session',
  archived: 'is archived',
  'too-many-tags': 'would have more than 20 tags',
};

const namedMax = 3;

// Describes the results in one sentence for each kind of result.
export function formatTagResults(results: readonly TagResult[]): string {
  const failed = results.filter(({ problem }) => problem !== null);
  const changed = results.filter(isChanged);
  const names = failed
    .slice(0, namedMax)
    .map(({ name, problem }) => `${name ?? 'A record'} ${problem === null ? '' : problems[problem]}`);
  const more = failed.length > namedMax ? [`Other records not changed: ${failed.length - namedMax}`] : [];
  const subject = changed.length === 1 ? (changed[0]?.name ?? '1 record') : `${changed.length} records`;
  const done = changed.length === 0 && failed.length > 0 ? [] : [`Tags of ${subject} changed`];
  return [...done, ...names, ...more].map((sentence) => `${sentence}.`).join(' ');
}
