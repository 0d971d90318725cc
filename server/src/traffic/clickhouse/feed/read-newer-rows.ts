import type { FeedRow } from '../../../domain/traffic/feed-row.ts';
import type { FeedSpan, NewerRequest } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { QueryParameters } from '../query-parameters.ts';
import { readEvents } from '../read-events.ts';
import { wholeRows } from './feed-columns.ts';
import { fromFeedRows, fromPlace } from './feed-selection.ts';
import { showLateVisits } from './late-visits.ts';

/** Oldest first, in two steps as pages are read: up to which moment so many rows reach, and the rows until then. */
export async function readNewerRows(
  client: ClickHouseClient,
  { selection, after, untilMs, limit, signal }: NewerRequest,
): Promise<FeedRow[]> {
  // Rows of the very millisecond of the place may be left; they come on top of those looked for.
  const later = { fromMs: after.timeMs + 1, toMs: untilMs };
  const toMs = await findEnd(client, { selection, after, untilMs, limit, signal }, later);
  const span: FeedSpan = { fromMs: after.timeMs, toMs };
  const parameters = new QueryParameters();
  const places = `SELECT campaign_id, visit_time ${fromFeedRows(parameters, selection, span)}`;
  const rows = await readEvents(client, {
    query: `SELECT ${wholeRows.selected} ${fromFeedRows(parameters, selection, span)} AND ${fromPlace(parameters, after)}
      AND (campaign_id, visit_time) IN (${places})
      ORDER BY time, toUInt128(id) LIMIT ${parameters.bind('UInt64', limit)}`,
    params: parameters.values,
    signal,
  });
  return await showLateVisits(client, selection.workspaceId, rows.map(wholeRows.read));
}

async function findEnd(
  client: ClickHouseClient,
  { selection, limit, untilMs, signal }: NewerRequest,
  span: FeedSpan,
): Promise<number> {
  if (span.fromMs > span.toMs) return untilMs;
  const parameters = new QueryParameters();
  const rows = fromFeedRows(parameters, selection, span);
  const most = parameters.bind('UInt64', limit);
  const [answer] = await readEvents(client, {
    query: `SELECT count(), toUnixTimestamp64Milli(max(time)) FROM (SELECT time ${rows} ORDER BY workspace_id, time LIMIT ${most})`,
    params: parameters.values,
    signal,
  });
  const [found, lastMs] = answer as [number, number];
  return found < limit ? untilMs : lastMs;
}
