import { noId } from '../../../domain/traffic/cells.ts';
import type { BriefRow } from '../../../domain/traffic/feed-row.ts';
import type { FeedPage, FeedRequest } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { findPageEnd } from './find-page-end.ts';
import type { RowsReader } from './read-feed-rows.ts';

/** A page in two steps: down to which moment it goes, and the rows from there on. */
export async function readFeedPage<Row extends BriefRow>(
  client: ClickHouseClient,
  readRows: RowsReader<Row>,
  { selection, span, before, limit, nowMs, searchMsMax, signal }: FeedRequest,
): Promise<FeedPage<Row>> {
  // One more than asked for tells whether there is a next page.
  const wanted = limit + 1;
  const toMs = before?.timeMs ?? span.toMs;
  // Rows of the very millisecond that the last page ended in may be left; they come on top of those looked for.
  const olderToMs = before === undefined ? toMs : toMs - 1;
  const endMs = await findPageEnd(client, selection, {
    span: { fromMs: span.fromMs, toMs: olderToMs },
    rows: wanted,
    nowMs,
    budgetMs: searchMsMax,
    signal,
  });
  const fromMs = Math.min(endMs, toMs);
  const part = { selection, span: { fromMs, toMs }, before };
  const rows = await readRows(client, part, { rowsMax: wanted, signal });
  const last = rows[limit - 1];
  if (rows.length > limit && last !== undefined) return { rows: rows.slice(0, limit), next: last };
  // Everything down to there is shown; what is older was not looked at, or went away meanwhile.
  return { rows, next: fromMs > span.fromMs ? { timeMs: fromMs, id: noId } : undefined };
}
