import type { FeedPlace } from '../../../domain/traffic/feed-cursor.ts';
import type { FeedRow } from '../../../domain/traffic/feed-row.ts';
import type { FeedSelection, FeedSpan } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { QueryParameters } from '../query-parameters.ts';
import { readEvents } from '../read-events.ts';
import { readFeedRow, selectedFeedColumns } from './feed-columns.ts';
import { showLateVisits } from './late-visits.ts';
import { feedOrder, fromFeedRows } from './feed-selection.ts';

export type FeedPart = { selection: FeedSelection; span: FeedSpan; before?: FeedPlace | undefined };

/** Whole rows of a short span, newest first. */
export async function readFeedRows(
  client: ClickHouseClient,
  part: FeedPart,
  { rowsMax, signal }: { rowsMax: number; signal: AbortSignal | undefined },
): Promise<FeedRow[]> {
  const { query, parameters } = buildRowsQuery(part);
  const limit = parameters.bind('UInt64', rowsMax);
  const rows = await readEvents(client, {
    query: `${query} LIMIT ${limit}`,
    params: parameters.values,
    signal,
  });
  return await showLateVisits(client, part.selection.workspaceId, rows.map(readFeedRow));
}

/**
 * Which stretches of the table hold the rows is asked first, of the projection by time: by campaign and time of the visit
 * the table's own order leads there, and nothing else is read of its wide columns.
 */
export function buildRowsQuery({ selection, span, before }: FeedPart): {
  query: string;
  parameters: QueryParameters;
} {
  const parameters = new QueryParameters();
  const places = `SELECT campaign_id, visit_time ${fromFeedRows(parameters, selection, span)}`;
  const rows = fromFeedRows(parameters, selection, span, before);
  return {
    query: `SELECT ${selectedFeedColumns} ${rows} AND (campaign_id, visit_time) IN (${places}) ${feedOrder}`,
    parameters,
  };
}
