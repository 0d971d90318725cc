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
import { describeRowError } from './explain-refusal.ts';
import { copyRows, given, incoming, KnownMonths, makeRoom, noteBatch, storeIncoming } from './store-rows.ts';

// A batch of four busy seconds takes a few; whoever sends it takes it for lost after a minute.
const limits = { timeoutMs: 45_000 };

type LineForm = {
  columns: readonly EventColumn[];
  /** Cells before those of the row: the header of the spool, the batch. */
  skipped: number;
};
const spoolLines: LineForm = { columns: trafficColumns, skipped: 2 };
const outboxLines: LineForm = { columns: eventColumns, skipped: 1 };

/** Thrown to end a transaction that was only to show something. */
class OnlyTried extends Error {}

/** The ways in. A batch is one transaction that begins with its name: it is there once, with all its rows, or not at all. */
export function createTargets(connections: TrafficConnections): TrafficStore['targets'] {
  const months = new KnownMonths();
  const target = (form: LineForm, isJoined: boolean): BatchTarget => {
    const write = rowWriter(form.columns, form.skipped);
    const store = async (client: PoolClient, lines: Buffer): Promise<string[]> => {
      const rows = listLines(lines).map(write);
      const made = await months.make(client, listMoments(rows, form.columns));
      const table = isJoined ? given : incoming;
      await copyRows(client, { table, columns: form.columns, rows: `${rows.join('\n')}\n` });
      if (isJoined) await joinVisits(client);
      await storeIncoming(client);
      return made;
    };
    return {
      insert: async (batch, lines) =>
        await reportOutcome(months, async () => {
          const made = await connections.asSystem(limits, async (client) => {
            await makeRoom(client);
            return (await noteBatch(client, batch)) ? await store(client, lines) : [];
          });
          months.remember(made);
        }),
      findBatches: (batches) => findBatches(connections, batches),
      separateRefused: async (lines) => {
        const read = readEach(lines, write);
        // What can be read may still be refused, a day that no month has, say.
        const tried = await separateRefused(read.accepted, (some) =>
          tryRows(connections, months, (client) => store(client, some)),
        );
        return { accepted: tried.accepted, refused: [...read.refused, ...tried.refused] };
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

/** Only an error that blames the rows is certain to have stored none; after any other it has to be asked. */
async function reportOutcome(months: KnownMonths, send: () => Promise<void>): Promise<InsertOutcome> {
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

/** Why these lines are refused together, or nothing; none of them is stored. */
async function tryRows(
  connections: TrafficConnections,
  months: KnownMonths,
  store: (client: PoolClient) => Promise<unknown>,
): Promise<string | undefined> {
  try {
    await connections.asSystem(limits, async (client) => {
      await makeRoom(client);
      await store(client);
      throw new OnlyTried();
    });
    return undefined;
  } catch (error) {
    months.forget();
    if (error instanceof OnlyTried) return undefined;
    const reason = describeRowError(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

/** Lines whose cells cannot be read are told from the others without asking anybody. */
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

/** Lines that cannot be read are the insert's to find; nobody waits for their visits. */
async function findMissing(connections: TrafficConnections, lines: Buffer): Promise<MissingVisits> {
  const { columns, skipped } = spoolLines;
  const write = rowWriter(columns, skipped);
  try {
    const rows = listLines(lines).map(write);
    return await connections.asSystem(limits, async (client) => {
      await makeRoom(client);
      await copyRows(client, { table: given, columns, rows: `${rows.join('\n')}\n` });
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

function listMoments(rows: readonly string[], columns: readonly EventColumn[]): Set<number> {
  const at = columns.indexOf('visit_time');
  const hourMs = 3_600_000;
  // Any moment of an hour stands for all of it.
  return new Set(rows.map((row) => Math.floor(Number(row.split('\t', at + 1)[at]) / hourMs) * hourMs));
}
