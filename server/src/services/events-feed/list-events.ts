import {
  checkedEventFilter,
  type checkedPanelEventFilter,
  eventLimitByDefault,
  type EventPage,
} from '@waypost/contract/events.ts';
import type { FeedCursors, FeedPlace } from '../../domain/traffic/feed-cursor.ts';
import { makeWorkspaceTurns } from '../../store/database/workspace-turns.ts';
import type { WorkspaceContext } from '../context.ts';
import { cursorsOf } from '../lists/cursors-of.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { requireTraffic } from '../require-traffic.ts';
import { presentRows } from './present-rows.ts';
import { nameQuestion, readEventQuestion, type EventQuestion } from './read-event-question.ts';

// A workspace that walks with many at once waits for itself; others find the way free.
const turns = makeWorkspaceTurns(4, 10_000);

type ListingOptions = {
  /** What may be asked; where nothing is said, what everybody may. */
  filter?: typeof checkedEventFilter | typeof checkedPanelEventFilter;
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
  const { filter = checkedEventFilter, searchMsMax = searchMsMaxByDefault, signal } = options;
  const { limit = eventLimitByDefault, cursor, ...given } = parseInput(filter, input);
  const question = await readEventQuestion(context, given);
  const cursors = (await cursorsOf(context)).feed;
  const before = cursor === undefined ? undefined : readCursor(cursors, cursor, question);
  const { selection, span } = question;
  const nowMs = context.now().getTime();
  const { rows, next } = await turns.take(context.workspaceId, () =>
    requireTraffic(context).readFeed({ selection, span, before, limit, nowMs, searchMsMax, signal }),
  );
  return {
    rows: await presentRows(context, question.timezone, rows),
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
