import { createHash } from 'node:crypto';
import type { GoalAction } from '@waypost/contract/goals/goals.ts';
import { defaultPostbackRequest } from '@waypost/contract/postbacks/postback-requests.ts';
import type { PostbackOccasion } from '@waypost/contract/postbacks/postbacks.ts';
import type { Conversion } from '../../domain/conversions/conversion.ts';
import type { IncomingEvent } from '../../domain/conversions/read-incoming.ts';
import {
  buildRequest,
  receiverKey,
  type ChosenReceiver,
  type ReceiverKey,
} from '../../domain/postbacks/receivers/receivers.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';
import type { NewPostbackJob } from '../../store/postbacks/postback-jobs.ts';
import type { EventSettings } from '../event-settings.ts';

/** A change to a conversion that may be reported to receivers. */
export type ReportedChange = {
  conversion: Conversion;
  conversionId: string;
  eventId: string;
  /** Goal rule that matched, or null for a change without a rule, such as a refund. */
  ruleId: string | null;
  occasions: readonly PostbackOccasion[];
  visit: RecordedVisit;
  incoming: IncomingEvent;
  campaign: { id: string; name: string; postbackUrl: string | null };
  settings: Pick<EventSettings, 'source' | 'workspace' | 'names'> & {
    goals: Pick<EventSettings['goals'], 'actions'>;
  };
  nowMs: number;
};

/** Postbacks that report a change, one for each receiver. `skipReason` is set if there are no postbacks. */
export type ChosenPostbacks = { jobs: NewPostbackJob[]; skipReason: string | null };

export function choosePostbacks(change: ReportedChange): ChosenPostbacks {
  const action = findAction(change);
  if (action?.postbackEnabled === false) return skip('Postbacks are turned off for this action.');
  const wanted = action?.postbackOn ?? ['first'];
  const occasion = change.occasions.find((one) => wanted.includes(one));
  if (occasion === undefined) return skip(describeWanted(action, wanted));
  const chosen = chooseReceivers(change, action);
  if (chosen.length === 0)
    return skip('No postback URL is set on the action, the campaign or the traffic source.');
  const jobs = chosen.flatMap((receiver) => buildJob(change, occasion, receiver) ?? []);
  return jobs.length === 0 ? skip('The postback URL is invalid.') : { jobs, skipReason: null };
}

function skip(skipReason: string): ChosenPostbacks {
  return { jobs: [], skipReason };
}

/**
 * Returns the action whose postback reports the change, or null for campaigns without goal rules. Refunds match no
 * rule, and the rule that created the conversion is not stored, so the first action with the same index and, if
 * possible, the same name is used.
 */
function findAction({ settings, ruleId, conversion }: ReportedChange): GoalAction | null {
  const { actions } = settings.goals;
  const all = ruleId === null ? [...actions.values()].flat() : (actions.get(ruleId) ?? []);
  const withIdx = all.filter(({ idx }) => idx === conversion.idx);
  return withIdx.find(({ label }) => label === conversion.label) ?? withIdx[0] ?? null;
}

function describeWanted(action: GoalAction | null, wanted: readonly PostbackOccasion[]): string {
  return action === null
    ? 'The campaign has no goal rules, so only the first report of a conversion is sent.'
    : `The action sends postbacks only for: ${wanted.join(', ')}.`;
}

/** Lists the receivers of a change. If several levels set a postback URL, the most specific URL is used. */
function chooseReceivers(
  { campaign, settings: { source } }: ReportedChange,
  action: GoalAction | null,
): ChosenReceiver[] {
  const templates = [
    { url: action?.postbackUrl, request: action },
    { url: campaign.postbackUrl, request: defaultPostbackRequest },
    { url: source?.postbackUrl, request: source },
  ];
  const [template] = templates.flatMap(({ url, request }) =>
    url && request ? [{ kind: 'template' as const, settings: { url, request } }] : [],
  );
  return template === undefined ? [] : [template];
}

function buildJob(
  change: ReportedChange,
  occasion: PostbackOccasion,
  receiver: ChosenReceiver,
): NewPostbackJob | undefined {
  const { conversion, conversionId, eventId, visit, incoming, campaign, nowMs } = change;
  const { source = null, workspace, names } = change.settings;
  const key = receiverKey(receiver);
  const id = buildPostbackId(change, occasion, key);
  const postback = { postbackId: id, conversion, visit, incoming, campaign, source, workspace, names };
  const request = buildRequest(receiver, postback);
  if (request === undefined) return undefined;
  return {
    id,
    workspaceId: workspace.id,
    campaignId: campaign.id,
    conversionId,
    eventId,
    idx: conversion.idx,
    occasion,
    receiver: key,
    ...request,
    origin: new URL(request.url).origin,
    visit,
    createdMs: nowMs,
  };
}

/** Builds a UUIDv7 that is the same for the same change, receiver and time. */
function buildPostbackId(
  { conversionId, eventId, nowMs }: ReportedChange,
  occasion: PostbackOccasion,
  receiver: ReceiverKey,
): string {
  const time = nowMs.toString(16).padStart(12, '0');
  const reported = occasion === 'first' ? `conversion ${conversionId}` : `change ${eventId}`;
  const hash = createHash('sha256').update(`${receiver} ${reported}`).digest('hex');
  const variant = ((Number.parseInt(hash.slice(0, 1), 16) & 0x3) | 0x8).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${hash.slice(1, 4)}`,
    `${variant}${hash.slice(4, 7)}`,
    hash.slice(7, 19),
  ].join('-');
}
