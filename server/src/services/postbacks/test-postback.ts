import { postbackTest, type PostbackTestResult } from '@waypost/contract/postbacks/postback-tests.ts';
import { postbackOccasions } from '@waypost/contract/postbacks/postbacks.ts';
import type { z } from 'zod';
import type { Conversion } from '../../domain/conversions/conversion.ts';
import { readIncoming } from '../../domain/conversions/read-incoming.ts';
import { hideSecrets } from '../../domain/postbacks/hide-secrets.ts';
import { noId } from '../../domain/traffic/cells.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';
import { timeCell } from '../../domain/traffic/time-cells.ts';
import { readVisitCells } from '../../domain/traffic/visit-cells.ts';
import { WaypostError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { tryAgainIn } from '../../platform/try-again-in.ts';
import { findCampaignTerms, type CampaignTerms } from '../../store/conversions/attribution-terms.ts';
import type { Executor } from '../../store/database/database.ts';
import type { NewPostbackJob } from '../../store/postbacks/postback-jobs.ts';
import { takeAttempt, testCallLimits } from '../accounts/limit-attempts.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem, inWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic, WithOutbound } from '../tools.ts';
import { findVisitKey } from '../find-visit-key.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { choosePostbacks, type ChosenPostbacks } from './choose-postbacks.ts';
import { callReceiver } from './send-postback.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { loadEventSettings } from '../event-settings.ts';

type PostbackTest = z.output<typeof postbackTest>;

// Maximum duration of a test. Longer than the timeout of a call.
const callMsMax = 30_000;
const responseLengthMax = 2_048;

/**
 * Sends the postback that a conversion would send, or only shows it. The test is not recorded as an attempt and does
 * not affect the state of the receiver.
 */
export async function testPostback(
  context: WorkspaceContext & WithOutbound & WithTraffic,
  input: unknown,
): Promise<PostbackTestResult> {
  requirePermission(context.actor, 'postbacks.test');
  const given = parseInput(postbackTest, input);
  const { jobs, skipReason } = await choose(context, given);
  const [job] = jobs;
  if (job === undefined) return { request: null, noPostback: skipReason, answer: null };
  const { method, url, body } = job;
  const headers = hideSecrets({ postbackHeaders: job.headers }).postbackHeaders;
  return {
    request: { method, url, headers, body },
    noPostback: null,
    answer: given.send ? await call(context, job) : null,
  };
}

async function call(
  context: WorkspaceContext & WithOutbound,
  job: NewPostbackJob,
): Promise<PostbackTestResult['answer']> {
  const { outbound, actor, workspaceId } = context;
  await takeAttempt(context, testCallLimits('id' in actor ? actor.id : actor.type), tooManyTests);
  await inWorkspace(context, (executor) =>
    recordChange(executor, workspaceId, actor, {
      action: 'postback.test',
      subjectId: job.campaignId === noId ? (job.visit.trafficSourceId ?? workspaceId) : job.campaignId,
      details: { origin: job.origin },
    }),
  );
  const { status, error, response, durationMs } = await callReceiver(
    outbound,
    job,
    AbortSignal.timeout(callMsMax),
  );
  return {
    status,
    error,
    response: response.slice(0, responseLengthMax),
    durationMs: Math.round(durationMs),
  };
}

function tooManyTests(retryAfter: number): WaypostError {
  return new WaypostError('RATE_LIMITED', `Too many test calls. ${tryAgainIn(retryAfter)}`, {
    details: { reason: 'too-many-tests', retryAfter },
  });
}

async function choose(
  context: WorkspaceContext & WithTraffic,
  given: PostbackTest,
): Promise<ChosenPostbacks> {
  return await asSystem(context, async (executor) => {
    const campaign = await findCampaign(executor, context.workspaceId, given);
    const visit = await findVisit(context, campaign, given);
    const incoming = readIncoming([['cid', given.clickId ?? visit.visitId]]);
    const nowMs = context.now().getTime();
    const key = { event: { source: 'network' as const }, visit, campaign };
    const settings = (await loadEventSettings(executor, [key]))(key);
    if (given.trafficSourceId && settings.source === undefined) return refuseMissing('traffic source');
    const conversion = makeConversion(given, settings.workspace.currency, nowMs);
    return choosePostbacks({
      conversion,
      conversionId: newId(),
      eventId: newId(),
      visit,
      incoming,
      ruleId: null,
      campaign,
      settings,
      // Includes all occasions, so that every trigger of the action matches.
      occasions: postbackOccasions,
      nowMs,
    });
  });
}

async function findCampaign(
  executor: Executor,
  workspaceId: string,
  { campaignId }: PostbackTest,
): Promise<CampaignTerms & { trafficSourceId?: string }> {
  if (campaignId)
    return (await findCampaignTerms(executor, workspaceId, campaignId)) ?? refuseMissing('campaign');
  const money = { costMode: 'none', costAmount: '0', postbackUrl: null } as const;
  return { id: noId, workspaceId, number: 0, name: 'Test', version: 0, attributionDays: 0, ...money };
}

async function findVisit(
  context: WorkspaceContext & WithTraffic,
  campaign: CampaignTerms & { trafficSourceId?: string },
  { clickId, trafficSourceId }: PostbackTest,
): Promise<RecordedVisit> {
  if (!clickId) return makeVisit(context, campaign, trafficSourceId ?? campaign.trafficSourceId ?? '');
  const key = (await findVisitKey(context, clickId)) ?? refuseMissing('click ID');
  const visit = (await context.traffic.findVisits([key])).get(key.visitId);
  return visit ?? refuseMissing('click ID');
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

function makeConversion(given: PostbackTest, currency: string, nowMs: number): Conversion {
  const { idx, event, status, transactionId, payout } = given;
  const amount = payout ?? '1';
  const none = { revenue: '0', flatCost: '0', shareCost: '0' };
  return {
    idx: idx ?? 1,
    transactionId: transactionId ?? 'test',
    ordinal: 0,
    event: event ?? '',
    label: '',
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
