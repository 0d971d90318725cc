import type { FeedRow } from '../../../domain/traffic/feed-row.ts';
import { eventsRequest } from '../../request-errors.ts';
import type { FeedStream } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { fileSettings } from '../file-settings.ts';
import { querySettings } from '../read-events.ts';
import { streamQuery } from '../run-query.ts';
import { wholeRows } from './feed-columns.ts';
import { findPageEnd } from './find-page-end.ts';
import { addLateVisits } from './late-visits.ts';
import { buildTableQuery, type FeedSlice } from './read-feed-rows.ts';

// Number of rows that are sorted at a time: large enough that few rows are read twice, and small enough for the memory
// limit of a query.
const sliceRows = 200_000;
const searchMsMax = 30_000;

/**
 * Reads rows slice by slice, so that neither ClickHouse nor this process holds more than one slice in memory, no matter
 * how long the range is. The query is canceled when the consumer stops.
 */
export async function* streamFeedRows(
  client: ClickHouseClient,
  { selection, span, nowMs, signal }: FeedStream,
): AsyncGenerator<FeedRow[]> {
  for (let toMs = span.toMs; toMs >= span.fromMs;) {
    const slice = { fromMs: span.fromMs, toMs };
    const search = { span: slice, rows: sliceRows, nowMs, budgetMs: searchMsMax, signal };
    const fromMs = await findPageEnd(client, selection, search);
    yield* streamSlice(client, { selection, span: { fromMs, toMs } }, signal);
    toMs = fromMs - 1;
  }
}

async function* streamSlice(
  client: ClickHouseClient,
  slice: FeedSlice,
  signal: AbortSignal,
): AsyncGenerator<FeedRow[]> {
  const { query, parameters } = buildTableQuery(wholeRows, slice);
  const settings = { ...querySettings, ...fileSettings() };
  const request = { query, params: parameters.values, settings, signal };
  for await (const rows of streamQuery<unknown[]>(client, request, eventsRequest))
    yield await addLateVisits(client, slice.selection.workspaceId, rows.map(wholeRows.read));
}
