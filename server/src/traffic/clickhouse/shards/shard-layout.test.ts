import { describe, expect, it } from 'vitest';
import { noId } from '../../../domain/traffic/cells.ts';
import { newId } from '../../../platform/ids.ts';
import { selectLines } from './select-lines.ts';
import { findShard, type ShardLayout } from './shard-layout.ts';

const grownAt = Date.UTC(2026, 10, 15);
const two: ShardLayout = [{ sinceMs: 0, shards: 2 }];
const grown: ShardLayout = [
  { sinceMs: 0, shards: 1 },
  { sinceMs: grownAt, shards: 2 },
];

describe('findShard', () => {
  it('distributes visits evenly, although IDs of one process have the same ending', () => {
    const ids = Array.from({ length: 2_000 }, (_, at) =>
      newId(grownAt + at).replace(/-[^-]+-[^-]+$/, '-8a5c-0123456789ab'),
    );
    const first = ids.filter((id) => findShard(two, id, newId()) === 0);
    expect(first.length).toBeGreaterThan(900);
    expect(first.length).toBeLessThan(1_100);
  });

  it('keeps visits before the growth on the first shard', () => {
    const shardsOf = (timeMs: number) =>
      new Set(Array.from({ length: 50 }, () => findShard(grown, newId(timeMs), newId())));
    expect(shardsOf(grownAt - 1)).toEqual(new Set([0]));
    expect(shardsOf(grownAt)).toEqual(new Set([0, 1]));
  });

  it('places a row without a visit by its own ID, and a row without readable IDs on a fixed shard', () => {
    const rowId = newId(grownAt);
    expect(findShard(two, noId, rowId)).toBe(findShard(two, rowId, newId()));
    expect(findShard(two, '', rowId)).toBe(findShard(two, rowId, newId()));
    expect(findShard(grown, 'no ID', '')).toBe(0);
  });

  it('ignores the case of IDs', () => {
    const id = newId(grownAt);
    expect(findShard(two, id.toUpperCase(), '')).toBe(findShard(two, id, ''));
  });
});

describe('selectLines', () => {
  const columns = ['batch', 'id', 'other', 'visit_id'];
  const lineOf = (visitId: string) => `batch\t${newId()}\tx\t${visitId}\n`;
  const select = async (lines: string, shard: number) =>
    (await selectLines(Buffer.from(lines), columns, { layout: two, shard })).toString();

  it('splits lines without changing or losing any', async () => {
    const lines = [
      ...Array.from({ length: 1_200 }, () => lineOf(newId())),
      'damaged\n',
      'last line without end',
    ];
    const all = lines.join('');
    const parts = await Promise.all([select(all, 0), select(all, 1)]);
    for (const part of parts) expect(part.split('\n').length).toBeGreaterThan(400);
    const chosen = lines.map((line) => parts.filter((part) => part.includes(line)).length);
    expect(new Set(chosen)).toEqual(new Set([1]));
    expect(parts.join('').length).toBe(all.length);
  });

  it('returns nothing for a shard without rows', async () => {
    const id = newId();
    const shard = findShard(two, id, '');
    expect(await select(lineOf(id), shard)).toContain(id);
    expect(await select(lineOf(id), 1 - shard)).toBe('');
    expect(await select('', 0)).toBe('');
  });
});
