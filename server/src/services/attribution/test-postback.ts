import { postbackTest, type PostbackTestResult } from '@waypost/contract/postback-tests.ts';
import { postbackOccasions } from '@waypost/contract/postbacks.ts';
import type { z } from 'zod';
import type { Conversion } from '../../domain/goals/conversion.ts';
import { readIncoming } from '../../domain/goals/read-incoming.ts';
import { hideSecrets } from '../../domain/postbacks/hide-secrets.ts';
import { noId } from '../../domain/traffic/cells.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';
import { timeCell } from '../../domain/traffic/time-cells.ts';
import { readVisitCells } from '../../domain/traffic/visit-cells.ts';
import { WaypostError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { findCampaignTerms, type CampaignTerms } from '../../store/attribution/attribution-terms.ts';
import type { Executor } from '../../store/database/database.ts';
import type { NewPostbackJob } from '../../store/postbacks/postback-jobs.ts';
import { takeAttempt, testCallLimits } from '../accounts/limit-attempts.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem, inWorkspace, type WorkspaceContext } from '../context.ts';
import { findVisitKey } from '../events-feed/find-visit-key.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { choosePostback, type ChosenPostback } from '../postbacks/choose-postbacks.ts';
import { callReceiver } from '../postbacks/send-postback.ts';
import { refuseMissing } from '../records/record-kind.ts';
import { requireTraffic } from '../require-traffic.ts';
import { loadAttributionSettings } from './attribution-settings.ts';

type Given = z.output<typeof postbackTest>;

// Time that a test may take, longer than the timeout of a call.
const callMsMax = 30_000;
const responseLengthMax = 2_048;

/**
 * Sends the postback that a conversion would send, or only shows it. The test is not recorded as an attempt and does
 * not affect the state of the receiver.
 */
export async function testPostback(context: WorkspaceContext, input: unknown): Promise<PostbackTestResult> {
  requirePermission(context.actor, 'postbacks.test');
  const given = parseInput(postbackTest, input);
  const { job, skipReason } = await choose(context, given);
  if (job === null) return { request: null, noPostback: skipReason, answer: null };
  const { method, url, body } = job;
  const headers = hideSecrets({ postbackHeaders: job.headers }).postbackHeaders;
  return {
    request: { method, url, headers, body },
    noPostback: null,
    answer: given.send ? await call(context, job) : null,
  };
}

async function call(context: WorkspaceContext, job: NewPostbackJob): Promise<PostbackTestResult['answer']> {
  const { outbound, actor, workspaceId } = context;
  if (outbound === undefined)
    throw new WaypostError('SERVICE_UNAVAILABLE', 'Outgoing calls are disabled for this process');
  await takeAttempt(context, testCallLimits('id' in actor ? actor.id : actor.type), tooManyTests);
  await inWorkspace(context, (executor) =>
    recordChange(executor, workspaceId, actor, {
      action: 'postback.test',
      subjectId: job.campaignId === noId ? (job.visit.trafficSourceId ?? workspaceId) : job.campaignId,
      details: { origin: job.origin },
    }),
  );
  const result = await callReceiver(outbound, job, AbortSignal.timeout(callMsMax));
  const durationMs = Math.round(result.durationMs);
  if (result.kind === 'failed')
    return { status: result.status ?? null, error: result.error, response: '', durationMs };
  return {
    status: result.status,
    error: null,
    response: result.body.slice(0, responseLengthMax),
    durationMs,
  };
}

function tooManyTests(retryAfter: number): WaypostError {
  return new WaypostError('RATE_LIMITED', 'Too many test calls. Try again in a minute.', {
    details: { reason: 'too-many-tests', retryAfter },
  });
}

async function choose(context: WorkspaceContext, given: Given): Promise<ChosenPostback> {
  return await asSystem(context, async (executor) => {
    const campaign = await findCampaign(executor, context.workspaceId, given);
    const visit = await findVisit(context, campaign, given);
    const incoming = readIncoming([['cid', given.clickId ?? visit.visitId]]);
    const event = {
      workspaceId: context.workspaceId,
      incoming,
      receivedMs: context.now().getTime(),
      source: 'network' as const,
    };
    const matched = { at: 0, event, visitId: visit.visitId, visit, offers: [], campaign };
    const settings = (await loadAttributionSettings(executor, [matched]))(matched);
    if (given.trafficSourceId && settings.source === undefined) return refuseMissing('traffic source');
    const conversion = makeConversion(given, settings.workspace.currency, event.receivedMs);
    const actions = [...settings.goals.actions.values()].flat();
    return choosePostback({
      conversion,
      conversionId: newId(),
      eventId: newId(),
      visit,
      incoming,
      action: actions.find(({ idx }) => idx === conversion.idx) ?? null,
      campaign,
      source: settings.source ?? null,
      workspace: settings.workspace,
      names: settings.names,
      // Includes all occasions, so that every trigger of the action matches.
      occasions: postbackOccasions,
      nowMs: event.receivedMs,
    });
  });
}

async function findCampaign(
  executor: Executor,
  workspaceId: string,
  { campaignId }: Given,
): Promise<CampaignTerms & { trafficSourceId?: string }> {
  if (campaignId)
    return (await findCampaignTerms(executor, workspaceId, campaignId)) ?? refuseMissing('campaign');
  const money = { costMode: 'none', costAmount: '0', postbackUrl: null } as const;
  return { id: noId, workspaceId, number: 0, name: 'Test', version: 0, attributionDays: 0, ...money };
}

async function findVisit(
  context: WorkspaceContext,
  campaign: CampaignTerms & { trafficSourceId?: string },
  { clickId, trafficSourceId }: Given,
): Promise<RecordedVisit> {
  if (!clickId) return makeVisit(context, campaign, trafficSourceId ?? campaign.trafficSourceId ?? '');
  const key = (await findVisitKey(context, clickId)) ?? refuseMissing('click id');
  const visit = (await requireTraffic(context).findVisits([key])).get(key.visitId);
  return visit ?? refuseMissing('click id');
}

function makeVisit(
  { workspaceId, now }: WorkspaceContext,
  { id }: CampaignTerms,
  trafficSourceId: string,
): RecordedVisit {
  const nowMs = now().getTime();
  const tokens = Object.fromEntries(
    Array.from({ length: 15 }, (_, at) => [`token${at + 1}`, `test-${at + 1}`]),
  );
  return readVisitCells({
    workspace_id: workspaceId,
    campaign_id: id,
    visit_id: newId(nowMs),
    visit_time: timeCell(nowMs),
    traffic_source_id: trafficSourceId,
    country: 'DE',
    ip: '192.0.2.1',
    user_agent: 'Test',
    external_id: 'test-click-id',
    ...tokens,
  });
}

function makeConversion(given: Given, currency: string, nowMs: number): Conversion {
  const { idx, event, status, transactionId, payout } = given;
  const amount = payout ?? '1';
  const none = { revenue: '0', flatCost: '0', shareCost: '0' };
  return {
    idx: idx ?? 1,
    transactionId: transactionId ?? 'test',
    ordinal: 0,
    event: event ?? '',
    label: 'Test',
    isConversion: true,
    status: status ?? 'approved',
    hasEarned: true,
    isRejectionCounted: false,
    changedMs: nowMs,
    sent: null,
    amounts: { payout: amount, currency, value: null, ...none, revenue: amount, outside: none },
    isFromPage: false,
  };
}
