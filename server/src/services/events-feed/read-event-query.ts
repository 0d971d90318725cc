import { feedTypes, type FeedType } from '@waypost/contract/events/events.ts';
import { eventRecordFields, type EventRecordField } from '@waypost/contract/events/panel-events.ts';
import { readTimeRange } from '../../domain/calendar/read-time-range.ts';
import { noId } from '../../domain/traffic/cells.ts';
import { readUnixTime } from '../../domain/traffic/read-unix-time.ts';
import { timeOfId } from '../../platform/ids.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import type { FeedSelection, FeedSpan } from '../../traffic/traffic-store.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { invalidInput } from '../parse-input.ts';
import { isAllowed } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { findVisitKey } from '../find-visit-key.ts';

export type EventQuery = { selection: FeedSelection; span: FeedSpan; timezone: string };

// Filter that matches no row.
const nothing = { visitId: noId, campaignId: noId };

type Searched = {
  timezone: string;
  from?: string | undefined;
  to?: string | undefined;
  campaignId?: string | undefined;
  type?: FeedType | undefined;
  idx?: number | undefined;
  clickId?: string | undefined;
  eventId?: string | undefined;
  transactionId?: string | undefined;
  externalId?: string | undefined;
} & { [field in EventRecordField]?: string | undefined };

export async function inZone<Given extends { timezone?: string | undefined }>(
  context: WorkspaceContext,
  given: Given,
): Promise<Given & { timezone: string }> {
  if (given.timezone !== undefined) return { ...given, timezone: given.timezone };
  const settings = await readInWorkspace(context, 'lookup', (executor) =>
    findWorkspaceSettings(executor, context.workspaceId),
  );
  return { ...given, timezone: (settings ?? refuseMissing('workspace')).timezone };
}

export async function readEventQuery(
  context: WorkspaceContext & WithTraffic,
  searched: Searched,
): Promise<EventQuery> {
  const { timezone, type, idx, eventId: id, transactionId, externalId } = searched;
  // Only goal events and their postbacks have an index.
  const withIdx = idx === undefined ? feedTypes : (['event', 'postback'] as const);
  const types = type === undefined ? withIdx : [type];
  const visit = await findSearchedVisit(context, searched);
  const { workspaceId } = context;
  const records = readRecords(searched);
  const selection = { workspaceId, types, campaignId: searched.campaignId, records, idx, ...visit, id };
  // Filtering by a hidden value would reveal it, so the filter matches nothing for callers who may not read the value.
  const isHidden = externalId !== undefined && !isAllowed(context.actor, 'personal-data.read');
  return {
    selection: { ...selection, transactionId, externalId, ...(isHidden ? nothing : {}) },
    span: readSpan(searched, visit.visitId),
    timezone,
  };
}

function readRecords(searched: Searched): Partial<Record<EventRecordField, string>> {
  return Object.fromEntries(
    eventRecordFields.flatMap((field) => {
      const id = searched[field];
      return id === undefined ? [] : [[field, id]];
    }),
  );
}

async function findSearchedVisit(
  context: WorkspaceContext & WithTraffic,
  { clickId, campaignId }: Searched,
): Promise<Pick<FeedSelection, 'visitId' | 'campaignId'>> {
  if (clickId === undefined) return { campaignId };
  const key = await findVisitKey(context, clickId);
  const isMatch = key !== undefined && (campaignId ?? key.campaignId) === key.campaignId;
  return isMatch ? { visitId: key.visitId, campaignId: key.campaignId } : nothing;
}

/** Reads the time range. Event and visit IDs contain their time, which narrows the range. */
function readSpan(
  { from = '1970-01-01', to = '2105-12-31', timezone, eventId }: Searched,
  visitId: string | undefined,
): FeedSpan {
  const named = [
    ...(eventId === undefined ? [] : [{ fromMs: timeOfId(eventId), toMs: timeOfId(eventId) }]),
    ...(visitId === undefined ? [] : [{ fromMs: timeOfId(visitId), toMs: Infinity }]),
  ];
  const reading = readTimeRange({ from, to, timezone, readOther: readUnixTime });
  if ('issues' in reading) throw invalidInput(reading.issues.map(nameUnixTime));
  const spans = [reading.range, ...named];
  return {
    fromMs: Math.max(...spans.map(({ fromMs }) => fromMs)),
    toMs: Math.min(...spans.map(({ toMs }) => toMs)),
  };
}

/**
 * Serializes everything that determines which rows are read and how they are formatted. A cursor is valid only for
 * queries with the same serialization.
 */
export function nameQuery({ selection, span, timezone }: EventQuery): string {
  return JSON.stringify([span.fromMs, span.toMs, timezone, ...nameSelection(selection)]);
}

export function nameSelection(selection: FeedSelection): (string | number | readonly string[] | null)[] {
  const { workspaceId, types, campaignId, idx, id, visitId, transactionId, externalId } = selection;
  const rest = [campaignId, idx, id, visitId, transactionId, externalId];
  // Records are named only if there are any, so that cursors from earlier versions stay valid.
  const records = Object.entries(selection.records ?? {}).flat();
  return [workspaceId, types, ...rest.map((one) => one ?? null), ...records];
}

function nameUnixTime({ path, message }: { path: string; message: string }) {
  return { path, message: message.replace(', between', ', or Unix time, between') };
}
