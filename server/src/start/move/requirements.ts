import { OperatorError } from '../../platform/operator-error.ts';
import { Database } from '../../store/database/database.ts';
import { listLiveEdgeNames } from '../../store/publishing/edges.ts';
import { openMoveTarget } from '../../traffic/clickhouse/move/move-target.ts';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';
import { openTraffic } from '../open-traffic.ts';
import type { MovePlaces } from './move-traffic.ts';

// Rows take about a tenth of the space in ClickHouse, and merging parts needs the same again.
const spaceShare = 0.25;
const spareBytes = 512 * 1024 ** 2;

// Edges elsewhere have their own settings, so they cannot be switched together with this installation.
export async function requireNoOtherEdges(postgres: string, host: string): Promise<void> {
  const database = new Database(postgres, { connectionsMax: 1 });
  try {
    const names = await database.asSystem((executor) => listLiveEdgeNames(executor));
    const others = names.filter((name) => name !== host);
    if (others.length === 0) return;
    throw new OperatorError(
      'refused',
      `Edges are running on other machines (${others.join(', ')}). Stop them before the move, and start them with the new settings afterward.`,
    );
  } finally {
    await database.close();
  }
}

// A copy takes the same space as the original, and merging parts needs some more.
const copyShare = 1.25;

export async function requireSpaceForCopy(
  { clickhouse }: Pick<MovePlaces, 'clickhouse'>,
  target: string,
): Promise<void> {
  const source = await openTraffic({ store: 'clickhouse', url: clickhouse });
  const urls = shardUrls(target);
  const targets = urls.map(openMoveTarget);
  try {
    const bytes = (await source.sizeBytes()) / urls.length;
    const free = await Promise.all(targets.map((one) => one.freeBytes()));
    const problem = findSpaceProblem(bytes, Math.min(...free), copyShare);
    if (problem !== undefined) throw new OperatorError('refused', problem);
  } finally {
    await Promise.all([source, ...targets].map((one) => one.close()));
  }
}

export async function requireSpace({ postgres, clickhouse }: MovePlaces): Promise<void> {
  const source = await openTraffic({ store: 'postgres', url: postgres });
  const target = openMoveTarget(clickhouse);
  try {
    const problem = findSpaceProblem(await source.sizeBytes(), await target.freeBytes());
    if (problem !== undefined) throw new OperatorError('refused', problem);
  } finally {
    await source.close();
    await target.close();
  }
}

export function findSpaceProblem(
  trafficBytes: number,
  freeBytes: number,
  share = spaceShare,
): string | undefined {
  const needed = trafficBytes * share + spareBytes;
  if (freeBytes >= needed) return undefined;
  return `The disk of ClickHouse has ${toMiB(freeBytes)} MiB of free space, and the move needs up to ${toMiB(needed)} MiB. Nothing was copied.`;
}

function toMiB(bytes: number): number {
  return Math.floor(bytes / 1024 ** 2);
}
