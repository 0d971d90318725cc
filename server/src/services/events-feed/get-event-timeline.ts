import { eventTimelineQuery, type EventTimeline } from '@waypost/contract/events/event-timeline.ts';
import { feedTypes, type FeedType } from '@waypost/contract/events/events.ts';
import type { PanelEvent } from '@waypost/contract/events/panel-events.ts';
import type { FeedRow } from '../../domain/traffic/feed-row.ts';
import { isId, timeOfId } from '../../platform/ids.ts';
import { listPostbacksOfVisit } from '../../store/postbacks/postback-list.ts';
import type { VisitKey } from '../../traffic/traffic-store.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { presentPostback } from '../postbacks/postbacks.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { findVisitKey } from '../find-visit-key.ts';
import { presentWithLabels } from './present-rows.ts';
import { inZone } from './read-event-query.ts';

const rowsMax = 2_000;
// Maximum difference between the clocks of two edges. Because of such differences, rows of a visit can have times
// before the visit or in the future.
const clockDifferenceMsMax = 3_600_000;

/** Returns the timeline of a visit. Accepts a click ID or the ID of any event of the visit. */
export async function getEventTimeline(
  context: WorkspaceContext & WithTraffic,
  id: string,
  input: unknown = {},
): Promise<EventTimeline> {
  requirePermission(context.actor, 'events.read');
  const { timezone } = await inZone(context, parseInput(eventTimelineQuery, input));
  const { event, key } = await findEvent(context, id);
  const rows = key === undefined ? toList(event) : await readVisitRows(context, key);
  if (rows.length === 0) return refuseMissing('event');
  const events = await presentWithLabels(context, timezone, rows.slice(0, rowsMax));
  const [first] = events;
  return {
    visitId: first?.visitId ?? null,
    clickId: first?.clickId ?? null,
    visit: ofType(events, 'visit')[0] ?? null,
    clicks: ofType(events, 'lpclick'),
    conversions: ofType(events, 'event'),
    postbacks: await groupPostbacks(context, key, ofType(events, 'postback')),
    isComplete: rows.length <= rowsMax,
  };
}

export async function findVisitRow(
  context: WorkspaceContext & WithTraffic,
  id: string,
): Promise<FeedRow | undefined> {
  const { event, key } = await findEvent(context, id);
  if (event?.type === 'visit') return event;
  return key === undefined ? undefined : (await readVisitRows(context, key, ['visit']))[0];
}

async function findEvent(
  context: WorkspaceContext & WithTraffic,
  id: string,
): Promise<{ event: FeedRow | undefined; key: VisitKey | undefined }> {
  const event = isId(id) ? await findRow(context, id.toLowerCase()) : undefined;
  const key = event === undefined ? await findVisitKey(context, id) : visitKeyOf(context, event);
  return { event, key };
}

function toList<Item>(item: Item | undefined): Item[] {
  return item === undefined ? [] : [item];
}

function ofType<Type extends PanelEvent['type']>(events: readonly PanelEvent[], type: Type) {
  return events.filter((event): event is Extract<PanelEvent, { type: Type }> => event.type === type);
}

/** Finds a row by its ID. The ID starts with the time of the row, so only that millisecond is searched. */
async function findRow(context: WorkspaceContext & WithTraffic, id: string): Promise<FeedRow | undefined> {
  const timeMs = timeOfId(id);
  const { rows } = await context.traffic.readFeed({
    selection: { workspaceId: context.workspaceId, types: feedTypes, id },
    span: { fromMs: timeMs, toMs: timeMs },
    limit: 1,
    nowMs: context.now().getTime(),
    searchMsMax: 0,
  });
  return rows[0];
}

function visitKeyOf(
  { workspaceId }: WorkspaceContext,
  { visitId, campaignId }: FeedRow,
): VisitKey | undefined {
  return visitId === null || campaignId === null ? undefined : { workspaceId, campaignId, visitId };
}

/** Reads the rows of a visit, oldest first, plus one row to detect truncation. */
export async function readVisitRows(
  context: WorkspaceContext & WithTraffic,
  { workspaceId, campaignId, visitId }: VisitKey,
  types: readonly FeedType[] = feedTypes,
): Promise<FeedRow[]> {
  return await context.traffic.readNewer({
    selection: { workspaceId, types, campaignId, visitId },
    after: { timeMs: Math.max(0, timeOfId(visitId) - clockDifferenceMsMax), id: visitId },
    untilMs: context.now().getTime() + clockDifferenceMsMax,
    limit: rowsMax + 1,
  });
}

async function groupPostbacks(
  context: WorkspaceContext,
  key: VisitKey | undefined,
  attempts: readonly Extract<PanelEvent, { type: 'postback' }>[],
): Promise<EventTimeline['postbacks']> {
  const jobs =
    key === undefined
      ? []
      : await readInWorkspace(context, 'lookup', (executor) =>
          listPostbacksOfVisit(executor, context.workspaceId, key.visitId),
        );
  const byEvent = Map.groupBy(attempts, ({ eventId }) => eventId);
  const known = new Map(jobs.map((job) => [job.eventId, presentPostback(context, job)]));
  const eventIds = new Set<string | null>([...known.keys(), ...byEvent.keys()]);
  return [...eventIds].map((eventId) => ({
    eventId,
    postback: known.get(eventId ?? '') ?? null,
    attempts: byEvent.get(eventId) ?? [],
  }));
}
