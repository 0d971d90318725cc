import { createHash } from 'node:crypto';
import { checkSource } from '../../domain/inbox/check-source.ts';
import {
  insertConversions,
  listConversionsOfVisits,
  lockVisits,
  updateConversions,
  type VisitToLock,
} from '../../store/attribution/conversions.ts';
import { insertOutboxRows } from '../../store/attribution/outbox.ts';
import type { Executor } from '../../store/database/database.ts';
import { insertPostbackJobs, type NewPostbackJob } from '../../store/postbacks/postback-jobs.ts';
import { asSystem } from '../context.ts';
import { loadAttributionSettings, type GoalDraft, type SettingsOf } from './attribution-settings.ts';
import {
  refuseEvent,
  type AppliedEvent,
  type AttributionContext,
  type EventToApply,
} from './event-to-apply.ts';
import { creditTo, matchEvents, type MatchedEvent } from './match-events.ts';
import { VisitLedger, type LedgerChanges } from './visit-ledger.ts';

/**
 * Turns events into conversions, rows and postbacks in one transaction. A dry run writes nothing. Results are in the
 * order of the input, but events of the same visit are applied in the order of arrival. The transaction times out after
 * seconds, so callers pass at most a few hundred events. Callers also check the permissions.
 */
export async function applyEvents(
  context: AttributionContext,
  events: readonly EventToApply[],
  options: {
    dryRun?: boolean;
    postbacks?: boolean;
    draft?: GoalDraft | undefined;
    onJobs?: (jobs: readonly NewPostbackJob[]) => void;
  } = {},
): Promise<AppliedEvent[]> {
  if (events.length === 0) return [];
  return await asSystem(context, async (executor) => {
    const applied = new Map<number, AppliedEvent>();
    const matched = await matchEvents(context, executor, events, applied);
    if (matched.length > 0) {
      const credited = matched.flatMap((one) => one.offers.map((offer) => creditTo(one, offer)));
      const settingsOf = await loadAttributionSettings(executor, credited, options.draft);
      const allowed = matched.flatMap((one) => allow(one, settingsOf, applied));
      const now = context.now();
      const changes = await applyAllowed({ executor, allowed, settingsOf, applied, now, ...options });
      // An upload can turn off postbacks for its conversions. These postbacks are not sent later either. Only later
      // changes to the conversions send postbacks, if an action asks for them.
      const jobs = options.postbacks === false ? [] : changes.jobs;
      options.onJobs?.(jobs);
      if (options.dryRun !== true) await write(executor, { ...changes, jobs }, now);
    }
    return events.map((_, at) => applied.get(at) ?? refuseEvent('waiting'));
  });
}

/**
 * Keeps the offers whose affiliate networks accept the event. If no affiliate network accepts the event, sets its
 * verdict in `applied`.
 */
function allow(
  matched: MatchedEvent,
  settingsOf: SettingsOf,
  applied: Map<number, AppliedEvent>,
): MatchedEvent[] {
  const refusals = matched.offers.map((offer) => refusalOf(creditTo(matched, offer), settingsOf));
  const offers = matched.offers.filter((_, at) => refusals[at] === undefined);
  if (offers.length > 0) return [{ ...matched, offers }];
  applied.set(matched.at, refuseEvent('refused-source', refusals[0]));
  return [];
}

function refusalOf(credited: MatchedEvent, settingsOf: SettingsOf): string | undefined {
  const { event } = credited;
  const { network } = settingsOf(credited);
  if (event.source !== 'network' || network === undefined) return undefined;
  const postbackIps = event.isSourceAllowed === true ? [] : network.postbackIps;
  const request = { address: event.address ?? '', incoming: event.incoming };
  const check = checkSource({ ...network, postbackIps }, request, sha256);
  if (check === 'allowed') return undefined;
  return check === 'wrong-address'
    ? `The sender’s IP address is not on the allowlist of ${network.name}.`
    : `The token for ${network.name} is missing or wrong.`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function applyAllowed(given: {
  executor: Executor;
  allowed: readonly MatchedEvent[];
  settingsOf: SettingsOf;
  applied: Map<number, AppliedEvent>;
  now: Date;
  dryRun?: boolean;
}): Promise<LedgerChanges> {
  const { executor, allowed, settingsOf, applied, now } = given;
  const visits = [...new Map(allowed.map((one) => [one.visitId, toLock(one)])).values()];
  if (visits.length === 0) return { inserted: [], updated: [], rows: [], jobs: [] };
  if (given.dryRun !== true) await lockVisits(executor, visits);
  const stored = await listConversionsOfVisits(executor, visits);
  const ledger = new VisitLedger(stored, settingsOf, now.getTime());
  for (const one of allowed.toSorted(byArrival))
    applied.set(one.at, {
      ...ledger.apply(one),
      isSourceAllowed: one.event.source === 'network' ? true : null,
    });
  return ledger.collectChanges();
}

async function write(executor: Executor, changes: LedgerChanges, now: Date): Promise<void> {
  await insertConversions(executor, changes.inserted, now);
  await updateConversions(executor, changes.updated, now);
  await insertOutboxRows(executor, changes.rows);
  await insertPostbackJobs(executor, changes.jobs);
}

function toLock({ visitId, campaign }: MatchedEvent): VisitToLock {
  return { visitId, workspaceId: campaign.workspaceId };
}

function byArrival(
  { event: one, at: oneAt }: MatchedEvent,
  { event: other, at: otherAt }: MatchedEvent,
): number {
  if (one.receivedMs !== other.receivedMs) return one.receivedMs - other.receivedMs;
  const [left, right] = [one.inboxId ?? '', other.inboxId ?? ''];
  return left === right ? oneAt - otherAt : left < right ? -1 : 1;
}
