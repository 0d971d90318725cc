import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BatchTarget } from '../../../domain/traffic/batch-target.ts';
import { openSpool, type Spool } from '../../../edge/spool/open-spool.ts';
import type { Logger } from '../../../platform/logger.ts';
import { pollUntil } from '../../../platform/retry.ts';
import { makeContext, systemActor } from '../../../services/context.ts';
import { createInboxTarget } from '../../../services/conversions/receive-batch.ts';
import { signOffSpool } from '../../../services/publishing/publication.ts';
import type { Database } from '../../../store/database/database.ts';
import type { TrafficStore } from '../../../traffic/traffic-store.ts';
import type { Settings } from '../../settings.ts';
import {
  claimAbandonedSlots,
  type FinishedSlots,
  releaseSlot,
  streamNames,
  type EdgeSlot,
  type StreamName,
} from './edge-slots.ts';
import { tryEraseRejectedRows } from './rejected-rows.ts';
import { nameSpool } from './shipping-progress.ts';

export type EdgeStreams = Record<StreamName, Spool>;

// Each stream's share of the maximum spool size.
const shares: Record<StreamName, number> = { visits: 0.45, clicks: 0.45, inbox: 0.1 };

export function receiverName(stream: StreamName, traffic: Pick<TrafficStore, 'engine'>): string {
  return stream === 'inbox' ? 'PostgreSQL' : traffic.engine;
}

// An inbox batch is stored in one transaction, whose statements time out after a few seconds.
const inboxSegmentBytes = 1024 ** 2;

type StreamOptions = {
  settings: Settings['spool'];
  traffic: TrafficStore;
  database: Database;
  logger: Logger;
  adopted: Set<EdgeStreams>;
  finished: FinishedSlots;
};

const warningIntervalMs = 60_000;

export async function openStreams(slot: EdgeSlot, options: StreamOptions): Promise<EdgeStreams> {
  const [visits, clicks, inbox] = await Promise.all([
    openStream(slot, 'visits', options),
    openStream(slot, 'clicks', options),
    openStream(slot, 'inbox', options),
  ]);
  ship('visits', visits, options);
  // Started after the visit stream, because clicks wait for unshipped visits that they may belong to.
  ship('clicks', clicks, options, visits);
  ship('inbox', inbox, options);
  return { visits, clicks, inbox };
}

async function openStream(
  slot: EdgeSlot,
  name: StreamName,
  { settings, logger }: StreamOptions,
): Promise<Spool> {
  return await openSpool({
    directory: join(slot.path, name),
    sync: settings.isSynced ? 'on' : 'off',
    limitBytes: Math.floor(settings.bytesMax * shares[name]),
    diskPercentMax: settings.diskPercentMax,
    failOpenMs: settings.waitMs,
    // Batches stay small, because conversions should arrive quickly and PostgreSQL would not benefit from larger
    // batches.
    ...(name === 'inbox' ? { segmentBytes: inboxSegmentBytes, busyBytes: Infinity } : {}),
    onLost: (rowsMax) =>
      logger.error(
        { stream: name, rowsMax },
        'previous process exited before writing rows for answered requests',
      ),
  });
}

function ship(name: StreamName, spool: Spool, options: StreamOptions, visits?: Spool): void {
  const onProblem = createThrottledWarning(options.logger, name);
  spool.startShipping(targetOf(name, options), {
    onProblem,
    ...(visits === undefined ? {} : { visits }),
  });
}

function targetOf(name: StreamName, { traffic, database }: StreamOptions): BatchTarget {
  return name === 'inbox'
    ? createInboxTarget(makeContext(database, systemActor('edge')))
    : traffic.targets[name];
}

// Logs at most once a minute, because every retry reports the same problem.
function createThrottledWarning(logger: Logger, stream: StreamName): (message: string) => void {
  let silentUntil = 0;
  return (message) => {
    const now = performance.now();
    if (now < silentUntil) return;
    silentUntil = now + warningIntervalMs;
    logger.warn({ stream, why: message }, 'failed to ship rows, retrying');
  };
}

export async function shipAbandoned(
  directory: string,
  options: StreamOptions,
  isStopping: () => boolean,
): Promise<void> {
  for (const slot of claimAbandonedSlots(directory, Date.now(), options.finished)) {
    let isFinished = false;
    try {
      if (isStopping()) break;
      await tryEraseRejectedRows(slot.path, options);
      if (hasSegments(slot)) await shipSlot(slot, options, isStopping);
      if (isStopping()) break;
      const context = makeContext(options.database, systemActor('edge'));
      // Rows of erased visits must be deleted from rejected rows within a minute.
      isFinished = (await signOffSpool(context, nameSpool(slot))) && !hasRejectedRows(slot);
    } finally {
      releaseSlot(slot);
    }
    if (isFinished) options.finished.add(slot.path);
  }
}

async function shipSlot(slot: EdgeSlot, options: StreamOptions, isStopping: () => boolean): Promise<void> {
  const opened = await openStreams(slot, options);
  const streams = Object.values(opened);
  options.adopted.add(opened);
  const isDone = () => (isStopping() || streams.every(isShipped) ? true : undefined);
  await pollUntil(isDone, { timeoutMs: Number.POSITIVE_INFINITY, intervalMs: 200 });
  // Also removes shipped segments, because no other process cleans up this slot.
  await Promise.all(streams.map((spool) => spool.removeOld()));
  await Promise.all(streams.map((spool) => spool.close()));
  options.adopted.delete(opened);
  if (!isStopping()) await signOffSpool(makeContext(options.database, systemActor('edge')), nameSpool(slot));
}

function isShipped(spool: Spool): boolean {
  const { backlogSegments, hasCheckedShipped } = spool.status();
  return hasCheckedShipped && backlogSegments === 0;
}

function hasSegments({ path }: EdgeSlot): boolean {
  return streamNames.some((stream) =>
    listNames(join(path, stream)).some((name) => /\.(?:open|sealed|shipped)$/.test(name)),
  );
}

function hasRejectedRows({ path }: EdgeSlot): boolean {
  return streamNames.some((stream) => listNames(join(path, stream, 'rejected')).length > 0);
}

function listNames(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
