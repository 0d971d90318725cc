import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BatchTarget } from '../domain/events/batch-target.ts';
import { openSpool, type Spool } from '../edge/spool/open-spool.ts';
import { createEventTarget } from '../events/insert-batch.ts';
import { createClickTarget } from '../events/insert-clicks.ts';
import type { ClickHouseClient } from '../platform/clickhouse-client.ts';
import type { Logger } from '../platform/logger.ts';
import { pollUntil } from '../platform/retry.ts';
import type { EdgeSlot } from './edge-slots.ts';
import { claimAbandonedSlots } from './edge-slots.ts';
import type { Settings } from './settings.ts';

/** The rows of one edge process: those of visits, and those that belong to a visit and take its properties over. */
export type EdgeStreams = { visits: Spool; clicks: Spool };

type StreamName = keyof EdgeStreams;

export type StreamOptions = {
  settings: Settings['spool'];
  clickhouse: ClickHouseClient;
  logger: Logger;
};

const complaintMs = 60_000;

/** Opens both streams of a slot and begins to ship what is in them. */
export async function openStreams(slot: EdgeSlot, options: StreamOptions): Promise<EdgeStreams> {
  const [visits, clicks] = await Promise.all([
    openStream(slot, 'visits', options),
    openStream(slot, 'clicks', options),
  ]);
  return { visits, clicks };
}

async function openStream(slot: EdgeSlot, name: StreamName, options: StreamOptions): Promise<Spool> {
  const { settings, clickhouse, logger } = options;
  const spool = await openSpool({
    directory: join(slot.path, name),
    sync: settings.isSynced ? 'on' : 'off',
    // Both streams together keep to the limit.
    limitBytes: settings.bytesMax / 2,
    diskPercentMax: settings.diskPercentMax,
    failOpenMs: settings.waitMs,
  });
  const target: BatchTarget =
    name === 'visits' ? createEventTarget(clickhouse) : createClickTarget(clickhouse);
  spool.startShipping(target, { onProblem: complainSometimes(logger, name) });
  return spool;
}

/** The same trouble comes back with every attempt; once a minute is enough. */
function complainSometimes(logger: Logger, stream: StreamName): (message: string) => void {
  let silentUntil = 0;
  return (message) => {
    const now = performance.now();
    if (now < silentUntil) return;
    silentUntil = now + complaintMs;
    logger.warn({ stream, why: message }, 'rows could not be shipped; it is tried again');
  };
}

/** Ships what processes left that do not run any more, and gives their places back. */
export async function shipAbandoned(
  directory: string,
  options: StreamOptions,
  isStopping: () => boolean,
): Promise<void> {
  for (const slot of claimAbandonedSlots(directory)) {
    try {
      if (hasBacklog(slot)) await shipSlot(slot, options, isStopping);
    } finally {
      slot.lock.release();
    }
  }
}

async function shipSlot(slot: EdgeSlot, options: StreamOptions, isStopping: () => boolean): Promise<void> {
  const streams = Object.values(await openStreams(slot, options));
  const isDone = () =>
    isStopping() || streams.every((spool) => spool.status().backlogSegments === 0) ? true : undefined;
  await pollUntil(isDone, { timeoutMs: Number.POSITIVE_INFINITY, intervalMs: 200 });
  await Promise.all(streams.map((spool) => spool.close()));
}

function hasBacklog({ path }: EdgeSlot): boolean {
  const streams: StreamName[] = ['visits', 'clicks'];
  return streams.some((stream) =>
    listNames(join(path, stream)).some((name) => /\.(?:open|sealed)$/.test(name)),
  );
}

function listNames(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
