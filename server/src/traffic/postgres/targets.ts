import type { PoolClient } from 'pg';
import {
  noneMissing,
  type BatchTarget,
  type InsertOutcome,
  type MissingVisits,
  type RefusedLine,
} from '../../domain/traffic/batch-target.ts';
import { eventColumns, trafficColumns, type EventColumn } from '../../domain/traffic/columns.ts';
import { separateRefused } from '../../domain/traffic/separate-refused.ts';
import { describeError } from '../../platform/errors.ts';
import type { TrafficStore } from '../traffic-store.ts';
import { findMissingVisits, joinVisits } from './click-rows.ts';
import type { TrafficConnections } from './connections.ts';
import { RowRefused, rowWriter } from './copy-row.ts';
import { describeRowError } from './explain-query-error.ts';
import {
  copyRows,
  unjoined,
  incoming,
  MonthPartitions,
  createTempTables,
  recordBatch,
  storeIncoming,
} from './store-rows.ts';

// It takes a few seconds to store the rows of four busy seconds, and the sender times out after a minute.
const limits = { timeoutMs: 45_000 };

type LineFormat = {
  columns: readonly EventColumn[];
  /** Number of leading cells that are not part of the row: spool header and batch. */
  skipped: number;
};
const spoolLines: LineFormat = { columns: trafficColumns, skipped: 2 };
const outboxLines: LineFormat = { columns: eventColumns, skipped: 1 };

// Thrown to roll back a dry run.
class DryRunFinished extends Error {}

/**
 * Creates targets that store each batch in one transaction. The transaction first records the batch name, so the batch
 * is stored exactly once and completely, or not at all.
 */
export function createTargets(connections: TrafficConnections): TrafficStore['targets'] {
  const months = new MonthPartitions();
  const target = (format: LineFormat, isJoined: boolean): BatchTarget => {
    const write = rowWriter(format.columns, format.skipped);
    const store = async (client: PoolClient, lines: Buffer): Promise<string[]> => {
      const rows = listLines(lines).map(write);
      const createdMonths = await months.createMissing(client, listHours(rows, format.columns));
      const table = isJoined ? unjoined : incoming;
      await copyRows(client, { table, columns: format.columns, rows: `${rows.join('\n')}\n` });
      if (isJoined) await joinVisits(client);
      await storeIncoming(client);
      return createdMonths;
    };
    return {
      insert: async (batch, lines) =>
        await reportOutcome(months, async () => {
          const createdMonths = await connections.asSystem(limits, async (client) => {
            await createTempTables(client);
            return (await recordBatch(client, batch)) ? await store(client, lines) : [];
          });
          months.remember(createdMonths);
        }),
      findBatches: (batches) => findBatches(connections, batches),
      separateRefused: async (lines) => {
        const read = readEach(lines, write);
        // A line that can be parsed may still be rejected by the database, for example because of its date.
        const stored = await separateRefused(read.accepted, (subset) =>
          dryRun(connections, months, (client) => store(client, subset)),
        );
        return { accepted: stored.accepted, refused: [...read.refused, ...stored.refused] };
      },
    };
  };
  return {
    visits: target(spoolLines, false),
    clicks: {
      ...target(spoolLines, true),
      findMissingVisits: (lines) => findMissing(connections, lines),
    },
    outbox: target(outboxLines, false),
  };
}

async function findBatches(
  connections: TrafficConnections,
  batches: readonly string[],
): Promise<Set<string>> {
  const { rows } = await connections.asSystem(limits, (client) =>
    client.query<{ name: string }>('SELECT name FROM traffic.batches WHERE name = ANY($1)', [[...batches]]),
  );
  return new Set(rows.map(({ name }) => name));
}

// Sends a batch and reports the outcome. Only an error about rows guarantees that nothing was stored; after any other
// error, the caller must check.
async function reportOutcome(months: MonthPartitions, send: () => Promise<void>): Promise<InsertOutcome> {
  try {
    await send();
    return { kind: 'inserted' };
  } catch (error) {
    months.forget();
    const reason = error instanceof RowRefused ? error.message : describeRowError(error);
    return reason === undefined
      ? { kind: 'unknown', reason: describeError(error) }
      : { kind: 'refused', reason };
  }
}

// Returns the reason why these lines would be rejected, or undefined. Does not store any of the lines.
async function dryRun(
  connections: TrafficConnections,
  months: MonthPartitions,
  store: (client: PoolClient) => Promise<unknown>,
): Promise<string | undefined> {
  try {
    await connections.asSystem(limits, async (client) => {
      await createTempTables(client);
      await store(client);
      throw new DryRunFinished();
    });
    return undefined;
  } catch (error) {
    months.forget();
    if (error instanceof DryRunFinished) return undefined;
    const reason = describeRowError(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

function readEach(
  lines: Buffer,
  write: (line: string) => string,
): { accepted: Buffer; refused: RefusedLine[] } {
  const accepted: string[] = [];
  const refused: RefusedLine[] = [];
  for (const line of listLines(lines)) {
    try {
      write(line);
      accepted.push(`${line}\n`);
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      refused.push({ line, reason: error.message });
    }
  }
  return { accepted: Buffer.from(accepted.join('')), refused };
}

// Returns no missing visits if a line cannot be parsed, because the insert will report that line.
async function findMissing(connections: TrafficConnections, lines: Buffer): Promise<MissingVisits> {
  const { columns, skipped } = spoolLines;
  const write = rowWriter(columns, skipped);
  try {
    const rows = listLines(lines).map(write);
    return await connections.asSystem(limits, async (client) => {
      await createTempTables(client);
      await copyRows(client, { table: unjoined, columns, rows: `${rows.join('\n')}\n` });
      return await findMissingVisits(client);
    });
  } catch (error) {
    if (error instanceof RowRefused || describeRowError(error) !== undefined) return noneMissing;
    throw error;
  }
}

function listLines(lines: Buffer): string[] {
  const all = lines.toString().split('\n');
  if (all.at(-1) === '') all.pop();
  return all;
}

function listHours(rows: readonly string[], columns: readonly EventColumn[]): Set<number> {
  const at = columns.indexOf('visit_time');
  const hourMs = 3_600_000;
  // One timestamp per hour is enough to find all months in which rows occur.
  return new Set(rows.map((row) => Math.floor(Number(row.split('\t', at + 1)[at]) / hourMs) * hourMs));
}
