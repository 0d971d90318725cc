import type { FeedRow } from '../../../domain/traffic/feed-row.ts';
import type { FeedSpan, NewerRequest } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { QueryParameters } from '../query-parameters.ts';
import { readEvents } from '../read-events.ts';
import { wholeRows } from './feed-columns.ts';
import { fromFeedRows, afterPosition } from './feed-selection.ts';
import { addLateVisits } from './late-visits.ts';

/**
 * Returns rows after a position, oldest first. Reads in two steps, as for a page of the feed: first finds the time of
 * the last of `limit` rows, then reads the rows up to that time.
 */
export async function readNewerRows(
  client: ClickHouseClient,
  { selection, after, untilMs, limit, signal }: NewerRequest,
): Promise<FeedRow[]> {
  // The search starts after the position's millisecond. That millisecond may still contain unread rows, so the second
  // query includes it.
  const later = { fromMs: after.timeMs + 1, toMs: untilMs };
  const toMs = await findEnd(client, { selection, after, untilMs, limit, signal }, later);
  const span: FeedSpan = { fromMs: after.timeMs, toMs };
  const parameters = new QueryParameters();
  const locations = `SELECT campaign_id, visit_time ${fromFeedRows(parameters, selection, span)}`;
  const rows = await readEvents(client, {
    query: `SELECT ${wholeRows.selected} ${fromFeedRows(parameters, selection, span)} AND ${afterPosition(parameters, after)}
      AND (campaign_id, visit_time) IN (${locations})
      ORDER BY time, toUInt128(id) LIMIT ${parameters.bind('UInt64', limit)}`,
    params: parameters.values,
    signal,
  });
  return await addLateVisits(client, selection.workspaceId, rows.map(wholeRows.read));
}

async function findEnd(
  client: ClickHouseClient,
  { selection, limit, untilMs, signal }: NewerRequest,
  span: FeedSpan,
): Promise<number> {
  if (span.fromMs > span.toMs) return untilMs;
  const parameters = new QueryParameters();
  const rows = fromFeedRows(parameters, selection, span);
  const rowsMax = parameters.bind('UInt64', limit);
  const [result] = await readEvents(client, {
    query: `SELECT count(), toUnixTimestamp64Milli(max(time)) FROM (SELECT time ${rows} ORDER BY workspace_id, time LIMIT ${rowsMax})`,
    params: parameters.values,
    signal,
  });
  const [found, lastMs] = result as [number, number];
  return found < limit ? untilMs : lastMs;
}
