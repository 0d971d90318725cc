import { createHash } from 'node:crypto';
import type { GoalAction } from '@waypost/contract/goals.ts';
import type { Conversion } from '../../domain/goals/conversion.ts';
import type { IncomingEvent } from '../../domain/goals/read-incoming.ts';
import { fillTemplate, parseTemplate } from '../../domain/macros/index.ts';
import { postbackMacros } from '../../domain/postbacks/postback-macros.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';
import type { NewPostbackJob } from '../../store/postbacks/postback-jobs.ts';

export type PostbackChoice = {
  conversion: Conversion;
  conversionId: string;
  /** The `event` row that was written for this change. */
  eventId: string;
  visit: RecordedVisit;
  incoming: IncomingEvent;
  /** The action with the conversion's idx; null for the rule that campaigns without any have. */
  action: Pick<GoalAction, 'postbackUrl' | 'postbackEnabled'> | null;
  campaign: { id: string; name: string; postbackUrl: string | null };
  /** The source of the visit; null where it is gone. */
  source: { id: string; name: string; postbackUrl: string | null } | null;
  workspace: { id: string; timezone: string; currency: string };
  /** As far as they are known; macros of what is left out are empty. */
  names?: { rotator?: string; path?: string; landing?: string; offer?: string };
  /** `first`: it earns for the first time. */
  trigger: 'first' | 'status-change';
  nowMs: number;
};

/** A call to make, in the form in which it is sent, or why there is none, in a sentence. */
export type ChosenPostback = { job: NewPostbackJob; silence: null } | { job: null; silence: string };

/** Whom to tell that an event counted. */
export function choosePostback(given: PostbackChoice): ChosenPostback {
  const { action, trigger } = given;
  if (action?.postbackEnabled === false) return silent('The action has its postbacks switched off.');
  if (trigger !== 'first') return silent('It was told of when it first counted.');
  const template = chooseUrl(given);
  if (template === null)
    return silent('Neither the action nor the campaign nor the traffic source has a postback URL.');
  const id = buildPostbackId(given.conversionId, given.nowMs);
  const url = fill(template, given, id);
  return url === undefined
    ? silent('The postback URL cannot be used.')
    : { job: buildJob(given, { id, url }), silence: null };
}

function silent(silence: string): ChosenPostback {
  return { job: null, silence };
}

function buildJob(given: PostbackChoice, { id, url }: { id: string; url: string }): NewPostbackJob {
  const { conversion, conversionId, eventId, visit, campaign, workspace, nowMs } = given;
  return {
    id,
    workspaceId: workspace.id,
    campaignId: campaign.id,
    conversionId,
    eventId,
    idx: conversion.idx,
    method: 'GET',
    url,
    origin: new URL(url).origin,
    visit,
    createdMs: nowMs,
  };
}

function chooseUrl({ action, campaign, source }: PostbackChoice): string | null {
  return action?.postbackUrl || campaign.postbackUrl || source?.postbackUrl || null;
}

function fill(template: string, given: PostbackChoice, postbackId: string): string | undefined {
  try {
    return fillTemplate(parseTemplate(template), postbackMacros({ ...given, postbackId }));
  } catch {
    // Saved before a rule that it breaks: an event must not wait for it.
    return undefined;
  }
}

/** In the form of an id of this moment, and the same for the same conversion and moment. */
function buildPostbackId(conversionId: string, nowMs: number): string {
  const time = nowMs.toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(`postback ${conversionId}`).digest('hex');
  const variant = ((Number.parseInt(hash.slice(0, 1), 16) & 0x3) | 0x8).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${hash.slice(1, 4)}`,
    `${variant}${hash.slice(4, 7)}`,
    hash.slice(7, 19),
  ].join('-');
}
