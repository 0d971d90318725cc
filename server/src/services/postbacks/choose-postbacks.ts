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

/** Whom to tell that an event counted, in the form in which it is sent: nobody, or one. */
export function choosePostbacks(given: PostbackChoice): NewPostbackJob[] {
  const { conversion, conversionId, eventId, visit, campaign, workspace, nowMs } = given;
  const template = chooseUrl(given);
  if (template === null) return [];
  const id = buildPostbackId(conversionId, nowMs);
  const url = fill(template, given, id);
  if (url === undefined) return [];
  return [
    {
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
    },
  ];
}

/** No action can ask to be told of later changes, so that nothing but the first earning is. */
function chooseUrl({ action, campaign, source, trigger }: PostbackChoice): string | null {
  if (trigger !== 'first' || action?.postbackEnabled === false) return null;
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
