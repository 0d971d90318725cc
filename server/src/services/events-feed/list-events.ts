import {
  checkedEventFilter,
  eventLimitByDefault,
  type EventPage,
  type FeedEvent,
} from '@waypost/contract/events.ts';
import type { FeedCursors, FeedPlace } from '../../domain/traffic/feed-cursor.ts';
import type { FeedRow } from '../../domain/traffic/feed-row.ts';
import { hidePersonalData } from '../../domain/traffic/hide-personal-data.ts';
import { presentEvent } from '../../domain/traffic/present-event.ts';
import { zonedTimeWriter } from '../../domain/traffic/zoned-time.ts';
import { makeWorkspaceTurns } from '../../store/database/workspace-turns.ts';
import type { WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { isAllowed, requirePermission } from '../permissions.ts';
import { requireTraffic } from '../require-traffic.ts';
import { clickIdFinder } from './click-id-finder.ts';
import { feedCursorsOf } from './feed-cursors-of.ts';
import { nameQuestion, readEventQuestion, type EventQuestion } from './read-event-question.ts';

// A workspace that walks with many at once waits for itself; others find the way free.
const turns = makeWorkspaceTurns(4, 10_000);

type ListingOptions = {
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
  const { selection, span } = question;
  const { searchMsMax = searchMsMaxByDefault, signal } = options;
  const nowMs = context.now().getTime();
  const { rows, next } = await turns.take(context.workspaceId, () =>
    requireTraffic(context).readFeed({ selection, span, before, limit, nowMs, searchMsMax, signal }),
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

async function presentRows(
  context: WorkspaceContext,
  { timezone }: EventQuestion,
  rows: readonly FeedRow[],
): Promise<FeedEvent[]> {
  const clickIdOf = await clickIdFinder(context)(rows);
  const writeTime = zonedTimeWriter(timezone);
  const events = rows.map((row) => presentEvent(row, { clickIdOf, writeTime }));
  return isAllowed(context.actor, 'personal-data.read') ? events : events.map(hidePersonalData);
}
