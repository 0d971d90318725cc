import {
  checkedEventFilter,
  eventLimitByDefault,
  type EventPage,
  type FeedEvent,
} from '@waypost/contract/events.ts';
import { leastId, type FeedCursors, type FeedPlace } from '../../domain/events/feed-cursor.ts';
import type { FeedRow } from '../../domain/events/feed-row.ts';
import { presentEvent } from '../../domain/events/present-event.ts';
import { zonedTimeWriter } from '../../domain/events/zoned-time.ts';
import { findPageEnd } from '../../events/feed/find-page-end.ts';
import { readFeedRows } from '../../events/feed/read-feed-rows.ts';
import { FairTurns } from '../../platform/fair-turns.ts';
import { eventsOf } from '../events-of.ts';
import type { WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { clickIdFinder } from './click-id-finder.ts';
import { feedCursorsOf } from './feed-cursors-of.ts';
import { nameQuestion, readEventQuestion, type EventQuestion } from './read-event-question.ts';

// A workspace that walks with many at once waits for itself; others find ClickHouse free.
const turns = new FairTurns(4, 10_000);

export type ListingOptions = {
  /** What a page may take to be found before it is handed out half full, with a cursor for the rest. */
  searchMsMax?: number;
  /** Ends it when nobody waits for the answer any more. */
  signal?: AbortSignal;
};

const searchMsMaxByDefault = 5_000;

/**
 * Events as they happened, newest first, a page at a time. A page begins where the one before ended: rows that arrive
 * meanwhile move nothing. Those that are newer than that place are not seen, those that are older are.
 */
export async function listEvents(
  context: WorkspaceContext,
  input: unknown,
  options: ListingOptions = {},
): Promise<EventPage> {
  requirePermission(context.actor, 'events.read');
  const { limit = eventLimitByDefault, cursor, ...given } = parseInput(checkedEventFilter, input);
  const question = readEventQuestion(context.workspaceId, given);
  const cursors = await feedCursorsOf(context);
  const before = cursor === undefined ? undefined : readCursor(cursors, cursor, question);
  const { rows, next } = await turns.take(context.workspaceId, () =>
    readPage(context, question, { ...options, limit, before }),
  );
  return {
    rows: await presentRows(context, question, rows),
    meta: {
      limit,
      count: rows.length,
      hasMore: next !== undefined,
      nextCursor: next === undefined ? null : cursors.write(next, nameQuestion(question)),
      timezone: question.timezone,
    },
  };
}

function readCursor(cursors: FeedCursors, cursor: string, question: EventQuestion): FeedPlace {
  const place = cursors.read(cursor, nameQuestion(question));
  if (place !== undefined) return place;
  throw invalidInput([
    { path: 'cursor', message: 'is no cursor of this list, or of one with other filters' },
  ]);
}

type Page = { rows: FeedRow[]; next: FeedPlace | undefined };

async function readPage(
  context: WorkspaceContext,
  { selection, span }: EventQuestion,
  {
    limit,
    before,
    searchMsMax = searchMsMaxByDefault,
    signal,
  }: ListingOptions & { limit: number; before: FeedPlace | undefined },
): Promise<Page> {
  const client = eventsOf(context);
  // One more than asked for tells whether there is a next page.
  const wanted = limit + 1;
  const toMs = before?.timeMs ?? span.toMs;
  // Rows of the very millisecond that the last page ended in may be left; they come on top of those looked for.
  const olderToMs = before === undefined ? toMs : toMs - 1;
  const endMs = await findPageEnd(client, selection, {
    span: { fromMs: span.fromMs, toMs: olderToMs },
    rows: wanted,
    nowMs: context.now().getTime(),
    budgetMs: searchMsMax,
    signal,
  });
  const fromMs = Math.min(endMs, toMs);
  const rows = await readFeedRows(
    client,
    { selection, span: { fromMs, toMs }, before },
    { rowsMax: wanted, signal },
  );
  const last = rows[limit - 1];
  if (rows.length > limit && last !== undefined) return { rows: rows.slice(0, limit), next: last };
  // Everything down to there is shown; what is older was not looked at, or went away meanwhile.
  return { rows, next: fromMs > span.fromMs ? { timeMs: fromMs, id: leastId } : undefined };
}

async function presentRows(
  context: WorkspaceContext,
  { timezone }: EventQuestion,
  rows: readonly FeedRow[],
): Promise<FeedEvent[]> {
  const clickIdOf = await clickIdFinder(context)(rows);
  const writeTime = zonedTimeWriter(timezone);
  return rows.map((row) => presentEvent(row, { clickIdOf, writeTime }));
}
