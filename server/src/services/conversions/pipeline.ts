import {
  insertConversions,
  listConversionsOfVisits,
  lockVisits,
  updateConversions,
  type StoredConversion,
} from '../../store/conversions/conversions.ts';
import { insertOutboxRows } from '../../store/conversions/outbox.ts';
import type { Executor } from '../../store/database/database.ts';
import { insertPostbackJobs, type NewPostbackJob } from '../../store/postbacks/postback-jobs.ts';
import { asSystem } from '../context.ts';
import { loadEventSettings, type GoalDraft, type SettingsOf } from '../event-settings.ts';
import { choosePostbacks, type ChosenPostbacks, type ReportedChange } from '../postbacks/choose-postbacks.ts';
import { checkSenders } from './check-senders.ts';
import { describeVerdict } from './describe-verdict.ts';
import {
  refuseEvent,
  type AppliedChange,
  type AppliedEvent,
  type AttributionContext,
  type EventToApply,
} from './event-to-apply.ts';
import { creditTo, identifyVisits, type IdentifiedEvent } from './identify-visits.ts';
import { interpret, type InterpretedEvent } from './interpret.ts';
import { VisitLedger, type LedgerChange, type LedgerChanges } from './visit-ledger.ts';

type PipelineOptions = {
  dryRun?: boolean;
  /** If false, the conversions are stored without postbacks. */
  postbacks?: boolean;
  draft?: GoalDraft | undefined;
  onJobs?: (jobs: readonly NewPostbackJob[]) => void;
};

/**
 * Turns events into conversions and postbacks, in one transaction: identifies the visits, checks the senders, interprets
 * each event (`interpret.ts` matches the goal rules, prices the actions and finds duplicates), adds the results to the
 * ledger of its visit, chooses the receivers, and stores everything. The steps before and after this function:
 *
 * - Receive: the edge writes a request to its spool and answers (`edge/incoming/`), `receive-batch.ts` stores it in the
 *   inbox, and `apply-inbox.ts` claims due requests. Uploads skip this step and call this function directly.
 * - Ship: `ship-outbox.ts` sends the rows to the traffic store.
 * - Send: `jobs/postbacks.ts` sends the queued postbacks and checks the responses against the rules for each kind of receiver.
 *
 * Results are in the order of the input, but events of the same visit are applied in the order of arrival. Database
 * statements time out after a few seconds, so callers apply large numbers of events in batches. Callers also check
 * permissions.
 */
export async function applyEvents(
  context: AttributionContext,
  events: readonly EventToApply[],
  options: PipelineOptions = {},
): Promise<AppliedEvent[]> {
  if (events.length === 0) return [];
  return await asSystem(context, async (executor) => {
    const results = new Map<number, AppliedEvent>();
    const identified = await identifyVisits(context, executor, events, results);
    if (identified.length === 0) return listResults(events, results);
    const settingsOf = await loadEventSettings(executor, identified.flatMap(listCredits), options.draft);
    const accepted = checkSenders(identified, settingsOf, results);

    const ledger = new VisitLedger(await readStored(executor, accepted, options));
    const postbacks: NewPostbackJob[] = [];
    const now = context.now();
    for (const event of accepted.toSorted(byArrival)) {
      const interpreted = interpret(event, ledger.listConversions(event.visitId), settingsOf);
      const changes = ledger.apply(interpreted).map((change) => {
        const chosen = choosePostbacks(toReport(change, settingsOf, now.getTime()));
        postbacks.push(...chosen.jobs);
        return describeChange(change, chosen);
      });
      results.set(event.at, describeResult(interpreted, changes));
    }

    // An upload can turn off postbacks for its conversions. These postbacks are not sent later either. Only later
    // changes to the conversions send postbacks, if an action is set to send them.
    const jobs = options.postbacks === false ? [] : postbacks;
    options.onJobs?.(jobs);
    if (options.dryRun !== true) await store(executor, ledger.collectChanges(), jobs, now);
    return listResults(events, results);
  });
}

function listResults(
  events: readonly EventToApply[],
  results: ReadonlyMap<number, AppliedEvent>,
): AppliedEvent[] {
  return events.map((_, at) => results.get(at) ?? refuseEvent('waiting'));
}

function listCredits(event: IdentifiedEvent): IdentifiedEvent[] {
  return event.offers.map((offer) => creditTo(event, offer));
}

/** Locks the visits and returns their conversions. A dry run locks nothing. */
async function readStored(
  executor: Executor,
  events: readonly IdentifiedEvent[],
  { dryRun }: PipelineOptions,
): Promise<StoredConversion[]> {
  const visits = new Map(
    events.map(({ visitId, campaign }) => [visitId, { visitId, workspaceId: campaign.workspaceId }]),
  );
  if (visits.size === 0) return [];
  if (dryRun !== true) await lockVisits(executor, [...visits.values()]);
  return await listConversionsOfVisits(executor, [...visits.values()]);
}

function byArrival(
  { event: one, at: oneAt }: IdentifiedEvent,
  { event: other, at: otherAt }: IdentifiedEvent,
): number {
  if (one.receivedMs !== other.receivedMs) return one.receivedMs - other.receivedMs;
  const [left, right] = [one.inboxId ?? '', other.inboxId ?? ''];
  return left === right ? oneAt - otherAt : left < right ? -1 : 1;
}

async function store(
  executor: Executor,
  { inserted, updated, rows }: LedgerChanges,
  jobs: readonly NewPostbackJob[],
  now: Date,
): Promise<void> {
  await insertConversions(executor, inserted, now);
  await updateConversions(executor, updated, now);
  await insertOutboxRows(executor, rows);
  await insertPostbackJobs(executor, jobs);
}

function toReport(
  { credited, ...change }: LedgerChange,
  settingsOf: SettingsOf,
  nowMs: number,
): ReportedChange {
  const { visit, campaign, event } = credited;
  return { ...change, visit, campaign, incoming: event.incoming, settings: settingsOf(credited), nowMs };
}

function describeResult(
  { identified, incoming, settings, verdict, ruleId }: InterpretedEvent,
  changes: AppliedChange[],
): AppliedEvent {
  return {
    verdict,
    reason: describeVerdict(verdict, incoming, settings, changes),
    ruleId,
    conversionIds: changes.map(({ conversionId }) => conversionId),
    changes,
    isSourceAllowed: identified.event.source === 'network' ? true : null,
  };
}

function describeChange(
  { conversionId, conversion, eventId, isNew }: LedgerChange,
  { jobs, skipReason }: ChosenPostbacks,
): AppliedChange {
  const { idx, label, transactionId, status, amounts } = conversion;
  const { payout, currency, revenue } = amounts;
  const fields = { conversionId, eventId, isNew, idx, label, transactionId, status };
  return {
    ...fields,
    payout,
    currency,
    revenue,
    postbackIds: jobs.map(({ id }) => id),
    noPostback: skipReason,
  };
}
