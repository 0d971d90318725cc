import { createHash } from 'node:crypto';
import type { GoalAction } from '@waypost/contract/goals.ts';
import { defaultPostbackRequest, type PostbackRequest } from '@waypost/contract/postback-requests.ts';
import type { PostbackOccasion } from '@waypost/contract/postbacks.ts';
import type { Conversion } from '../../domain/goals/conversion.ts';
import type { IncomingEvent } from '../../domain/goals/read-incoming.ts';
import { fillTemplate, parseTemplate } from '../../domain/macros/index.ts';
import { fillRequest } from '../../domain/postbacks/postback-request.ts';
import { postbackMacros } from '../../domain/postbacks/postback-macros.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';
import type { NewPostbackJob } from '../../store/postbacks/postback-jobs.ts';

export type PostbackChoice = {
  conversion: Conversion;
  conversionId: string;
  eventId: string;
  visit: RecordedVisit;
  incoming: IncomingEvent;
  /** Null for campaigns without goal rules. */
  action: (Pick<GoalAction, 'postbackUrl' | 'postbackEnabled' | 'postbackOn'> & PostbackRequest) | null;
  campaign: { id: string; name: string; postbackUrl: string | null };
  source: ({ id: string; name: string; postbackUrl: string | null } & PostbackRequest) | null;
  workspace: { id: string; timezone: string; currency: string };
  names?: { rotator?: string; path?: string; landing?: string; offer?: string };
  occasions: readonly PostbackOccasion[];
  nowMs: number;
};

export type ChosenPostback = { job: NewPostbackJob; skipReason: null } | { job: null; skipReason: string };

export function choosePostback(given: PostbackChoice): ChosenPostback {
  const { action, occasions } = given;
  if (action?.postbackEnabled === false) return skip('Postbacks are turned off for this action.');
  const wanted = action?.postbackOn ?? ['first'];
  const occasion = occasions.find((one) => wanted.includes(one));
  if (occasion === undefined) return skip(describeWanted(action, wanted));
  const chosen = chooseTemplate(given);
  if (chosen === undefined)
    return skip('No postback URL is set on the action, the campaign or the traffic source.');
  const id = buildPostbackId(given, occasion);
  const filled = fill(chosen, given, id);
  return filled === undefined
    ? skip('The postback URL is invalid.')
    : { job: buildJob(given, { id, occasion, ...filled }), skipReason: null };
}

function skip(skipReason: string): ChosenPostback {
  return { job: null, skipReason };
}

function describeWanted(action: PostbackChoice['action'], wanted: readonly PostbackOccasion[]): string {
  return action === null
    ? 'The campaign has no goal rules, so only the first report of a conversion is sent.'
    : `The action sends postbacks only for: ${wanted.join(', ')}.`;
}

type Filled = Pick<NewPostbackJob, 'url' | 'method' | 'headers' | 'body'>;

function buildJob(
  given: PostbackChoice,
  built: Pick<NewPostbackJob, 'id' | 'occasion'> & Filled,
): NewPostbackJob {
  const { conversion, conversionId, eventId, visit, campaign, workspace, nowMs } = given;
  return {
    ...built,
    workspaceId: workspace.id,
    campaignId: campaign.id,
    conversionId,
    eventId,
    idx: conversion.idx,
    origin: new URL(built.url).origin,
    visit,
    createdMs: nowMs,
  };
}

type Template = { url: string; request: PostbackRequest };

function chooseTemplate({ action, campaign, source }: PostbackChoice): Template | undefined {
  if (action?.postbackUrl) return { url: action.postbackUrl, request: action };
  if (campaign.postbackUrl) return { url: campaign.postbackUrl, request: defaultPostbackRequest };
  return source?.postbackUrl ? { url: source.postbackUrl, request: source } : undefined;
}

function fill({ url, request }: Template, given: PostbackChoice, postbackId: string): Filled | undefined {
  const values = postbackMacros({ ...given, postbackId });
  try {
    const filled = fillTemplate(parseTemplate(url), values);
    return filled === undefined ? undefined : { url: filled, ...fillRequest(request, values) };
  } catch {
    // The URL was saved before a validation rule was introduced, and violates this rule. Attribution must not fail
    // because of the URL.
    return undefined;
  }
}

/** Builds a deterministic ID in the form of a UUIDv7: the same change at the same time has the same ID. */
function buildPostbackId(
  { conversionId, eventId, nowMs }: PostbackChoice,
  occasion: PostbackOccasion,
): string {
  const time = nowMs.toString(16).padStart(12, '0');
  const hash = createHash('sha256')
    .update(occasion === 'first' ? `postback ${conversionId}` : `postback of ${eventId}`)
    .digest('hex');
  const variant = ((Number.parseInt(hash.slice(0, 1), 16) & 0x3) | 0x8).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${hash.slice(1, 4)}`,
    `${variant}${hash.slice(4, 7)}`,
    hash.slice(7, 19),
  ].join('-');
}
