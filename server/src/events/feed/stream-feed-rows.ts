import type { ClickHouseSettings } from '@clickhouse/client';
import { readFeedRow, type FeedRow } from '../../domain/events/feed-row.ts';
import type { ClickHouseClient } from '../../platform/clickhouse-client.ts';
import { questionSettings } from '../ask-events.ts';
import { unavailableOr } from '../unavailable.ts';
import { findPageEnd } from './find-page-end.ts';
import { buildRowsQuery, type FeedPart } from './read-feed-rows.ts';

// So many are put in order at a time: enough that little is read twice, few enough for the memory of one question.
const sliceRows = 200_000;
const searchMsMax = 30_000;

/** Of files: whoever takes them may be slow, and ClickHouse waits for them as long as they take something. */
export const exportSettings = {
  max_execution_time: 3_600,
  http_send_timeout: 600,
  // Behind what somebody waits for on a page.
  priority: '3',
} as const satisfies ClickHouseSettings;

/**
 * All rows of a span, newest first, some at a time. They are read slice by slice, so that neither ClickHouse nor we ever
 * hold more than a slice, however long the span is. It ends when whoever takes the rows stops.
 */
export async function* streamFeedRows(
  client: ClickHouseClient,
  { selection, span }: Omit<FeedPart, 'before'>,
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): AsyncGenerator<FeedRow[]> {
  for (let toMs = span.toMs; toMs >= span.fromMs;) {
    const slice = { fromMs: span.fromMs, toMs };
    const search = { span: slice, rows: sliceRows, nowMs, budgetMs: searchMsMax };
    const fromMs = await findPageEnd(client, selection, search);
    yield* streamSlice(client, { selection, span: { fromMs, toMs } }, signal);
    toMs = fromMs - 1;
  }
}

async function* streamSlice(
  client: ClickHouseClient,
  part: FeedPart,
  signal: AbortSignal,
): AsyncGenerator<FeedRow[]> {
  try {
    const { query, parameters } = buildRowsQuery(part);
    const result = await client.query({
      query,
      query_params: parameters.values,
      clickhouse_settings: { ...questionSettings, ...exportSettings },
      abort_signal: signal,
      format: 'JSONCompactEachRow',
    });
    for await (const rows of result.stream<unknown[]>()) yield rows.map((row) => readFeedRow(row.json()));
  } catch (error) {
    throw unavailableOr(error);
  }
}
