import { noId } from '../../../domain/traffic/cells.ts';
import type { BriefRow } from '../../../domain/traffic/feed-row.ts';
import type { FeedPage, FeedRequest } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { findPageEnd } from './find-page-end.ts';
import type { RowsReader } from './read-feed-rows.ts';

/**
 * Reads a page in two steps: first finds the time of the oldest row on the page, then reads the rows since that time.
 */
export async function readFeedPage<Row extends BriefRow>(
  client: ClickHouseClient,
  readRows: RowsReader<Row>,
  { selection, span, before, limit, nowMs, searchMsMax, signal }: FeedRequest,
): Promise<FeedPage<Row>> {
  // One extra row shows whether there is a next page.
  const rowsMax = limit + 1;
  const toMs = before?.timeMs ?? span.toMs;
  // The previous page may have ended in the middle of a millisecond, so the rest of that millisecond is read in
  // addition to the rows that are searched for.
  const olderToMs = before === undefined ? toMs : toMs - 1;
  const endMs = await findPageEnd(client, selection, {
    span: { fromMs: span.fromMs, toMs: olderToMs },
    rows: rowsMax,
    nowMs,
    budgetMs: searchMsMax,
    signal,
  });
  const fromMs = Math.min(endMs, toMs);
  const part = { selection, span: { fromMs, toMs }, before };
  const rows = await readRows(client, part, { rowsMax, signal });
  const last = rows[limit - 1];
  if (rows.length > limit && last !== undefined) return { rows: rows.slice(0, limit), next: last };
  // The page contains all rows since `fromMs` but is not full, because older rows have not been searched yet or rows
  // were deleted between two queries. The next page continues from `fromMs`.
  return { rows, next: fromMs > span.fromMs ? { timeMs: fromMs, id: noId } : undefined };
}
