import { crc32 } from 'node:zlib';
import { noId } from '../../../domain/traffic/cells.ts';
import { isId, timeOfId } from '../../../platform/ids.ts';

// Number of shards for visits since a time, oldest entry first. The first entry starts at 0. Shards can be added for
// later visits, so that no row ever moves.
export type ShardLayout = readonly LayoutEntry[];
export type LayoutEntry = { sinceMs: number; shards: number };

// Returns the index of the shard that stores all rows of a visit. Rows without a visit are placed by their own ID. Only
// IDs decide, because they are the same in every row of a visit and each time a row is sent.
export function findShard(layout: ShardLayout, visitId: string, rowId: string): number {
  const key = [visitId, rowId].find((id) => isId(id) && id !== noId)?.toLowerCase() ?? noId;
  return crc32(key) % countShards(layout, timeOfId(key));
}

export function countShards(layout: ShardLayout, timeMs: number): number {
  return layout.findLast(({ sinceMs }) => sinceMs <= timeMs)?.shards ?? 1;
}

// The IDs of a row as numbers, from the columns in which the table stores them.
const visitNumber = `bitOr(bitShiftLeft(toUInt128(visit_low), 64), toUInt128(bitOr(
  bitShiftLeft(toUInt64(toUnixTimestamp64Milli(visit_time) + visit_shift), 16), toUInt64(visit_high))))`;
const keyNumber = `if(${visitNumber} = 0, id_difference, ${visitNumber})`;

// Returns the SQL condition for rows of a shard, which is the same rule as `findShard`. It is a constraint of the table,
// so a process with a different layout cannot store rows on the wrong shard.
export function shardCondition(layout: ShardLayout, shard: number): string {
  const time = `bitShiftRight(toUInt64(${keyNumber}), 16)`;
  const last = layout.at(-1)?.shards ?? 1;
  const branches = layout
    .slice(1)
    .map(({ sinceMs }, at) => `${time} < ${sinceMs}, ${layout[at]?.shards ?? 1}`);
  const count = branches.length === 0 ? String(last) : `multiIf(${[...branches, last].join(', ')})`;
  return `CRC32(toString(reinterpretAsUUID(${keyNumber}))) % ${count} = ${shard}`;
}

export function isSameLayout(one: ShardLayout, other: ShardLayout): boolean {
  return describeLayout(one) === describeLayout(other);
}

export function describeLayout(layout: ShardLayout): string {
  return layout
    .map(({ sinceMs, shards }) =>
      sinceMs === 0 ? String(shards) : `${shards} since ${new Date(sinceMs).toISOString()}`,
    )
    .join(', ');
}

// Splits the setting, which lists one address per shard. The order of the addresses is the order of the shards.
export function shardUrls(setting: string): string[] {
  return setting.split(',');
}
