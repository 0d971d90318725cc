import { checkedEventFilter, eventLimitByDefault, type EventPage } from '@waypost/contract/events.ts';
import { listLimits } from '@waypost/contract/paging.ts';
import {
  checkedEventListQuery,
  type BriefEventPage,
  type PanelEventPage,
} from '@waypost/contract/panel-events.ts';
import type { FeedCursors, FeedPosition } from '../../domain/traffic/feed-cursor.ts';
import type { BriefRow, FeedRow } from '../../domain/traffic/feed-row.ts';
import { makeWorkspaceTurns } from '../../store/database/workspace-turns.ts';
import type { WorkspaceContext } from '../context.ts';
import { cursorsOf } from '../lists/cursors-of.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { requireTraffic } from '../require-traffic.ts';
import type { FeedPage, FeedRequest, TrafficStore } from '../../traffic/traffic-store.ts';
import { presentBriefly, presentRows, presentWithLabels } from './present-rows.ts';
import { inZone, nameQuery, readEventQuery, type EventQuery } from './read-event-query.ts';

// A workspace that walks with many at once waits for itself; others find the way free.
const turns = makeWorkspaceTurns(4, 10_000);

type ListingOptions = {
  /** What a page may take to be found before it is handed out half full, with a cursor for the rest. */
  searchMsMax?: number;
  /** Ends it when nobody waits for the answer any more. */
  signal?: AbortSignal;
};

const searchMsMaxByDefault = 5_000;

/** Events as they happened, newest first, a page at a time, as the public API promises them. */
export async function listEvents(
  context: WorkspaceContext,
  input: unknown,
  options: ListingOptions = {},
): Promise<EventPage> {
  requirePermission(context.actor, 'events.read');
  const {
    limit = eventLimitByDefault,
    cursor,
    timezone = 'UTC',
    ...given
  } = parseInput(checkedEventFilter, input);
  const question = await readEventQuery(context, { ...given, timezone });
  const page = { limit, cursor, ...options };
  const { rows, nextCursor } = await readPage(context, question, page, readWhole);
  return {
    rows: await presentRows(context, timezone, rows),
    meta: { limit, count: rows.length, hasMore: nextCursor !== null, nextCursor, timezone },
  };
}

/** The same for the panel, as all its lists are. */
export async function listPanelEvents(
  context: WorkspaceContext,
  input: unknown,
  options: ListingOptions = {},
): Promise<PanelEventPage> {
  const { question, page } = await readPanelQuestion(context, input);
  const { rows, nextCursor } = await readPage(context, question, { ...page, ...options }, readWhole);
  return {
    items: await presentWithLabels(context, question.timezone, rows),
    meta: { limit: page.limit, count: rows.length, total: null, nextCursor },
  };
}

/** The same pages with what a list shows, for a fraction of what whole events cost to read. */
export async function listBriefEvents(
  context: WorkspaceContext,
  input: unknown,
  options: ListingOptions = {},
): Promise<BriefEventPage> {
  const { question, page } = await readPanelQuestion(context, input);
  const { rows, nextCursor } = await readPage(context, question, { ...page, ...options }, readBrief);
  return {
    items: await presentBriefly(context, question.timezone, rows),
    meta: { limit: page.limit, count: rows.length, total: null, nextCursor },
  };
}

async function readPanelQuestion(context: WorkspaceContext, input: unknown) {
  requirePermission(context.actor, 'events.read');
  const asked = parseInput(checkedEventListQuery, input);
  const { limit = listLimits.byDefault, cursor, sort: _, ...given } = await inZone(context, asked);
  return { question: await readEventQuery(context, given), page: { limit, cursor } };
}

type Page = ListingOptions & { limit: number; cursor: string | undefined };
type ReadRows<Row> = (traffic: TrafficStore, request: FeedRequest) => Promise<FeedPage<Row>>;

const readWhole: ReadRows<FeedRow> = (traffic, request) => traffic.readFeed(request);
const readBrief: ReadRows<BriefRow> = (traffic, request) => traffic.readBriefFeed(request);

/**
 * A page begins where the one before ended: rows that arrive meanwhile move nothing. Those that are newer than that place
 * are not seen, those that are older are.
 */
async function readPage<Row>(
  context: WorkspaceContext,
  question: EventQuery,
  { limit, cursor, searchMsMax = searchMsMaxByDefault, signal }: Page,
  read: ReadRows<Row>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const cursors = (await cursorsOf(context)).feed;
  const before = cursor === undefined ? undefined : readCursor(cursors, cursor, question);
  const { selection, span } = question;
  const nowMs = context.now().getTime();
  const { rows, next } = await turns.take(context.workspaceId, () =>
    read(requireTraffic(context), { selection, span, before, limit, nowMs, searchMsMax, signal }),
  );
  return { rows, nextCursor: next === undefined ? null : cursors.write(next, nameQuery(question)) };
}

function readCursor(cursors: FeedCursors, cursor: string, question: EventQuery): FeedPosition {
  const place = cursors.read(cursor, nameQuery(question));
  if (place !== undefined) return place;
  throw invalidInput([{ path: 'cursor', message: 'is not a cursor of this list with these filters' }]);
}
