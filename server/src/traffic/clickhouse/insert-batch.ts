import type { BatchTarget, InsertOutcome } from '../../domain/traffic/batch-target.ts';
import { eventColumns, trafficColumns } from '../../domain/traffic/columns.ts';
import { separateRefused } from '../../domain/traffic/separate-refused.ts';
import type { ClickHouseClient } from './client.ts';
import { hasRows } from './has-rows.ts';
import { insertColumnName } from './insert-column-names.ts';
import { describeRowError, sendLines } from './send-lines.ts';

/**
 * Settings for all inserts: the row format, and one block per batch, so that the batch becomes one part and is stored
 * atomically.
 */
export const batchSettings = {
  async_insert: 0,
  input_format_tsv_empty_as_default: 1,
  input_format_tsv_detect_header: 0,
  // A single parser thread creates one block for any number of rows. With two blocks, only one of them might be stored.
  input_format_parallel_parsing: 0,
  max_insert_threads: '1',
  max_insert_block_size: '10000000',
  min_insert_block_size_rows: '10000000',
  min_insert_block_size_bytes: '0',
  // Deduplicates by token, even though ClickHouse cannot know whether a repeated SELECT would return the rows in the
  // same order.
  deduplicate_insert_select: 'enable_even_for_bad_queries',
} as const;

/** Columns of a line in a spool: header, batch and row. */
export const lineColumns = ['line', 'batch', ...trafficColumns] as const;

export function createEventTarget(client: ClickHouseClient): BatchTarget {
  return createLineTarget(client, lineColumns);
}

// Inserts lines with these columns. ClickHouse parses LowCardinality columns as their underlying type and converts
// whole columns afterward, because dictionary lookups during parsing would double the insert time.
function createLineTarget(client: ClickHouseClient, columns: readonly string[]): BatchTarget {
  // The query is cached, because columns change only with a migration, which requires a restart.
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

// Empty cells get the default value of the table column. The query must state these defaults, because `input()` does
// not apply them.
function buildInsert(columns: readonly LineColumn[]): string {
  const filled = columns
    .filter(({ defaultSql }) => defaultSql !== '')
    .map(
      ({ name, type, defaultSql }) =>
        `if(${name} = defaultValueOfTypeName('${type}'), ${defaultSql}, ${name}) AS ${name}`,
    );
  const selected = filled.length === 0 ? '*' : `* REPLACE (${filled.join(', ')})`;
  // The query is short, because it becomes part of the URL.
  return `INSERT INTO events (${columns.map(({ name }) => insertColumnName(name)).join(',')})
    SELECT ${selected} FROM input(${quote(listTypes(columns))}) FORMAT TabSeparated`;
}

/**
 * Sends a batch and reports the outcome. Only an error about rows guarantees that nothing was stored; after any other
 * error, the caller must check.
 */
export async function reportOutcome(send: () => Promise<unknown>): Promise<InsertOutcome> {
  try {
    await send();
    return { kind: 'inserted' };
  } catch (error) {
    const reason = describeRowError(error);
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
    query: `SELECT DISTINCT batch FROM events
      WHERE batch IN {batches:Array(String)} AND time >= fromUnixTimestamp64Milli({since:Int64})
      UNION ALL SELECT name AS batch FROM moved_batches WHERE name IN {batches:Array(String)}`,
    query_params: { batches, since: sinceMs },
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ batch: string }>();
  return new Set(rows.map(({ batch }) => batch));
}

type LineColumn = { name: string; type: string; defaultSql: string };

async function readColumns(client: ClickHouseClient, columns: readonly string[]): Promise<LineColumn[]> {
  const result = await client.query({
    query: `
      SELECT name, type, if(default_kind = 'DEFAULT', default_expression, '') AS defaultSql
      FROM system.columns WHERE database = currentDatabase() AND table = 'events'`,
    format: 'JSONEachRow',
  });
  const known = new Map((await result.json<LineColumn>()).map((column) => [column.name, column]));
  return columns.map((name) => {
    const { type, defaultSql } = known.get(insertColumnName(name)) ?? {};
    if (type === undefined || defaultSql === undefined)
      throw new Error(`the table events has no column ${name}`);
    return { name, type: type.replace(/LowCardinality\((\w+)\)/, '$1'), defaultSql };
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

/** Creates a probe that parses lines like an insert into the table and discards the result. */
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
      const reason = describeRowError(error);
      if (reason === undefined) throw error;
      return reason;
    }
  };
}

export const outboxColumns = ['batch', ...eventColumns] as const;

export function createOutboxTarget(client: ClickHouseClient): BatchTarget {
  return createLineTarget(client, outboxColumns);
}
