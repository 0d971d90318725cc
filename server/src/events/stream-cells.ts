import type { ClickHouseSettings } from '@clickhouse/client';
import type { ClickHouseClient } from '../platform/clickhouse-client.ts';
import { explainRefusal, type Asked } from './explain-refusal.ts';

export type StreamedQuestion = {
  query: string;
  /** Bound beside the text. */
  params: Record<string, unknown>;
  settings: ClickHouseSettings;
  /** Ends it, whatever it is at. */
  signal: AbortSignal | undefined;
};

/** The rows of an answer of any length, each as a list, some at a time. It ends when whoever takes them stops. */
export async function* streamCells<Cells>(
  client: ClickHouseClient,
  { query, params, settings, signal }: StreamedQuestion,
  asked: Asked,
): AsyncGenerator<Cells[]> {
  try {
    // The client begins with what is over already.
    signal?.throwIfAborted();
    const result = await client.query({
      query,
      query_params: params,
      clickhouse_settings: settings,
      // Long lists of values do not fit into an address.
      use_multipart_params_auto: true,
      format: 'JSONCompactEachRow',
      ...(signal === undefined ? {} : { abort_signal: signal }),
    });
    // The client listens to the signal until the answer begins, and no longer.
    const close = () => result.close();
    signal?.addEventListener('abort', close, { once: true });
    try {
      for await (const rows of result.stream<Cells>()) yield rows.map((row) => row.json());
      signal?.throwIfAborted();
    } finally {
      signal?.removeEventListener('abort', close);
    }
  } catch (error) {
    throw explainRefusal(error, asked);
  }
}
