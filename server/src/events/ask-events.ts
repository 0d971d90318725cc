import type { ClickHouseSettings } from '@clickhouse/client';
import type { ClickHouseClient } from '../platform/clickhouse-client.ts';
import { explainRefusal, type Asked } from './explain-refusal.ts';

export type Question = {
  query: string;
  /** Bound beside the text. */
  params: Record<string, unknown>;
  settings?: ClickHouseSettings;
  /** Ends it when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
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

export const askedForEvents: Asked = {
  what: 'the list',
  narrow: 'ask for a shorter time, or add a filter such as campaignId or type',
  parameter: 'from',
};

/** The rows of an answer, each as a list. Where ClickHouse is away or takes too long, it is unavailable, not broken. */
export async function askEvents(client: ClickHouseClient, question: Question): Promise<unknown[][]> {
  const timeout = AbortSignal.timeout((secondsMax + 2) * 1_000);
  const { signal } = question;
  try {
    // The client begins with what is over already.
    signal?.throwIfAborted();
    const result = await client.query({
      query: question.query,
      query_params: question.params,
      clickhouse_settings: { ...questionSettings, ...question.settings },
      abort_signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      format: 'JSONCompactEachRow',
    });
    return await result.json<unknown[]>();
  } catch (error) {
    throw explainRefusal(timeout.aborted ? timeout.reason : error, askedForEvents);
  }
}
