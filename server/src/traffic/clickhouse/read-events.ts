import type { ClickHouseSettings } from '@clickhouse/client';
import { eventsRequest } from '../refusals.ts';
import type { ClickHouseClient } from './client.ts';
import { runQuery, explainRefusal, type Query } from './run-query.ts';

const secondsMax = 20;
const memoryBytesMax = 1024 ** 3;

/** What every question of a workspace shares: it only reads, ends in time, and ends when nobody waits any more. */
export const questionSettings = {
  readonly: '2',
  max_execution_time: secondsMax,
  max_memory_usage: String(memoryBytesMax),
  cancel_http_readonly_queries_on_client_close: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_64bit_integers: 0,
} as const satisfies ClickHouseSettings;

/** The rows of an answer, each as a list. It is ended soon after ClickHouse should have ended it itself. */
export async function readEvents(
  client: ClickHouseClient,
  { query, params, settings, signal }: Omit<Query, 'settings'> & Partial<Pick<Query, 'settings'>>,
): Promise<unknown[][]> {
  const timeout = AbortSignal.timeout((secondsMax + 2) * 1_000);
  const ended = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  const question = { query, params, settings: { ...settings, ...questionSettings }, signal: ended };
  try {
    return await runQuery<unknown[]>(client, question, eventsRequest);
  } catch (error) {
    // Of what ended it the client does not tell.
    throw timeout.aborted ? explainRefusal(timeout.reason, eventsRequest) : error;
  }
}
