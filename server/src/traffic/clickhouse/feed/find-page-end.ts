import type { FeedSelection, FeedSpan } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { QueryParameters } from '../query-parameters.ts';
import { readEvents } from '../read-events.ts';
import { fromFeedRows } from './feed-selection.ts';

type PageSearch = {
  span: FeedSpan;
  /** How many rows are looked for. */
  rows: number;
  nowMs: number;
  /** After this long it stops with what it has looked through. */
  budgetMs: number;
  /** Ends it when nobody waits any more. */
  signal?: AbortSignal | undefined;
};

const firstSliceMs = 15 * 60_000;
const growth = 8;
// A slice that took longer than this is not followed by a larger one.
const slowMs = 500;

/**
 * The moment down to which there are at least as many rows as looked for, or where the span begins. It goes back in
 * slices that grow: a page of a long range then costs what its own stretch costs, and not a sort of everything.
 */
export async function findPageEnd(
  client: ClickHouseClient,
  selection: FeedSelection,
  { span, rows, nowMs, budgetMs, signal }: PageSearch,
): Promise<number> {
  const startedAt = performance.now();
  let missing = rows;
  let toMs = span.toMs;
  // What lies in the future is one slice with the present: there is hardly ever anything.
  let fromMs = Math.max(span.fromMs, Math.min(toMs, nowMs) - firstSliceMs);
  // What there is of one visit is found by its time, however long the span.
  if (selection.visitId !== undefined) fromMs = span.fromMs;
  let widthMs = firstSliceMs;
  for (;;) {
    const sliceStartedAt = performance.now();
    const slice = buildSliceQuery(selection, { fromMs, toMs }, missing);
    const found = await lookInto(client, slice, signal);
    if (found.rows >= missing) return found.oldestMs;
    missing -= found.rows;
    const isLate = performance.now() - startedAt > budgetMs;
    if (fromMs <= span.fromMs || isLate) return fromMs;
    if (performance.now() - sliceStartedAt < slowMs) widthMs *= growth;
    toMs = fromMs - 1;
    fromMs = Math.max(span.fromMs, fromMs - widthMs);
  }
}

/** Answered by the projection by time alone, in its own order, which ClickHouse only sees when the workspace is named. */
export function buildSliceQuery(selection: FeedSelection, slice: FeedSpan, rowsMax: number) {
  const parameters = new QueryParameters();
  const rows = fromFeedRows(parameters, selection, slice);
  const limit = parameters.bind('UInt64', rowsMax);
  const query = `SELECT count(), toUnixTimestamp64Milli(min(time)) FROM (SELECT time ${rows} ORDER BY workspace_id DESC, time DESC LIMIT ${limit})`;
  return { query, parameters };
}

async function lookInto(
  client: ClickHouseClient,
  { query, parameters }: ReturnType<typeof buildSliceQuery>,
  signal: AbortSignal | undefined,
): Promise<{ rows: number; oldestMs: number }> {
  const [answer] = await readEvents(client, { query, params: parameters.values, signal });
  const [found, oldestMs] = answer as [number, number];
  return { rows: found, oldestMs };
}
