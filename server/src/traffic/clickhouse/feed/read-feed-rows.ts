import type { ClickHouseSettings } from '@clickhouse/client';
import type { FeedPosition } from '../../../domain/traffic/feed-cursor.ts';
import type { BriefRow, FeedRow } from '../../../domain/traffic/feed-row.ts';
import type { FeedSelection, FeedSpan } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { QueryParameters } from '../query-parameters.ts';
import { readEvents } from '../read-events.ts';
import { briefRows, rowsByTime, rowsOfTable, wholeRows, type FeedForm } from './feed-columns.ts';
import { showLateVisits } from './late-visits.ts';
import { feedOrder, fromFeedRows, fromPlaces } from './feed-selection.ts';

/** The rows of a short span. */
export type FeedPart = { selection: FeedSelection; span: FeedSpan; before?: FeedPosition | undefined };

type Bounds = { rowsMax: number; signal: AbortSignal | undefined };

/** So many of the rows of a part, newest first. */
export type RowsReader<Row> = (client: ClickHouseClient, part: FeedPart, bounds: Bounds) => Promise<Row[]>;

type Written = { query: string; parameters: QueryParameters };

// Few rows are read, and much for each of them, which one thread would do alone. They are found by the table's
// order: no projection and no index would help.
const ofManyPlaces = {
  optimize_use_projections: 0,
  use_skip_indexes: 0,
  merge_tree_min_rows_for_concurrent_read: '1',
  merge_tree_min_bytes_for_concurrent_read: '1',
} as const satisfies ClickHouseSettings;

export const readBriefRows: RowsReader<BriefRow> = async (client, part, bounds) => {
  const write = isByTime(part.selection) ? buildTimeQuery : buildTableQuery;
  const rows = await ask(client, briefRows, write(briefRows, part), bounds);
  return await showLateVisits(client, part.selection.workspaceId, rows);
};

/**
 * Rows of one campaign or visit lie together in the table. Others lie in as many places as there are rows: what the
 * projection by time has of them is read from there, and only the rest in each of these places.
 */
export const readWholeRows: RowsReader<FeedRow> = async (client, part, bounds) => {
  const { selection } = part;
  const isTogether = selection.campaignId !== undefined || selection.visitId !== undefined;
  const rows =
    isTogether || !isByTime(selection)
      ? await ask(client, wholeRows, buildTableQuery(wholeRows, part), bounds)
      : await readScattered(client, part, bounds);
  return await showLateVisits(client, selection.workspaceId, rows);
};

async function readScattered(client: ClickHouseClient, part: FeedPart, bounds: Bounds): Promise<FeedRow[]> {
  const found = await ask(client, rowsByTime, buildTimeQuery(rowsByTime, part), bounds);
  if (found.length === 0) return [];
  const parameters = new QueryParameters();
  const query = `SELECT ${rowsOfTable.selected} ${fromPlaces(parameters, part.selection.workspaceId, found)}`;
  const { signal } = bounds;
  const rest = await readEvents(client, { query, params: parameters.values, settings: ofManyPlaces, signal });
  const others = Map.groupBy(rest.map(rowsOfTable.read), nameOf);
  const rows = found.flatMap((row) => {
    const [other, ...more] = others.get(nameOf(row)) ?? [];
    return other === undefined || more.length > 0 ? [] : [{ ...other, ...row }];
  });
  if (rows.length === found.length) return rows;
  // Some were erased between the two questions, or cannot be told apart.
  return await ask(client, wholeRows, buildTableQuery(wholeRows, part), bounds);
}

/** Each change of a conversion has the id of the conversion. */
function nameOf({ type, timeMs, id }: Pick<FeedRow, 'type' | 'timeMs' | 'id'>): string {
  return `${type} ${timeMs} ${id}`;
}

async function ask<Row>(
  client: ClickHouseClient,
  form: FeedForm<Row>,
  { query, parameters }: Written,
  { rowsMax, signal }: Bounds,
): Promise<Row[]> {
  const limit = parameters.bind('UInt64', rowsMax);
  const params = parameters.values;
  const rows = await readEvents(client, { query: `${query} LIMIT ${limit}`, params, signal });
  return rows.map(form.read);
}

/** Whether the projection by time knows which rows are meant. */
function isByTime({ externalId }: FeedSelection): boolean {
  return externalId === undefined;
}

/** From the projection by time alone, in its own order. */
export function buildTimeQuery(form: FeedForm<unknown>, { selection, span, before }: FeedPart): Written {
  const parameters = new QueryParameters();
  const rows = fromFeedRows(parameters, selection, span, before);
  return { query: `SELECT ${form.selected} ${rows} ${feedOrder}`, parameters };
}

/**
 * It is asked first which stretches of the table hold the rows: by campaign and time of the visit the table's own order
 * leads there, and nothing else is read of its wide columns.
 */
export function buildTableQuery(form: FeedForm<unknown>, { selection, span, before }: FeedPart): Written {
  const parameters = new QueryParameters();
  const rows = fromFeedRows(parameters, selection, span, before);
  const places = `SELECT campaign_id, visit_time ${fromFeedRows(parameters, selection, span)}`;
  const query = `SELECT ${form.selected} ${rows} AND (campaign_id, visit_time) IN (${places}) ${feedOrder}`;
  return { query, parameters };
}
