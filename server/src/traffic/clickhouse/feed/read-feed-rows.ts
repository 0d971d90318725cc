import type { FeedPlace } from '../../../domain/traffic/feed-cursor.ts';
import type { BriefRow } from '../../../domain/traffic/feed-row.ts';
import type { FeedSelection, FeedSpan } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { QueryParameters } from '../query-parameters.ts';
import { readEvents } from '../read-events.ts';
import type { FeedForm } from './feed-columns.ts';
import { showLateVisits } from './late-visits.ts';
import { feedOrder, fromFeedRows } from './feed-selection.ts';

export type FeedPart<Row> = {
  form: FeedForm<Row>;
  selection: FeedSelection;
  span: FeedSpan;
  before?: FeedPlace | undefined;
};

/** The rows of a short span, newest first. */
export async function readFeedRows<Row extends BriefRow>(
  client: ClickHouseClient,
  part: FeedPart<Row>,
  { rowsMax, signal }: { rowsMax: number; signal: AbortSignal | undefined },
): Promise<Row[]> {
  const { query, parameters } = buildRowsQuery(part);
  const limit = parameters.bind('UInt64', rowsMax);
  const rows = await readEvents(client, {
    query: `${query} LIMIT ${limit}`,
    params: parameters.values,
    signal,
  });
  return await showLateVisits(client, part.selection.workspaceId, rows.map(part.form.read));
}

/**
 * What the projection by time has is read from there, in its own order. Otherwise it is asked first which stretches of the
 * table hold the rows: by campaign and time of the visit the table's own order leads there, and nothing else is read of
 * its wide columns.
 */
export function buildRowsQuery({ form, selection, span, before }: FeedPart<unknown>): {
  query: string;
  parameters: QueryParameters;
} {
  const parameters = new QueryParameters();
  const rows = `SELECT ${form.selected} ${fromFeedRows(parameters, selection, span, before)}`;
  if (form.isByTime && selection.externalId === undefined)
    return { query: `${rows} ${feedOrder}`, parameters };
  const places = `SELECT campaign_id, visit_time ${fromFeedRows(parameters, selection, span)}`;
  return { query: `${rows} AND (campaign_id, visit_time) IN (${places}) ${feedOrder}`, parameters };
}
