import type { FeedRow } from '../../../domain/traffic/feed-row.ts';
import { eventsRequest } from '../../refusals.ts';
import type { FeedStream } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { fileSettings } from '../file-settings.ts';
import { questionSettings } from '../read-events.ts';
import { streamQuery } from '../run-query.ts';
import { wholeRows } from './feed-columns.ts';
import { findPageEnd } from './find-page-end.ts';
import { showLateVisits } from './late-visits.ts';
import { buildTableQuery, type FeedPart } from './read-feed-rows.ts';

// So many are put in order at a time: enough that little is read twice, few enough for the memory of one question.
const sliceRows = 200_000;
const searchMsMax = 30_000;

/**
 * All rows of a span, newest first, some at a time. They are read slice by slice, so that neither ClickHouse nor we ever
 * hold more than a slice, however long the span is. It ends when whoever takes the rows stops.
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
  part: FeedPart,
  signal: AbortSignal,
): AsyncGenerator<FeedRow[]> {
  const { query, parameters } = buildTableQuery(wholeRows, part);
  const settings = { ...questionSettings, ...fileSettings() };
  const question = { query, params: parameters.values, settings, signal };
  for await (const rows of streamQuery<unknown[]>(client, question, eventsRequest))
    yield await showLateVisits(client, part.selection.workspaceId, rows.map(wholeRows.read));
}
