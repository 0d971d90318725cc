import { eventTrial, type EventTrialResult } from '@waypost/contract/conversions/inbox-tools.ts';
import type { GoalRule } from '@waypost/contract/goals/goals.ts';
import type { z } from 'zod';
import { verdicts, type IncomingEvent } from '../../domain/conversions/index.ts';
import { readRequest } from '../../domain/conversions/read-request.ts';
import { queryOf, readRoute, splitAddress } from '../../domain/read-route.ts';
import { newId, timeOfId } from '../../platform/ids.ts';
import { findRequest } from '../../store/conversions/inbox-claims.ts';
import { findCampaignByIncomingKey } from '../../store/conversions/incoming-keys.ts';
import type { NewPostbackJob } from '../../store/postbacks/postback-jobs.ts';
import { getCampaign } from '../campaigns/campaigns.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { findVisitKey } from '../find-visit-key.ts';
import { buildGoalRules, getGoalRules } from '../goals/goal-rules.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { applyEvents } from './pipeline.ts';
import type { GoalDraft } from '../event-settings.ts';
import { refuseEvent, type AppliedChange, type AppliedEvent, type EventToApply } from './event-to-apply.ts';
import { readStored } from './apply-requests.ts';
import { requireAttribution } from './require-attribution.ts';

const noCampaign =
  'No campaign in this workspace uses this incoming postback URL. The request would be rejected.';

type PostbackTest = z.output<typeof eventTrial>;

type TestedRequest = {
  campaign: { id: string; name: string } | undefined;
  event: Omit<EventToApply, 'campaignId'>;
  isUnreadable: boolean;
};

/** Applies a made-up or recorded request with the saved goal rules or a draft. Writes nothing and sends nothing. */
export async function testIncomingPostback(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
): Promise<EventTrialResult> {
  requirePermission(context.actor, 'inbox.try');
  const test = parseInput(eventTrial, input);
  const draft = await readDraft(context, test);
  const { campaign, event, isUnreadable } =
    typeof test.inboxId === 'string'
      ? await readStoredRequest(context, test.inboxId)
      : await readEnteredRequest(context, test);
  const read = presentRead(event.incoming);
  const noMatch = { campaign: null, visit: null, rule: null, verdict: null };
  if (campaign === undefined) return { ...noMatch, read, changes: [], words: [noCampaign] };
  const { applied, jobs } = isUnreadable
    ? { applied: refuseEvent('unreadable'), jobs: [] }
    : await apply(context, { ...event, campaignId: campaign.id }, draft);
  const changes = applied.changes.map((change) => presentChange(change, jobs));
  const rule = await findRule(context, { applied, campaignId: campaign.id, draft });
  return {
    campaign,
    visit: await findVisit(context, event.incoming),
    rule,
    verdict: applied.verdict,
    read,
    changes,
    words: [
      `Campaign: ${campaign.name}.`,
      ...(rule === null ? [] : [`Matching goal rule: ${rule.place}, ${rule.label}.`]),
      applied.reason ?? verdicts[applied.verdict],
      ...changes.flatMap(describeChange),
    ],
  };
}

async function readDraft(context: WorkspaceContext, { draft }: PostbackTest): Promise<GoalDraft | undefined> {
  if (draft === undefined || draft === null) return undefined;
  const { id } = await getCampaign(context, draft.campaignId);
  return { campaignId: id, rules: buildGoalRules(draft, newId) };
}

/** Returns the stored request, including secrets that are not shown to the caller. */
async function readStoredRequest(context: WorkspaceContext, id: string): Promise<TestedRequest> {
  const request =
    (await readInWorkspace(context, 'lookup', (executor) =>
      findRequest(executor, context.workspaceId, id),
    )) ?? refuseMissing('request');
  const { event, isUnreadable } = readStored(request);
  const { id: campaignId, name } = await getCampaign(context, request.campaignId);
  return { campaign: { id: campaignId, name }, event, isUnreadable };
}

async function readEnteredRequest(context: WorkspaceContext, test: PostbackTest): Promise<TestedRequest> {
  const { url: entered = '', body, contentType, address } = test;
  const url = splitAddress(entered ?? '')?.url ?? entered ?? '';
  const route = readRoute(url);
  const isIncomingUrl = route?.name === 'e';
  const query = isIncomingUrl || typeof test.campaignId !== 'string' ? queryOf(url) : parametersOf(url);
  const { incoming, isBodyUnreadable } = readRequest({
    method: typeof body === 'string' ? 'POST' : 'GET',
    query: Buffer.from(query).toString('latin1'),
    contentType: contentType ?? '',
    body: Buffer.from(body ?? ''),
  });
  const event: TestedRequest['event'] = {
    workspaceId: context.workspaceId,
    incoming,
    receivedMs: context.now().getTime(),
    source: 'network',
    address: address ?? '',
    // The allowlist cannot be checked without an address.
    isSourceAllowed: typeof address !== 'string',
  };
  const campaign = await findCampaign(context, test, isIncomingUrl ? route.rest : '');
  return { campaign, event, isUnreadable: isBodyUnreadable && incoming.clickId === '' };
}

function parametersOf(text: string): string {
  return /^[^=&?]*\?/.test(text) ? queryOf(text) : text;
}

async function findCampaign(
  context: WorkspaceContext,
  { campaignId }: PostbackTest,
  key: string,
): Promise<TestedRequest['campaign']> {
  if (key === '' && typeof campaignId === 'string') {
    const { id, name } = await getCampaign(context, campaignId);
    return { id, name };
  }
  return await readInWorkspace(context, 'lookup', (executor) =>
    findCampaignByIncomingKey(executor, context.workspaceId, key, context.now()),
  );
}

async function apply(
  context: WorkspaceContext & WithTraffic,
  event: EventToApply,
  draft: GoalDraft | undefined,
): Promise<{ applied: AppliedEvent; jobs: readonly NewPostbackJob[] }> {
  let jobs: readonly NewPostbackJob[] = [];
  const [applied = refuseEvent('waiting')] = await applyEvents(requireAttribution(context), [event], {
    dryRun: true,
    draft,
    onJobs: (created) => {
      jobs = created;
    },
  });
  return { applied, jobs };
}

async function findRule(
  context: WorkspaceContext,
  outcome: { applied: AppliedEvent; campaignId: string; draft: GoalDraft | undefined },
): Promise<EventTrialResult['rule']> {
  const { applied, campaignId, draft } = outcome;
  if (applied.ruleId === null) return null;
  const rules: GoalRule[] =
    draft?.campaignId === campaignId ? draft.rules : (await getGoalRules(context, campaignId)).rules;
  const rule = rules.find(({ id }) => id === applied.ruleId);
  return rule === undefined ? null : { place: rule.priority, label: rule.label };
}

function presentRead({ clickId, event, status, currency, transactionId, amountText }: IncomingEvent) {
  const fields = { clickId, event, status, currency, txid: transactionId, payout: amountText };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/**
 * Finds only visits in this workspace. A click ID from another workspace must get the same response as a forged click
 * ID.
 */
async function findVisit(
  context: WorkspaceContext & WithTraffic,
  { clickId }: IncomingEvent,
): Promise<EventTrialResult['visit']> {
  const key = await findVisitKey(context, clickId);
  return key === undefined ? null : { id: key.visitId, time: new Date(timeOfId(key.visitId)).toISOString() };
}

type TestedChange = EventTrialResult['changes'][number];

function presentChange(change: AppliedChange, jobs: readonly NewPostbackJob[]): TestedChange {
  const { conversionId: _, eventId, postbackIds: __, ...shown } = change;
  const job = jobs.find((one) => one.eventId === eventId);
  return {
    ...shown,
    postback: job === undefined ? null : { method: job.method, url: job.url, body: job.body },
  };
}

function describeChange(change: TestedChange): string[] {
  const { isNew, idx, label, status, payout, currency, postback, noPostback } = change;
  const effect = `${isNew ? 'Creates a conversion' : 'Updates a conversion'}: ${label} (event ${idx}), ${status}, ${payout} ${currency}.`;
  const postbackText =
    postback === null
      ? `No postback to the traffic source. ${noPostback ?? ''}`.trim()
      : `Postback to the traffic source: ${postback.method} ${postback.url}`;
  return [effect, postbackText];
}
