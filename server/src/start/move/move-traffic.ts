import type { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../platform/ids.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { withPostgresClient } from '../../platform/postgres-session.ts';
import { openMoveTarget, type MoveTarget } from '../../traffic/clickhouse/move/move-target.ts';
import {
  beginMove,
  completeMove,
  hasSamePages,
  readMove,
  renewMove,
  resumeArrivals,
  stopArrivals,
  type Move,
} from '../../traffic/postgres/move/move-state.ts';
import { readBatchNames, readPastTime } from '../../traffic/postgres/move/read-chunk.ts';
import { openTraffic } from '../open-traffic.ts';
import { compareStores, differentSums } from './compare-stores.ts';
import { copySizes, RowCopier, type CopySizes, type MoveStep } from './copy-rows.ts';

export type MovePlaces = { postgres: string; clickhouse: string };

export type MovePhase = 'copying' | 'finishing' | 'comparing';

type MoveOptions = {
  places: MovePlaces;
  // Address of the target without credentials.
  target: string;
  sizes?: CopySizes;
  onStep: (step: MoveStep) => Promise<void> | void;
  onPhase: (phase: MovePhase) => Promise<void> | void;
};

export type MovedTraffic = { rows: number; days: number };

const renewMs = 5_000;
const planAttempts = 30;
const namesAtOnce = 50_000;

// Copies all traffic from PostgreSQL to ClickHouse while rows arrive, compares both, and decides that ClickHouse is the
// current store. Continues an interrupted copy.
export async function moveTraffic(options: MoveOptions): Promise<MovedTraffic> {
  const { places } = options;
  return await withPostgresClient(places.postgres, async (source) => {
    const target = openMoveTarget(places.clickhouse);
    try {
      const move = await continueOrBegin(source, target, options.target);
      const stopRenewing = keepRenewing(places.postgres);
      try {
        return await copyUntilEqual({ source, target, move }, options);
      } finally {
        await stopRenewing();
      }
    } finally {
      await target.close();
    }
  });
}

// Throws if the target contains anything but the rows of this move.
export async function requireOwnTarget({
  places,
  target,
}: Pick<MoveOptions, 'places' | 'target'>): Promise<void> {
  await withPostgresClient(places.postgres, async (source) => {
    const opened = openMoveTarget(places.clickhouse);
    try {
      await inspectTarget(opened, await readMove(source), target);
    } finally {
      await opened.close();
    }
  });
}

async function inspectTarget(
  target: MoveTarget,
  move: Move | undefined,
  address: string,
): Promise<'empty' | 'ours'> {
  const found = await target.inspect(move?.id ?? '');
  if (found !== 'other') return found;
  throw new OperatorError(
    'refused',
    `The ClickHouse at ${address} already contains traffic. Drop its database, or choose another one.`,
  );
}

async function continueOrBegin(source: Client, target: MoveTarget, address: string): Promise<Move> {
  // Also tells concurrent changes of rows that the move continues, before it is read whether they have happened.
  await renewMove(source);
  const move = await readMove(source);
  if (move?.state === 'moved') return move;
  const found = await inspectTarget(target, move, address);
  const canContinue = move !== undefined && found === 'ours' && move.state !== 'canceled' && !move.isOutdated;
  if (canContinue && (await hasSamePages(source, move.progress))) return move;
  const id = newId();
  await target.prepare(id);
  return await beginWhenPossible(source, { id, target: address });
}

// The plan waits for queries that run. Between attempts, other queries can start.
async function beginWhenPossible(source: Client, move: { id: string; target: string }): Promise<Move> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await beginMove(source, { ...move, today: new Date().toISOString().slice(0, 10) });
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || attempt === planAttempts) throw error;
      await sleep(2_000);
    }
  }
}

const lockNotAvailable = '55P03';

// Uses a separate connection, because the other one is busy while rows are read.
function keepRenewing(url: string): () => Promise<void> {
  const ended = new AbortController();
  const renewing = withPostgresClient(url, async (client) => {
    while (!ended.signal.aborted) {
      await renewMove(client);
      await sleep(renewMs, undefined, { signal: ended.signal }).catch(() => undefined);
    }
    // If this connection fails, so does the other one.
  }).catch(() => undefined);
  return async () => {
    ended.abort();
    await renewing;
  };
}

type Session = { source: Client; target: MoveTarget; move: Move };

async function copyUntilEqual(
  { source, target, move }: Session,
  options: MoveOptions,
): Promise<MovedTraffic> {
  if (move.state === 'moved') return { rows: move.progress.rows, days: 0 };
  const traffic = await openTraffic({ store: 'clickhouse', url: options.places.clickhouse });
  try {
    const { onStep, sizes = copySizes } = options;
    const copier = new RowCopier({ source, target: traffic.targets.outbox, move, sizes, onStep });
    await options.onPhase('copying');
    await copier.copyPlannedRows();
    const namesSince = await readPastTime(source);
    await copyBatchNames({ source, target });
    for (;;) {
      await copier.catchUp();
      await options.onPhase('finishing');
      await stopArrivals(source);
      const days = await finish({ source, target, move }, { options, copier, namesSince });
      // Rows arrive again if this took so long that the move seemed to be abandoned.
      if (await completeMove(source)) return { rows: move.progress.rows, days };
    }
  } finally {
    await traffic.close();
  }
}

type Finish = { options: MoveOptions; copier: RowCopier; namesSince: string };

// Copies the rest and returns the number of compared days. No rows arrive meanwhile; they do again after a failure.
async function finish({ source, target }: Session, { options, copier, namesSince }: Finish): Promise<number> {
  let isOutdated = false;
  try {
    await copier.finish();
    await copyBatchNames({ source, target }, namesSince);
    await options.onPhase('comparing');
    const { postgres, clickhouse } = options.places;
    const { days, differences } = await compareStores(
      { store: 'postgres', url: postgres },
      { store: 'clickhouse', url: clickhouse },
    );
    isOutdated = differences.length > 0;
    if (isOutdated) throw differentSums(differences);
    return days;
  } catch (error) {
    await resumeArrivals(source, { isOutdated }).catch(() => undefined);
    throw error;
  }
}

async function copyBatchNames({ source, target }: Omit<Session, 'move'>, since?: string): Promise<void> {
  for await (const names of readBatchNames(source, { atOnce: namesAtOnce, since }))
    await target.insertBatchNames(names);
}
