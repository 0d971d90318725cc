import type { PostbackOccasion } from '@waypost/contract/postbacks/postbacks.ts';
import { testTag } from '@waypost/contract/visits/test-traffic.ts';
import type { Conversion } from '../../domain/conversions/index.ts';
import { listOccasions } from '../../domain/postbacks/list-occasions.ts';
import { expiryDay } from '../../domain/traffic/time-cells.ts';
import { deriveEventId, newEventId } from '../../platform/event-ids.ts';
import type { StoredConversion } from '../../store/conversions/conversions.ts';
import type { OutboxRow } from '../../store/conversions/outbox.ts';
import { buildGoalRow } from './goal-rows.ts';
import { creditTo, type IdentifiedEvent } from './identify-visits.ts';
import type { InterpretedEvent } from './interpret.ts';

export type LedgerChanges = {
  inserted: StoredConversion[];
  updated: StoredConversion[];
  rows: OutboxRow[];
};

type LedgerEntry = StoredConversion & { isNew: boolean; isChanged: boolean };

export type LedgerChange = {
  conversionId: string;
  /** State of the conversion after the change. */
  conversion: Conversion;
  isNew: boolean;
  /** ID of the change in the event feed. */
  eventId: string;
  ruleId: string | null;
  occasions: PostbackOccasion[];
  /** The event, credited to the offer of the conversion. */
  credited: IdentifiedEvent;
};

/** Conversions of the visits in a batch, and the changes to them that have not been written yet. */
export class VisitLedger {
  readonly #entries: Map<string, LedgerEntry[]>;
  readonly #rows: OutboxRow[] = [];

  constructor(stored: readonly StoredConversion[]) {
    const entries = stored.map((one) => ({ ...one, isNew: false, isChanged: false }));
    this.#entries = Map.groupBy(entries, ({ visitId }) => visitId);
  }

  listConversions(visitId: string): readonly StoredConversion[] {
    return this.#entries.get(visitId) ?? [];
  }

  apply(interpreted: InterpretedEvent): LedgerChange[] {
    const nextId = countIds(interpreted.identified.event);
    return interpreted.changes.map((change) => this.#applyChange(interpreted, change, nextId));
  }

  collectChanges(): LedgerChanges {
    const all = [...this.#entries.values()].flat();
    return {
      inserted: all.filter(({ isNew }) => isNew),
      updated: all.filter(({ isNew, isChanged }) => isChanged && !isNew),
      rows: this.#rows,
    };
  }

  #applyChange(
    interpreted: InterpretedEvent,
    change: InterpretedEvent['changes'][number],
    nextId: () => string,
  ): LedgerChange {
    const { identified, ruleId } = interpreted;
    const entries = this.#entries.get(identified.visitId) ?? [];
    this.#entries.set(identified.visitId, entries);
    const before = entries.find(({ state }) => state === change.before);
    const occasions = listOccasions(change.before, change.conversion, change);
    const created = { id: nextId(), state: change.conversion, position: entries.length };
    const conversion = before ?? beginConversion(interpreted, created);
    if (before === undefined) entries.push(conversion);
    // A change applies to the offer of the conversion, regardless of later clicks.
    const credited = creditTo(identified, conversion.offer);
    conversion.state = change.conversion;
    conversion.isChanged = true;
    const eventId = this.#addRows(credited, conversion, change, nextId);
    const changed = { conversionId: conversion.id, conversion: change.conversion };
    return { ...changed, isNew: before === undefined, eventId, ruleId, occasions, credited };
  }

  /** Adds the rows as one entry, so that no report sees half a change. Returns the ID of the row in the event feed. */
  #addRows(
    { event, visit, campaign }: IdentifiedEvent,
    { expires }: LedgerEntry,
    { rows }: InterpretedEvent['changes'][number],
    nextId: () => string,
  ): string {
    let eventId = '';
    const lines: string[] = [];
    const owner = { workspaceId: campaign.workspaceId, timeMs: event.receivedMs };
    for (const row of rows) {
      const id = nextId();
      if (row.type === 'event') eventId = id;
      lines.push(buildGoalRow(row, { ...owner, id, visit, expires }).row);
    }
    this.#rows.push({ ...owner, row: lines.join('\n') });
    return eventId;
  }
}

/**
 * Returns a generator of IDs that are derived from the request. If the request is applied again after PostgreSQL is
 * restored from a backup, the conversions and rows get the same IDs.
 */
function countIds({ inboxId, receivedMs }: IdentifiedEvent['event']): () => string {
  let count = 0;
  return () => {
    count += 1;
    return inboxId === undefined ? newEventId(receivedMs) : deriveEventId(inboxId, count, receivedMs);
  };
}

function beginConversion(
  { identified, offer, settings }: InterpretedEvent,
  created: { id: string; state: Conversion; position: number },
): LedgerEntry {
  const { event, visit, visitId, campaign } = identified;
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
