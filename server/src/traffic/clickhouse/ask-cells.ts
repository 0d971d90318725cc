import type { ClickHouseSettings } from '@clickhouse/client';
import type { ClickHouseClient } from './client.ts';
import type { Asked } from '../refusals.ts';
import { explainRefusal } from './explain-refusal.ts';

export type CellsQuestion = {
  query: string;
  /** Bound beside the text. */
  params: Record<string, unknown>;
  settings: ClickHouseSettings;
  /** Ends it, whatever it is at. */
  signal?: AbortSignal | undefined;
};

/** All rows of an answer, each as a list. Where ClickHouse is away or takes too long, it is unavailable, not broken. */
export async function askCells<Cells>(
  client: ClickHouseClient,
  question: CellsQuestion,
  asked: Asked,
): Promise<Cells[]> {
  try {
    const result = await request(client, question);
    return await result.json<Cells>();
  } catch (error) {
    throw explainRefusal(error, asked);
  }
}

/** The same for an answer of any length, some rows at a time. It ends when whoever takes them stops. */
export async function* streamCells<Cells>(
  client: ClickHouseClient,
  question: CellsQuestion,
  asked: Asked,
): AsyncGenerator<Cells[]> {
  const { signal } = question;
  try {
    const result = await request(client, question);
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

async function request(client: ClickHouseClient, { query, params, settings, signal }: CellsQuestion) {
  // The client begins with what is over already.
  signal?.throwIfAborted();
  return await client.query({
    query,
    query_params: params,
    clickhouse_settings: settings,
    // Long lists of values do not fit into an address.
    use_multipart_params_auto: true,
    format: 'JSONCompactEachRow',
    ...(signal === undefined ? {} : { abort_signal: signal }),
  });
}
