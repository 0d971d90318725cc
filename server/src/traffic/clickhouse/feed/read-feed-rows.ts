import type { ClickHouseSettings } from '@clickhouse/client';
import type { FeedPosition } from '../../../domain/traffic/feed-cursor.ts';
import type { BriefRow, FeedRow } from '../../../domain/traffic/feed-row.ts';
import type { FeedSelection, FeedSpan } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { QueryParameters } from '../query-parameters.ts';
import { readEvents } from '../read-events.ts';
import { briefRows, rowsByTime, rowsOfTable, wholeRows, type FeedForm } from './feed-columns.ts';
import { addLateVisits } from './late-visits.ts';
import { feedOrder, fromFeedRows, fromRowLocations } from './feed-selection.ts';

export type FeedSlice = { selection: FeedSelection; span: FeedSpan; before?: FeedPosition | undefined };

type Bounds = { rowsMax: number; signal: AbortSignal | undefined };

export type RowsReader<Row> = (client: ClickHouseClient, slice: FeedSlice, bounds: Bounds) => Promise<Row[]>;

type FeedQuery = { query: string; parameters: QueryParameters };

// Uses several threads, because the queries read few rows but many columns, and a single thread would read the columns
// one after another. The rows are found by the sorting key, so projections and skip indexes do not help.
const scatteredReadSettings = {
  optimize_use_projections: 0,
  use_skip_indexes: 0,
  merge_tree_min_rows_for_concurrent_read: '1',
  merge_tree_min_bytes_for_concurrent_read: '1',
} as const satisfies ClickHouseSettings;

export const readBriefRows: RowsReader<BriefRow> = async (client, slice, bounds) => {
  const buildQuery = canUseTimeProjection(slice.selection) ? buildTimeQuery : buildTableQuery;
  const rows = await runFeedQuery(client, briefRows, buildQuery(briefRows, slice), bounds);
  return await addLateVisits(client, slice.selection.workspaceId, rows);
};

/**
 * Reads rows with all columns. If only one campaign or visit is selected, the rows are contiguous in the table and are
 * read from it directly. Otherwise, the rows are scattered, so their common columns are read from the projection by
 * time, and only the remaining columns are read from the table.
 */
export const readWholeRows: RowsReader<FeedRow> = async (client, slice, bounds) => {
  const { selection } = slice;
  const isContiguous = selection.campaignId !== undefined || selection.visitId !== undefined;
  const rows =
    isContiguous || !canUseTimeProjection(selection)
      ? await runFeedQuery(client, wholeRows, buildTableQuery(wholeRows, slice), bounds)
      : await readScattered(client, slice, bounds);
  return await addLateVisits(client, selection.workspaceId, rows);
};

async function readScattered(client: ClickHouseClient, slice: FeedSlice, bounds: Bounds): Promise<FeedRow[]> {
  const found = await runFeedQuery(client, rowsByTime, buildTimeQuery(rowsByTime, slice), bounds);
  if (found.length === 0) return [];
  const parameters = new QueryParameters();
  const query = `SELECT ${rowsOfTable.selected} ${fromRowLocations(parameters, slice.selection.workspaceId, found)}`;
  const { signal } = bounds;
  const rest = await readEvents(client, {
    query,
    params: parameters.values,
    settings: scatteredReadSettings,
    signal,
  });
  const tableRows = Map.groupBy(rest.map(rowsOfTable.read), identityOf);
  const rows = found.flatMap((row) => {
    const [other, ...more] = tableRows.get(identityOf(row)) ?? [];
    return other === undefined || more.length > 0 ? [] : [{ ...other, ...row }];
  });
  if (rows.length === found.length) return rows;
  // Some rows were erased between the two queries, or several rows share an identity.
  return await runFeedQuery(client, wholeRows, buildTableQuery(wholeRows, slice), bounds);
}

// The ID alone is not unique, because all changes to a conversion have the same ID.
function identityOf({ type, timeMs, id }: Pick<FeedRow, 'type' | 'timeMs' | 'id'>): string {
  return `${type} ${timeMs} ${id}`;
}

async function runFeedQuery<Row>(
  client: ClickHouseClient,
  form: FeedForm<Row>,
  { query, parameters }: FeedQuery,
  { rowsMax, signal }: Bounds,
): Promise<Row[]> {
  const limit = parameters.bind('UInt64', rowsMax);
  const params = parameters.values;
  const rows = await readEvents(client, { query: `${query} LIMIT ${limit}`, params, signal });
  return rows.map(form.read);
}

// The projection by time contains neither the external click ID nor these two records.
function canUseTimeProjection({ externalId, records = {} }: FeedSelection): boolean {
  const { affiliateNetworkId, rotatorId } = records;
  return externalId === undefined && affiliateNetworkId === undefined && rotatorId === undefined;
}

export function buildTimeQuery(form: FeedForm<unknown>, { selection, span, before }: FeedSlice): FeedQuery {
  const parameters = new QueryParameters();
  const rows = fromFeedRows(parameters, selection, span, before);
  return { query: `SELECT ${form.selected} ${rows} ${feedOrder}`, parameters };
}

/**
 * Builds a query that first finds the campaigns and visit times of the rows and then locates the rows by the sorting
 * key, so that the wide columns of other rows are not read.
 */
export function buildTableQuery(form: FeedForm<unknown>, { selection, span, before }: FeedSlice): FeedQuery {
  const parameters = new QueryParameters();
  const rows = fromFeedRows(parameters, selection, span, before);
  const locations = `SELECT campaign_id, visit_time ${fromFeedRows(parameters, selection, span)}`;
  const query = `SELECT ${form.selected} ${rows} AND (campaign_id, visit_time) IN (${locations}) ${feedOrder}`;
  return { query, parameters };
}
