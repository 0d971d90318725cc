import type { BatchTarget, InsertOutcome } from '../domain/events/batch-target.ts';
import { trafficColumns } from '../domain/events/columns.ts';
import type { ClickHouseClient } from '../platform/clickhouse-client.ts';
import { insertedAs } from './inserted-as.ts';
import { describeRefusal, sendLines } from './send-lines.ts';
import { separateRefused } from './separate-refused.ts';

/** What every insert of ours shares: the row format, and that a batch becomes one block, so one part, all or nothing. */
export const batchSettings = {
  async_insert: 0,
  input_format_tsv_empty_as_default: 1,
  input_format_tsv_detect_header: 0,
  // One thread that parses and one block however many rows: of two blocks one could be stored without the other.
  input_format_parallel_parsing: 0,
  max_insert_threads: '1',
  max_insert_block_size: '10000000',
  min_insert_block_size_rows: '10000000',
  min_insert_block_size_bytes: '0',
} as const;

/** The columns of a spool line: its header, its batch, its row. */
export const lineColumns = ['line', 'batch', ...trafficColumns] as const;

/** Takes spool lines into `events` as they are. */
export function createEventTarget(client: ClickHouseClient): BatchTarget {
  return createLineTarget(client, lineColumns);
}

/** Takes lines with these columns into `events`. */
export function createLineTarget(client: ClickHouseClient, columns: readonly string[]): BatchTarget {
  const query = `INSERT INTO events (${columns.map(insertedAs).join(', ')}) FORMAT TabSeparated`;
  return {
    insert: (batch, lines) =>
      reportOutcome(() =>
        sendLines(client, {
          query,
          lines,
          settings: { ...batchSettings, insert_deduplication_token: batch },
        }),
      ),
    findBatches: (batches, sinceMs) => findBatches(client, batches, sinceMs),
    separateRefused: async (lines) => {
      const probe = await createProbe(client, columns);
      return await separateRefused(lines, probe);
    },
  };
}

/** Only an answer that blames the rows is certain to have stored none; after any other it has to be asked. */
export async function reportOutcome(send: () => Promise<unknown>): Promise<InsertOutcome> {
  try {
    await send();
    return { kind: 'inserted' };
  } catch (error) {
    const reason = describeRefusal(error);
    if (reason !== undefined) return { kind: 'refused', reason };
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}

export async function findBatches(
  client: ClickHouseClient,
  batches: readonly string[],
  sinceMs: number,
): Promise<Set<string>> {
  const result = await client.query({
    query:
      'SELECT DISTINCT batch FROM events WHERE batch IN {batches:Array(String)} AND time >= fromUnixTimestamp64Milli({since:Int64})',
    query_params: { batches, since: sinceMs },
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ batch: string }>();
  return new Set(rows.map(({ batch }) => batch));
}

/** The columns of a line with the types that they have in the table. */
export async function describeLine(
  client: ClickHouseClient,
  columns: readonly string[] = lineColumns,
): Promise<string> {
  const result = await client.query({
    query:
      "SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'events' ORDER BY position",
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ name: string; type: string }>();
  // Ids as few values are the table's own affair; elsewhere ClickHouse would have to be told that it is meant.
  const types = new Map(rows.map(({ name, type }) => [name, type.replace('LowCardinality(UUID)', 'UUID')]));
  const missing = columns.filter((name) => !types.has(insertedAs(name)));
  if (missing.length > 0) throw new Error(`the table events has no ${missing.join(', ')}`);
  return columns.map((name) => `${name} ${types.get(insertedAs(name))}`).join(', ');
}

/** Lets ClickHouse read lines as it does for the table, and throw away what it has read. */
export async function createProbe(
  client: ClickHouseClient,
  columns: readonly string[] = lineColumns,
): Promise<(lines: Buffer) => Promise<string | undefined>> {
  const structure = (await describeLine(client, columns)).replaceAll("'", String.raw`\'`);
  const query = `INSERT INTO FUNCTION null('${structure}') (${columns.join(', ')}) FORMAT TabSeparated`;
  return async (lines) => {
    try {
      await sendLines(client, { query, lines, settings: batchSettings });
      return undefined;
    } catch (error) {
      const reason = describeRefusal(error);
      if (reason === undefined) throw error;
      return reason;
    }
  };
}
