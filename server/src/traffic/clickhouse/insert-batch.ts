import type { BatchTarget, InsertOutcome } from '../../domain/traffic/batch-target.ts';
import { eventColumns, trafficColumns } from '../../domain/traffic/columns.ts';
import { separateRefused } from '../../domain/traffic/separate-refused.ts';
import type { ClickHouseClient } from './client.ts';
import { hasRows } from './has-rows.ts';
import { insertColumnName } from './insert-column-names.ts';
import { describeRefusal, sendLines } from './send-lines.ts';

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
  // The token holds for the batch, also where ClickHouse cannot know that rows would come in the same order again.
  deduplicate_insert_select: 'enable_even_for_bad_queries',
} as const;

/** The columns of a spool line: its header, its batch, its row. */
export const lineColumns = ['line', 'batch', ...trafficColumns] as const;

/** Takes spool lines into `events` as they are. */
export function createEventTarget(client: ClickHouseClient): BatchTarget {
  return createLineTarget(client, lineColumns);
}

/**
 * Takes lines with these columns into `events`. ClickHouse reads them as plain values and makes few values of whole columns
 * afterwards: looking each value up while it reads takes twice the time of the whole insert.
 */
function createLineTarget(client: ClickHouseClient, columns: readonly string[]): BatchTarget {
  // Asked once: it changes with a migration only, and those come with a new start.
  let query: string | undefined;
  return {
    insert: (batch, lines) =>
      reportOutcome(async () => {
        query ??= buildInsert(await readColumns(client, columns));
        await sendLines(client, {
          query,
          lines,
          settings: { ...batchSettings, insert_deduplication_token: batch },
        });
      }),
    findBatches: (batches, sinceMs) => findBatches(client, batches, sinceMs),
    hasRows: (lines) => hasRows(client, columns, lines),
    separateRefused: async (lines) => {
      const probe = await createProbe(client, columns);
      return await separateRefused(lines, probe);
    },
  };
}

/** What a line leaves empty is what the table takes for it: of a table without defaults that has to be said. */
function buildInsert(columns: readonly LineColumn[]): string {
  const filled = columns
    .filter(({ otherwise }) => otherwise !== '')
    .map(
      ({ name, type, otherwise }) =>
        `if(${name} = defaultValueOfTypeName('${type}'), ${otherwise}, ${name}) AS ${name}`,
    );
  const selected = filled.length === 0 ? '*' : `* REPLACE (${filled.join(', ')})`;
  // It becomes part of an address, so it is kept short.
  return `INSERT INTO events (${columns.map(({ name }) => insertColumnName(name)).join(',')})
    SELECT ${selected} FROM input(${quote(listTypes(columns))}) FORMAT TabSeparated`;
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

type LineColumn = { name: string; type: string; otherwise: string };

/** The columns of a line as the table has them, but for few values, which are its own affair. */
async function readColumns(client: ClickHouseClient, columns: readonly string[]): Promise<LineColumn[]> {
  const result = await client.query({
    query: `
      SELECT name, type, if(default_kind = 'DEFAULT', default_expression, '') AS otherwise
      FROM system.columns WHERE database = currentDatabase() AND table = 'events'`,
    format: 'JSONEachRow',
  });
  const known = new Map((await result.json<LineColumn>()).map((column) => [column.name, column]));
  return columns.map((name) => {
    const { type, otherwise } = known.get(insertColumnName(name)) ?? {};
    if (type === undefined || otherwise === undefined) throw new Error(`the table events has no ${name}`);
    return { name, type: type.replace(/LowCardinality\((\w+)\)/, '$1'), otherwise };
  });
}

export async function describeLine(
  client: ClickHouseClient,
  columns: readonly string[] = lineColumns,
): Promise<string> {
  return listTypes(await readColumns(client, columns));
}

function listTypes(columns: readonly LineColumn[]): string {
  return columns.map(({ name, type }) => `${name} ${type}`).join(',');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`\'`)}'`;
}

/** Lets ClickHouse read lines as it does for the table, and throw away what it has read. */
export async function createProbe(
  client: ClickHouseClient,
  columns: readonly string[] = lineColumns,
): Promise<(lines: Buffer) => Promise<string | undefined>> {
  const query = `INSERT INTO FUNCTION null(${quote(await describeLine(client, columns))}) (${columns.join(', ')}) FORMAT TabSeparated`;
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

/** The columns of a line: its batch, its row. */
const outboxColumns = ['batch', ...eventColumns] as const;

/** Takes rows of goals and postbacks into `events`. Each line begins with the name of the batch. */
export function createOutboxTarget(client: ClickHouseClient): BatchTarget {
  return createLineTarget(client, outboxColumns);
}
