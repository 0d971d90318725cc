import type { FeedSelection, FeedSpan } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { QueryParameters } from '../query-parameters.ts';
import { readEvents } from '../read-events.ts';
import { fromFeedRows } from './feed-selection.ts';

type PageSearch = {
  span: FeedSpan;
  rows: number;
  nowMs: number;
  budgetMs: number;
  signal?: AbortSignal | undefined;
};

const firstSliceMs = 15 * 60_000;
const growth = 8;
// If a slice took longer than this, the next slice is not made wider.
const slowMs = 500;

/**
 * Returns the time of the oldest row that the page needs, or the start of the range if there are not enough rows.
 * Searches backward in slices of growing width, so that a page from a long range does not require sorting all rows.
 */
export async function findPageEnd(
  client: ClickHouseClient,
  selection: FeedSelection,
  { span, rows, nowMs, budgetMs, signal }: PageSearch,
): Promise<number> {
  const startedAt = performance.now();
  let missing = rows;
  let toMs = span.toMs;
  // The first slice extends into the future, where hardly any rows exist.
  let fromMs = Math.max(span.fromMs, Math.min(toMs, nowMs) - firstSliceMs);
  // Rows of one visit are found by the visit's time, so the whole range can be searched at once.
  if (selection.visitId !== undefined) fromMs = span.fromMs;
  let widthMs = firstSliceMs;
  for (;;) {
    const sliceStartedAt = performance.now();
    const slice = buildSliceQuery(selection, { fromMs, toMs }, missing);
    const found = await searchSlice(client, slice, signal);
    if (found.rows >= missing) return found.oldestMs;
    missing -= found.rows;
    const isLate = performance.now() - startedAt > budgetMs;
    if (fromMs <= span.fromMs || isLate) return fromMs;
    if (performance.now() - sliceStartedAt < slowMs) widthMs *= growth;
    toMs = fromMs - 1;
    fromMs = Math.max(span.fromMs, fromMs - widthMs);
  }
}

/**
 * Builds a query that is answered from the projection by time alone. The order includes the workspace, because
 * ClickHouse would otherwise not recognize the order of the projection.
 */
export function buildSliceQuery(selection: FeedSelection, slice: FeedSpan, rowsMax: number) {
  const parameters = new QueryParameters();
  const rows = fromFeedRows(parameters, selection, slice);
  const limit = parameters.bind('UInt64', rowsMax);
  const query = `SELECT count(), toUnixTimestamp64Milli(min(time)) FROM (SELECT time ${rows} ORDER BY workspace_id DESC, time DESC LIMIT ${limit})`;
  return { query, parameters };
}

async function searchSlice(
  client: ClickHouseClient,
  { query, parameters }: ReturnType<typeof buildSliceQuery>,
  signal: AbortSignal | undefined,
): Promise<{ rows: number; oldestMs: number }> {
  const [result] = await readEvents(client, { query, params: parameters.values, signal });
  const [found, oldestMs] = result as [number, number];
  return { rows: found, oldestMs };
}
