import {
  checkedEventTailFilter,
  eventTailLimit,
  type EventTailPage,
} from '@waypost/contract/events/event-tail.ts';
import type { PanelEvent } from '@waypost/contract/events/panel-events.ts';
import type { FeedPosition } from '../../domain/traffic/feed-cursor.ts';
import { readSettledUntil } from '../../store/queues/settled-until.ts';
import { readAsSystem, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { getCursors } from '../lists/get-cursors.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { leaseMs } from '../postbacks/claim-postbacks.ts';
import { presentWithLabels } from './present-rows.ts';
import { inZone, nameSelection, readEventQuery, type EventQuery } from './read-event-query.ts';

// ID that sorts after every other ID of the same millisecond.
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export type EventTail = { query: EventQuery; after: FeedPosition };

export async function openEventTail(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
): Promise<EventTail> {
  requirePermission(context.actor, 'events.read');
  const { after, ...given } = parseInput(checkedEventTailFilter, input);
  const query = await readEventQuery(context, await inZone(context, given));
  if (after === undefined) return { query, after: { timeMs: await readEnd(context), id: lastId } };
  const position = (await getCursors(context)).feed.read(after, nameTail(query));
  if (position === undefined)
    throw invalidInput([{ path: 'after', message: 'is not valid for this feed and these filters' }]);
  return { query, after: position };
}

export type TailStep = {
  events: { event: PanelEvent; cursor: string }[];
  /** Position of the next read: after the last event, or after the time up to which the feed is complete. */
  tail: EventTail;
  cursor: string;
  hasMore: boolean;
};

/**
 * Returns new events, oldest first. Rows can become visible out of order, so an event is returned only after all
 * earlier events have been recorded. Events recorded more than two minutes late are left out.
 */
export async function readEventTail(
  context: WorkspaceContext & WithTraffic,
  { query, after }: EventTail,
  signal: AbortSignal,
): Promise<TailStep> {
  requirePermission(context.actor, 'events.read');
  const { feed: cursors } = await getCursors(context);
  const write = (position: FeedPosition) => cursors.write(position, nameTail(query));
  // The end is read before the rows, so that all rows up to the end are visible when the rows are read.
  const untilMs = await readEnd(context);
  if (untilMs < after.timeMs)
    return { events: [], tail: { query, after }, cursor: write(after), hasMore: false };
  const { selection, timezone } = query;
  const rows = await context.traffic.readNewer({
    selection,
    after,
    untilMs,
    limit: eventTailLimit,
    signal,
  });
  const last = rows.at(-1);
  const isFull = rows.length === eventTailLimit && last !== undefined;
  const next = isFull ? { timeMs: last.timeMs, id: last.id } : { timeMs: untilMs, id: lastId };
  const events = await presentWithLabels(context, timezone, rows);
  return {
    events: events.map((event, at) => ({ event, cursor: write(rows[at] ?? next) })),
    tail: { query, after: next },
    cursor: write(next),
    hasMore: isFull,
  };
}

export async function listNewerEvents(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
  signal: AbortSignal,
): Promise<EventTailPage> {
  const tail = await openEventTail(context, input);
  const { events, cursor } = await readEventTail(context, tail, signal);
  return {
    items: events.map(({ event }) => event),
    meta: { limit: eventTailLimit, count: events.length, total: null, nextCursor: cursor },
  };
}

async function readEnd(context: WorkspaceContext): Promise<number> {
  return await readAsSystem(context, (executor) => readSettledUntil(executor, context.workspaceId, leaseMs));
}

/**
 * Serializes the selection to identify the cursor. The time zone is left out, because it does not affect which rows are
 * selected. A cursor therefore stays valid when the time zone changes.
 */
function nameTail({ selection }: EventQuery): string {
  return JSON.stringify(['tail', ...nameSelection(selection)]);
}
