import { eventTrial, type EventTrialResult } from '@waypost/contract/inbox-tools.ts';
import { verdicts, type IncomingEvent } from '../../domain/goals/index.ts';
import { readRequest } from '../../domain/inbox/read-request.ts';
import { queryOf, readPlace, splitAddress } from '../../domain/read-place.ts';
import { findCampaignByIncomingKey } from '../../store/attribution/incoming-keys.ts';
import type { NewPostbackJob } from '../../store/postbacks/postback-jobs.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { applyEvents } from './apply-events.ts';
import { refuseEvent, type AppliedChange, type AppliedEvent, type EventToApply } from './event-to-apply.ts';
import { requireAttribution } from './require-attribution.ts';

const noCampaign = 'No campaign of this workspace has the key of this address: the request would be refused.';

/** What would become of a request that a network sends. Nothing is written, and nobody is called. */
export async function tryEvent(context: WorkspaceContext, input: unknown): Promise<EventTrialResult> {
  requirePermission(context.actor, 'inbox.try');
  const { url: given, body, contentType, address } = parseInput(eventTrial, input);
  const url = splitAddress(given)?.url ?? given;
  const place = readPlace(url);
  const campaign = await readInWorkspace(context, 'lookup', (executor) =>
    findCampaignByIncomingKey(
      executor,
      context.workspaceId,
      place?.name === 'e' ? place.rest : '',
      context.now(),
    ),
  );
  const request = {
    method: typeof body === 'string' ? ('POST' as const) : ('GET' as const),
    query: Buffer.from(queryOf(url)).toString('latin1'),
    contentType: contentType ?? '',
    body: Buffer.from(body ?? ''),
  };
  const { incoming, isBodyUnreadable } = readRequest(request);
  const read = presentRead(incoming);
  if (campaign === undefined)
    return { campaign: null, visit: null, verdict: null, read, changes: [], words: [noCampaign] };
  const event: EventToApply = {
    workspaceId: context.workspaceId,
    campaignId: campaign.id,
    incoming,
    receivedMs: context.now().getTime(),
    source: 'network',
    address: address ?? '',
    // Without an address there is none to ask the lists for.
    isSourceAllowed: typeof address !== 'string',
  };
  const isUnreadable = isBodyUnreadable && incoming.clickId === '';
  const { applied, jobs } = isUnreadable
    ? { applied: refuseEvent('unreadable'), jobs: [] }
    : await apply(context, event);
  const changes = applied.changes.map((change) => presentChange(change, jobs));
  return {
    campaign,
    visit: findVisit(context, incoming),
    verdict: applied.verdict,
    read,
    changes,
    words: [
      `It comes in for the campaign ${campaign.name}.`,
      applied.reason ?? verdicts[applied.verdict],
      ...changes.flatMap(describeChange),
    ],
  };
}

async function apply(
  context: WorkspaceContext,
  event: EventToApply,
): Promise<{ applied: AppliedEvent; jobs: readonly NewPostbackJob[] }> {
  let jobs: readonly NewPostbackJob[] = [];
  const [applied = refuseEvent('waiting')] = await applyEvents(requireAttribution(context), [event], {
    dryRun: true,
    tellJobs: (made) => {
      jobs = made;
    },
  });
  return { applied, jobs };
}

/** What is empty was not said. */
function presentRead({ clickId, event, status, currency, transactionId, amountText }: IncomingEvent) {
  const said = { clickId, event, status, currency, txid: transactionId, payout: amountText };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''));
}

function findVisit({ clickIds }: WorkspaceContext, { clickId }: IncomingEvent): EventTrialResult['visit'] {
  const decoded = clickIds?.decode(clickId);
  return decoded === undefined ? null : { id: decoded.visitId, time: new Date(decoded.timeMs).toISOString() };
}

type TrialChange = EventTrialResult['changes'][number];

function presentChange(change: AppliedChange, jobs: readonly NewPostbackJob[]): TrialChange {
  const { conversionId: _, eventId, postbackId: __, ...shown } = change;
  const job = jobs.find((one) => one.eventId === eventId);
  return {
    ...shown,
    postback: job === undefined ? null : { method: job.method, url: job.url, body: job.body },
  };
}

function describeChange(change: TrialChange): string[] {
  const { isNew, idx, label, status, payout, currency, postback, noPostback } = change;
  const what = `${isNew ? 'A conversion would be made' : 'A conversion would be changed'}: ${label === '' ? `event ${idx}` : `${label} (event ${idx})`}, ${status}, ${payout} ${currency}.`;
  const told =
    postback === null
      ? `The traffic source would not be told. ${noPostback ?? ''}`.trim()
      : `The traffic source would be told: ${postback.method} ${postback.url}`;
  return [what, told];
}
