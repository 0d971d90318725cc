import type { GoalAction } from '@waypost/contract/goals.ts';
import { testTag } from '@waypost/contract/test-traffic.ts';
import {
  interpretEvent,
  interpretPageEvent,
  withDecimalMark,
  type Conversion,
  type CreditedOffer,
  type Interpretation,
} from '../../domain/goals/index.ts';
import { listOccasions } from '../../domain/postbacks/list-occasions.ts';
import { expiryDay } from '../../domain/traffic/time-cells.ts';
import { deriveEventId, newEventId } from '../../platform/event-ids.ts';
import type { StoredConversion } from '../../store/attribution/conversions.ts';
import type { OutboxRow } from '../../store/attribution/outbox.ts';
import type { NewPostbackJob } from '../../store/postbacks/postback-jobs.ts';
import { choosePostback, type ChosenPostback } from '../postbacks/choose-postbacks.ts';
import type { EventSettings, SettingsOf } from './attribution-settings.ts';
import { describeVerdict } from './describe-verdict.ts';
import type { AppliedChange, AppliedEvent } from './event-to-apply.ts';
import { buildGoalRow } from './goal-rows.ts';
import { creditTo, type MatchedEvent } from './match-events.ts';

export type LedgerChanges = {
  inserted: StoredConversion[];
  updated: StoredConversion[];
  rows: OutboxRow[];
  jobs: NewPostbackJob[];
};

type LedgerEntry = StoredConversion & { isNew: boolean; isChanged: boolean };
type Change = Interpretation['changes'][number];

/**
 * Applies events to the stored conversions of their visits, one after the other. Collects the changes without writing
 * them.
 */
export class VisitLedger {
  readonly #entries: Map<string, LedgerEntry[]>;
  readonly #rows: OutboxRow[] = [];
  readonly #jobs: NewPostbackJob[] = [];
  readonly #settingsOf: SettingsOf;
  readonly #nowMs: number;

  constructor(stored: readonly StoredConversion[], settingsOf: SettingsOf, nowMs: number) {
    const entries = stored.map((one) => ({ ...one, isNew: false, isChanged: false }));
    this.#entries = Map.groupBy(entries, ({ visitId }) => visitId);
    this.#settingsOf = settingsOf;
    this.#nowMs = nowMs;
  }

  apply(matched: MatchedEvent): AppliedEvent {
    const { event, visitId, campaign } = matched;
    const entries = this.#entries.get(visitId) ?? [];
    this.#entries.set(visitId, entries);
    const offer = chooseOffer(matched, entries);
    const credited = creditTo(matched, offer);
    const { visit } = credited;
    const settings = this.#settingsOf(credited);
    const interpret = event.source === 'page' ? interpretPageEvent : interpretEvent;
    const incoming = withDecimalMark(event.incoming, settings.network?.decimalMark ?? null);
    const interpretation = interpret({
      incoming,
      receivedMs: event.receivedMs,
      visit: {
        campaignId: campaign.id,
        offerId: settings.offer?.id ?? visit.offerId,
        country: visit.country,
        timeMs: visit.timeMs,
      },
      stored: entries.map(({ state }) => state),
      terms: settings.terms,
    });
    const nextId = countIds(event);
    const changes = interpretation.changes.map((change) =>
      this.#applyChange({ matched, settings, offer, entries, change, nextId, ruleId: interpretation.ruleId }),
    );
    return {
      verdict: interpretation.verdict,
      reason: describeVerdict(interpretation.verdict, incoming, settings, changes),
      ruleId: interpretation.ruleId,
      conversionIds: changes.map(({ conversionId }) => conversionId),
      changes,
      isSourceAllowed: null,
    };
  }

  collectChanges(): LedgerChanges {
    const all = [...this.#entries.values()].flat();
    return {
      inserted: all.filter(({ isNew }) => isNew),
      updated: all.filter(({ isNew, isChanged }) => isChanged && !isNew),
      rows: this.#rows,
      jobs: this.#jobs,
    };
  }

  #applyChange(options: {
    matched: MatchedEvent;
    settings: EventSettings;
    offer: CreditedOffer | null;
    entries: LedgerEntry[];
    change: Change;
    nextId: () => string;
    ruleId: string | null;
  }): AppliedChange {
    const { matched, settings, offer, entries, change, nextId, ruleId } = options;
    const before = entries.find(({ state }) => state === change.before);
    const occasions = listOccasions(change.before, change.conversion, change);
    const created = { id: nextId(), state: change.conversion, position: entries.length };
    const conversion = before ?? beginConversion(matched, { offer, settings }, created);
    if (before === undefined) entries.push(conversion);
    // A change applies to the offer of the conversion, regardless of later clicks.
    const credited = creditTo(matched, conversion.offer);
    const creditedSettings = this.#settingsOf(credited);
    conversion.state = change.conversion;
    conversion.isChanged = true;
    const eventId = this.#addRows(credited, conversion, change, nextId);
    const { campaign, event, visit } = credited;
    const postback = choosePostback({
      conversion: conversion.state,
      conversionId: conversion.id,
      eventId,
      visit,
      incoming: event.incoming,
      action: findAction(creditedSettings.goals.actions, ruleId, conversion.state),
      campaign,
      source: creditedSettings.source ?? null,
      workspace: creditedSettings.workspace,
      names: creditedSettings.names,
      occasions,
      nowMs: this.#nowMs,
    });
    if (postback.job !== null) this.#jobs.push(postback.job);
    return describeChange(conversion, { eventId, isNew: before === undefined, postback });
  }

  /** Adds the rows as one entry, so that no report sees half a change. Returns the ID of the row in the event feed. */
  #addRows(
    { event, visit, campaign }: MatchedEvent,
    { expires }: LedgerEntry,
    change: Change,
    nextId: () => string,
  ): string {
    let eventId = '';
    const lines: string[] = [];
    const owner = { workspaceId: campaign.workspaceId, timeMs: event.receivedMs };
    for (const row of change.rows) {
      const id = nextId();
      if (row.type === 'event') eventId = id;
      lines.push(buildGoalRow(row, { ...owner, id, visit, expires }).row);
    }
    this.#rows.push({ ...owner, row: lines.join('\n') });
    return eventId;
  }
}

/**
 * Returns a generator of IDs that are derived from the request. Applying the request again after a restore of
 * PostgreSQL therefore gives the same conversion and postback IDs.
 */
function countIds({ inboxId, receivedMs }: MatchedEvent['event']): () => string {
  let count = 0;
  return () => {
    count += 1;
    return inboxId === undefined ? newEventId(receivedMs) : deriveEventId(inboxId, count, receivedMs);
  };
}

function beginConversion(
  { event, visit, visitId, campaign }: MatchedEvent,
  { offer, settings }: { offer: CreditedOffer | null; settings: EventSettings },
  created: { id: string; state: Conversion; position: number },
): LedgerEntry {
  return {
    ...created,
    workspaceId: campaign.workspaceId,
    campaignId: campaign.id,
    visitId,
    receivedMs: event.receivedMs,
    expires: expiryDay(event.receivedMs, settings.workspace.eventDays),
    offer,
    isTest: visit.tags.includes(testTag),
    isNew: true,
    isChanged: true,
  };
}

/**
 * Returns the offer of the stored conversion that the event refers to, or else the most likely offer. Null means the
 * visit's offer. Without a transaction ID, an event refers to the latest conversion. Conversions from pages are
 * skipped, because they often precede the click.
 */
function chooseOffer(
  { offers, event, visit }: MatchedEvent,
  entries: readonly LedgerEntry[],
): CreditedOffer | null {
  const { transactionId } = event.incoming;
  const fromNetwork = entries.filter(({ state }) => !state.isFromPage);
  const named = fromNetwork.findLast(({ state }) => state.transactionId === transactionId);
  const target = named ?? (transactionId === '' ? fromNetwork.at(-1) : undefined);
  const targetOfferId = target && (target.offer ?? visit).offerId;
  return offers.find(({ offerId }) => target !== undefined && offerId === targetOfferId) ?? offers[0] ?? null;
}

/**
 * Returns the action whose postback reports a change. Refunds match no rule, and the rule that created the conversion
 * is not stored, so the first action with the same index and, if possible, the same name is used.
 */
function findAction(
  actions: EventSettings['goals']['actions'],
  ruleId: string | null,
  { idx, label }: Conversion,
): GoalAction | null {
  const all = ruleId === null ? [...actions.values()].flat() : (actions.get(ruleId) ?? []);
  const withIdx = all.filter((action) => action.idx === idx);
  return withIdx.find((action) => action.label === label) ?? withIdx[0] ?? null;
}

function describeChange(
  { id, state }: LedgerEntry,
  { eventId, isNew, postback }: { eventId: string; isNew: boolean; postback: ChosenPostback },
): AppliedChange {
  const { idx, label, transactionId, status, amounts } = state;
  const { payout, currency, revenue } = amounts;
  const postbackFields = { postbackId: postback.job?.id ?? null, noPostback: postback.skipReason };
  const fields = { conversionId: id, eventId, isNew, idx, label, transactionId, status };
  return { ...fields, payout, currency, revenue, ...postbackFields };
}
