import { OperatorError } from '../../platform/operator-error.ts';
import {
  completeFence,
  dropFence,
  raiseFence,
  readFence,
  readState,
  waitForMutations,
} from '../../traffic/clickhouse/move/fence.ts';
import { openMoveTarget } from '../../traffic/clickhouse/move/move-target.ts';
import {
  findDifferences,
  openServerCopy,
  type HourSums,
  type ServerCopy,
} from '../../traffic/clickhouse/move/server-copy.ts';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';
import type { OnProgress } from '../backup/progress.ts';
import type { MovePhase, MovedTraffic } from './move-traffic.ts';
import { compareStores, differentSums } from './compare-stores.ts';

type ClickHouseMove = {
  source: string;
  target: string;
  // Address of the target without credentials.
  host: string;
  id: string;
  rowsPerInsert?: number;
  onProgress: OnProgress;
  onPhase?: (phase: MovePhase) => Promise<void> | void;
};

const rowsPerInsert = 200_000;
// With fewer different rows than this, the rest can be copied while no rows arrive.
const fewRows = 20_000;
const passesMax = 5;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

// Throws if the target contains anything but the rows of this move.
export async function requireOwnServers({
  target,
  host,
  id,
}: Pick<ClickHouseMove, 'target' | 'host' | 'id'>): Promise<void> {
  for (const found of await onTargets(target, (opened) => opened.inspect(id)))
    if (found === 'other')
      throw new OperatorError(
        'refused',
        `The ClickHouse at ${host} already contains traffic. Drop its database, or choose another one.`,
      );
}

// Marks empty servers as targets of this move.
export async function prepareServers({ target, id }: Pick<ClickHouseMove, 'target' | 'id'>): Promise<void> {
  await onTargets(target, async (opened) => {
    if ((await opened.inspect(id)) !== 'ours') await opened.prepare(id);
  });
}

async function onTargets<Result>(
  target: string,
  work: (opened: ReturnType<typeof openMoveTarget>) => Promise<Result>,
): Promise<Result[]> {
  return await Promise.all(
    shardUrls(target).map(async (url) => {
      const opened = openMoveTarget(url);
      try {
        return await work(opened);
      } finally {
        await opened.close();
      }
    }),
  );
}

// Copies the hours that differ until both places are equal, at last while no rows are accepted, and decides that the target
// is the current place. Can be stopped at any time and run again, because it only compares what both places contain.
export async function moveClickHouse(move: ClickHouseMove): Promise<MovedTraffic> {
  const copy = await openServerCopy(move.source, move.target);
  try {
    if ((await readFence(copy.source)) === 'moved') return { rows: 0, days: 0 };
    await move.onPhase?.('copying');
    for (let pass = 1; pass <= passesMax; pass += 1)
      if ((await copyDifferences(copy, move, { isComplete: false })) <= fewRows) break;
    return await finish(copy, move);
  } finally {
    await copy.close();
  }
}

async function finish(copy: ServerCopy, move: ClickHouseMove): Promise<MovedTraffic> {
  const { source } = copy;
  try {
    move.onProgress('Finish', 'edges keep new rows in their spool');
    await raiseFence(source);
    await move.onPhase?.('finishing');
    for (let attempt = 1; attempt <= passesMax; attempt += 1) {
      await waitForMutations(source);
      const state = await readState(source);
      if ((await copyDifferences(copy, move, { isComplete: true })) > 0) continue;
      await copy.copyBatchNames();
      await move.onPhase?.('comparing');
      move.onProgress('Compare', 'sums per day');
      const moved = await compare(move);
      // A change that was running when rows were held back starts over.
      if ((await readState(source)) !== state) continue;
      await onTargets(move.target, (opened) => opened.insertBatchNames([`done:${move.id}`]));
      await completeFence(source);
      return moved;
    }
    throw new OperatorError(
      'refused',
      'The rows kept changing while they were compared. Nothing was switched. Run `waypost move` again.',
    );
  } catch (error) {
    if ((await readFence(source).catch(() => undefined)) !== 'moved')
      await dropFence(source).catch(() => undefined);
    throw error;
  }
}

async function compare({ source, target }: ClickHouseMove): Promise<MovedTraffic> {
  const { days, rows, differences } = await compareStores(
    { store: 'clickhouse', url: source },
    { store: 'clickhouse', url: target },
  );
  if (differences.length > 0) throw differentSums(differences);
  return { rows, days };
}

// Returns the number of rows in hours that differed. Rows that expire soon are left out, because each server deletes them
// at a different time.
async function copyDifferences(
  copy: ServerCopy,
  { onProgress, rowsPerInsert: rowsMax = rowsPerInsert }: ClickHouseMove,
  { isComplete }: { isComplete: boolean },
): Promise<number> {
  const expiringAfter = new Date(Date.now() + dayMs).toISOString().slice(0, 10);
  const [original, copied] = await Promise.all([
    copy.sumHours('source', expiringAfter),
    copy.sumHours('target', expiringAfter),
  ]);
  // Rows still arrive in the current hour. What is copied too early would have to be deleted and copied again.
  const before = isComplete ? Number.POSITIVE_INFINITY : Math.floor(Date.now() / hourMs) * hourMs - hourMs;
  const ranges = findDifferences(until(original, before), until(copied, before), rowsMax);
  const total = ranges.reduce((sum, { rows }) => sum + rows, 0);
  await copy.clear(ranges.filter(({ mustClear }) => mustClear));
  let rows = 0;
  for (const range of ranges) {
    if (range.rows > 0) await copy.copy(range, expiringAfter);
    rows += range.rows;
    onProgress('Copy', `${rows} of ${total} rows`);
  }
  return ranges.length === 0 ? 0 : Math.max(1, total);
}

function until(sums: HourSums, end: number): HourSums {
  return new Map([...sums].filter(([hour]) => hour < end));
}
