import { ClickHouseError, type ClickHouseSettings } from '@clickhouse/client';
import type { ClickHouseClient } from '../../platform/clickhouse-client.ts';
import { WaypostError } from '../../platform/errors.ts';
import { questionSettings } from '../ask-events.ts';
import { unavailableOr } from '../unavailable.ts';
import type { ReportSql } from './build-report-query.ts';

/** The cells of one row as ClickHouse writes them: texts, and NULL for what is missing. */
export type ReportCells = readonly (string | number | null)[];

export const groupsMax = 2_000_000;

/** What one report may take. The limits are in this one place; ClickHouse itself keeps them. */
export const reportSettings = {
  ...questionSettings,
  max_rows_to_group_by: String(groupsMax),
  group_by_overflow_mode: 'throw',
  // Behind what edges and workers ask for: they cannot wait.
  priority: '2',
  // Many metrics make a long text.
  max_query_size: String(4 * 1_024 * 1_024),
  max_ast_elements: '500000',
} as const satisfies ClickHouseSettings;

const narrow = 'ask for a shorter time, fewer dimensions, or add a filter such as campaign';

/** All rows of an answer. It ends when the caller goes away. */
export async function askReport(
  client: ClickHouseClient,
  sql: ReportSql,
  signal?: AbortSignal,
): Promise<ReportCells[]> {
  try {
    const result = await client.query(asRequest(sql, signal));
    return await result.json<ReportCells>();
  } catch (error) {
    throw explainRefusal(error);
  }
}

/** The same piece by piece, for answers of any length. */
export async function* streamReport(
  client: ClickHouseClient,
  sql: ReportSql,
  { signal, settings }: { signal?: AbortSignal; settings?: ClickHouseSettings } = {},
): AsyncGenerator<ReportCells[]> {
  try {
    const request = asRequest(sql, signal);
    const result = await client.query({
      ...request,
      clickhouse_settings: { ...request.clickhouse_settings, ...settings },
    });
    for await (const rows of result.stream<ReportCells>()) yield rows.map((row) => row.json());
  } catch (error) {
    throw explainRefusal(error);
  }
}

function asRequest({ query, parameters }: ReportSql, signal: AbortSignal | undefined) {
  return {
    query,
    query_params: parameters,
    clickhouse_settings: reportSettings,
    // Long lists of values do not fit into an address.
    use_multipart_params_auto: true,
    format: 'JSONCompactEachRow',
    ...(signal === undefined ? {} : { abort_signal: signal }),
  } as const;
}

/** What is too much says what to do about it. */
function explainRefusal(error: unknown): unknown {
  const type = error instanceof ClickHouseError ? (error.type ?? '') : '';
  if (type === 'TOO_MANY_ROWS') return tooMuch(`the report has more than ${groupsMax} rows: ${narrow}`);
  if (type === 'MEMORY_LIMIT_EXCEEDED' && !/total|server/i.test((error as Error).message.slice(0, 80)))
    return tooMuch(`the report needs too much memory: ${narrow}`);
  if (type === 'TIMEOUT_EXCEEDED' || type === 'TOO_SLOW')
    return new WaypostError('SERVICE_UNAVAILABLE', `the report takes too long: ${narrow}`, { cause: error });
  return unavailableOr(error);
}

function tooMuch(message: string): WaypostError {
  return new WaypostError('VALIDATION_FAILED', message, {
    details: { issues: [{ path: 'dimensions', message }] },
  });
}
