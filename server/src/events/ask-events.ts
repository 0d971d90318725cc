import type { ClickHouseSettings } from '@clickhouse/client';
import type { ClickHouseClient } from '../platform/clickhouse-client.ts';
import { unavailableOr } from './unavailable.ts';

export type Question = {
  query: string;
  /** Bound beside the text. */
  params: Record<string, unknown>;
  settings?: ClickHouseSettings;
};

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

/** The rows of an answer, each as a list. Where ClickHouse is away or takes too long, it is unavailable, not broken. */
export async function askEvents(client: ClickHouseClient, question: Question): Promise<unknown[][]> {
  try {
    const result = await client.query({
      query: question.query,
      query_params: question.params,
      clickhouse_settings: { ...questionSettings, ...question.settings },
      abort_signal: AbortSignal.timeout((secondsMax + 2) * 1_000),
      format: 'JSONCompactEachRow',
    });
    return await result.json<unknown[]>();
  } catch (error) {
    throw unavailableOr(error);
  }
}
