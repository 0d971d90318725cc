import type { ClickHouseSettings } from '@clickhouse/client';
import { eventsRequest } from '../request-errors.ts';
import type { ClickHouseClient } from './client.ts';
import { runQuery, explainQueryError, type Query } from './run-query.ts';

const secondsMax = 20;
const memoryBytesMax = 1024 ** 3;

/**
 * Settings for all queries about one workspace: read-only, with a time limit, and canceled when the client disconnects.
 */
export const querySettings = {
  readonly: '2',
  max_execution_time: secondsMax,
  max_memory_usage: String(memoryBytesMax),
  cancel_http_readonly_queries_on_client_close: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_64bit_integers: 0,
} as const satisfies ClickHouseSettings;

/**
 * Returns each row as an array. If ClickHouse does not stop a query at its time limit, the query is aborted shortly
 * afterward.
 */
export async function readEvents(
  client: ClickHouseClient,
  { query, params, settings, signal }: Omit<Query, 'settings'> & Partial<Pick<Query, 'settings'>>,
): Promise<unknown[][]> {
  const timeout = AbortSignal.timeout((secondsMax + 2) * 1_000);
  const aborted = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  const limited = { query, params, settings: { ...settings, ...querySettings }, signal: aborted };
  try {
    return await runQuery<unknown[]>(client, limited, eventsRequest);
  } catch (error) {
    // The client does not report which signal aborted the request.
    throw timeout.aborted ? explainQueryError(timeout.reason, eventsRequest) : error;
  }
}
