import { checkedEventFilter, eventLimitByDefault, type EventPage } from '@waypost/contract/events/events.ts';
import { listLimits } from '@waypost/contract/api/paging.ts';
import {
  checkedEventListQuery,
  type BriefEventPage,
  type PanelEventPage,
} from '@waypost/contract/events/panel-events.ts';
import type { FeedCursors, FeedPosition } from '../../domain/traffic/feed-cursor.ts';
import type { BriefRow, FeedRow } from '../../domain/traffic/feed-row.ts';
import { createWorkspaceLimiter } from '../../store/database/workspace-limiter.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { getCursors } from '../lists/get-cursors.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import type { FeedPage, FeedRequest, TrafficStore } from '../../traffic/traffic-store.ts';
import { presentBriefly, presentRows, presentWithLabels } from './present-rows.ts';
import { inZone, nameQuery, readEventQuery, type EventQuery } from './read-event-query.ts';

// Limits concurrent reads per workspace, so that one workspace cannot slow down other workspaces.
const turns = createWorkspaceLimiter(4, 10_000);

type ListingOptions = {
  /** Time after which a partly filled page is returned, with a cursor for the remaining events. */
  searchMsMax?: number;
  signal?: AbortSignal;
};

const defaultSearchMsMax = 5_000;

export async function listEvents(
  context: WorkspaceContext & WithTraffic,
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
  const query = await readEventQuery(context, { ...given, timezone });
  const page = { limit, cursor, ...options };
  const { rows, nextCursor } = await readPage(context, query, page, readWhole);
  return {
    rows: await presentRows(context, timezone, rows),
    meta: { limit, count: rows.length, hasMore: nextCursor !== null, nextCursor, timezone },
  };
}

export async function listPanelEvents(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
  options: ListingOptions = {},
): Promise<PanelEventPage> {
  const { query, page } = await readPanelQuery(context, input);
  const { rows, nextCursor } = await readPage(context, query, { ...page, ...options }, readWhole);
  return {
    items: await presentWithLabels(context, query.timezone, rows),
    meta: { limit: page.limit, count: rows.length, total: null, nextCursor },
  };
}

/** Lists events with only the columns that lists show, which is far cheaper than reading all columns. */
export async function listBriefEvents(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
  options: ListingOptions = {},
): Promise<BriefEventPage> {
  const { query, page } = await readPanelQuery(context, input);
  const { rows, nextCursor } = await readPage(context, query, { ...page, ...options }, readBrief);
  return {
    items: await presentBriefly(context, query.timezone, rows),
    meta: { limit: page.limit, count: rows.length, total: null, nextCursor },
  };
}

async function readPanelQuery(context: WorkspaceContext & WithTraffic, input: unknown) {
  requirePermission(context.actor, 'events.read');
  const parsed = parseInput(checkedEventListQuery, input);
  const { limit = listLimits.byDefault, cursor, sort: _, ...given } = await inZone(context, parsed);
  return { query: await readEventQuery(context, given), page: { limit, cursor } };
}

type Page = ListingOptions & { limit: number; cursor: string | undefined };
type ReadRows<Row> = (traffic: TrafficStore, request: FeedRequest) => Promise<FeedPage<Row>>;

const readWhole: ReadRows<FeedRow> = (traffic, request) => traffic.readFeed(request);
const readBrief: ReadRows<BriefRow> = (traffic, request) => traffic.readBriefFeed(request);

/**
 * Reads the page after the cursor. Rows that arrive between pages do not shift later pages: rows newer than the cursor
 * are left out, and older rows are included.
 */
async function readPage<Row>(
  context: WorkspaceContext & WithTraffic,
  query: EventQuery,
  { limit, cursor, searchMsMax = defaultSearchMsMax, signal }: Page,
  read: ReadRows<Row>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const cursors = (await getCursors(context)).feed;
  const before = cursor === undefined ? undefined : readCursor(cursors, cursor, query);
  const { selection, span } = query;
  const nowMs = context.now().getTime();
  const { rows, next } = await turns.take(context.workspaceId, () =>
    read(context.traffic, { selection, span, before, limit, nowMs, searchMsMax, signal }),
  );
  return { rows, nextCursor: next === undefined ? null : cursors.write(next, nameQuery(query)) };
}

function readCursor(cursors: FeedCursors, cursor: string, query: EventQuery): FeedPosition {
  const position = cursors.read(cursor, nameQuery(query));
  if (position !== undefined) return position;
  throw invalidInput([{ path: 'cursor', message: 'is not valid for this list and these filters' }]);
}
