import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConversionModel, toModelUnits, type ModelEvent } from '../../testing/models/conversion-model.ts';
import type { GoalRow } from './conversion-rows.ts';
import type { Conversion } from './conversion.ts';
import type { LoadedAction } from './decide-goals.ts';
import { interpretEvent, type EventTerms, type Interpretation } from './interpret-event.ts';
import { readIncoming } from './read-incoming.ts';
import { rounds } from '../../testing/rounds.ts';

// Random amounts have up to 12 decimals, so that rounding errors show.
const decimal = (most: bigint) => fc.bigInt(0n, most).map(writeUnits);
const amount = fc.oneof(fc.constantFrom('0', '10', '0.000000000001'), decimal(10n ** 15n));
const share = fc.oneof(fc.constantFrom('0', '1', '0.5'), decimal(10n ** 12n));

const action: fc.Arbitrary<Omit<LoadedAction, 'idx'>> = fc.record({
  label: fc.constant('Event'),
  payoutType: fc.constantFrom('auto', 'auto', 'fixed', 'none'),
  payoutFixed: amount,
  costType: fc.constantFrom('none', 'fixed', 'share'),
  costFixed: amount,
  costShare: share,
  storeValue: fc.boolean(),
  isConversion: fc.boolean(),
  affectsCost: fc.boolean(),
  affectsRevenue: fc.boolean(),
  from: fc.constantFrom('network', 'both'),
});

const costs = fc.oneof(
  fc.record({ mode: fc.constant('cpa' as const), amount }),
  fc.record({ mode: fc.constant('revshare' as const), amount: share }),
  fc.record({ mode: fc.constantFrom('none' as const, 'cpv' as const), amount }),
);

const terms: fc.Arbitrary<EventTerms> = fc.record({
  goals: fc.array(action, { minLength: 1, maxLength: 3 }).map((actions) => ({
    rules: [
      {
        id: 'rule',
        matches: () => true,
        actions: actions.map((given, at) => ({ ...given, idx: at + 1 })),
        senders: new Set(['network'] as const),
      },
    ],
  })),
  attributionDays: fc.constant(30),
  statusMap: fc.constant({}),
  duplicatePolicy: fc.constantFrom('ignore', 'update', 'accumulate', 'append'),
  workspace: fc.constant({ currency: 'USD', rates: { EUR: '1.082512345678', JPY: '0.006543210987' } }),
  network: fc.option(
    fc.record({ defaultPayout: fc.option(amount), currency: fc.constantFrom(null, 'EUR', 'GBP') }),
  ),
  offerPayout: fc.option(amount, { freq: 2 }),
  cost: costs,
});

type Sent = { status: string; txid: string; amount: string | null; currency: string; atMs: number };
// There are only a few transaction IDs and currencies, so that events affect each other.
const sent: fc.Arbitrary<Sent> = fc.record({
  status: fc.constantFrom('', 'hold', 'approved', 'rejected', 'refunded'),
  txid: fc.constantFrom('', 'a', 'a', 'b'),
  amount: fc.option(fc.oneof(amount, fc.constant('7')), { freq: 3 }),
  currency: fc.constantFrom('', 'USD', 'EUR', 'JPY', 'GBP'),
  // Only a few different times are used, so that some events are applied late and some arrive at the same time.
  atMs: fc.nat(4),
});

function writeUnits(units: bigint): string {
  const digits = String(units).padStart(13, '0');
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '');
}

// Runs the real implementation with in-memory storage.
class Ledger {
  readonly rows: GoalRow[] = [];
  stored: Conversion[] = [];
  readonly #terms: EventTerms;

  constructor(given: EventTerms) {
    this.#terms = given;
  }

  interpret({ status, txid, amount: payout, currency, atMs }: Sent): Interpretation {
    const pairs = Object.entries({ status, txid, payout: payout ?? '', currency });
    const visit = { campaignId: 'c', offerId: null, country: null, timeMs: 0 };
    return interpretEvent({
      incoming: readIncoming(pairs),
      receivedMs: atMs,
      visit,
      stored: this.stored,
      terms: this.#terms,
    });
  }

  take(given: Sent): Interpretation {
    const taken = this.interpret(given);
    for (const { conversion, rows } of taken.changes) {
      const key = keyOf(conversion);
      const at = this.stored.findIndex((one) => keyOf(one) === key);
      this.stored = this.stored.toSpliced(at === -1 ? this.stored.length : at, 1, conversion);
      this.rows.push(...rows);
    }
    return taken;
  }
}

const keyOf = ({ idx, transactionId, ordinal }: Conversion) => `${idx} ${transactionId} ${ordinal}`;

function toModelEvent(given: Sent, { network, workspace }: EventTerms): ModelEvent {
  const currency = given.currency || network?.currency || workspace.currency;
  return { ...given, currency, amount: given.amount === null ? null : toModelUnits(given.amount) };
}

function sumRows(rows: readonly GoalRow[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const add = (name: string, units: bigint) => sums.set(name, (sums.get(name) ?? 0n) + units);
  for (const row of rows) {
    if (row.idx > 0) {
      add(`event${row.idx}`, BigInt(row.events));
      add(`revenue${row.idx}`, toModelUnits(row.revenue));
      add(`cost${row.idx}`, toModelUnits(row.cost));
      add(`value${row.idx}`, toModelUnits(row.value ?? '0'));
    }
    add('conversions', BigInt(row.conversions));
    const ofStatus = row.status === 'rejected' ? row.events : row.conversions;
    add(`conversions of ${row.status}`, BigInt(ofStatus));
    add('revenue', toModelUnits(row.revenue));
    add(`revenue of ${row.status}`, toModelUnits(row.revenue));
    add('cost', toModelUnits(row.cost));
  }
  return sums;
}

const shown = (sums: Map<string, bigint>) =>
  Object.fromEntries(
    [...sums].filter(([, units]) => units !== 0n).map(([name, units]) => [name, String(units)]),
  );

const history = fc.array(sent, { minLength: 1, maxLength: 14 });

describe('interpretEvent with any events in any order', () => {
  it('keeps sums over all rows exact after every event', () => {
    fc.assert(
      fc.property(terms, history, (given, events) => {
        const ledger = new Ledger(given);
        const model = new ConversionModel(given);
        for (const event of events) {
          ledger.take(event);
          model.take(toModelEvent(event, given));
          expect(shown(sumRows(ledger.rows))).toEqual(shown(model.sums()));
        }
      }),
      { numRuns: rounds(500, 5_000) },
    );
  });

  it('adds one feed event per change and changes counts by at most one', () => {
    fc.assert(
      fc.property(terms, history, (given, events) => {
        const ledger = new Ledger(given);
        for (const { conversion, rows } of events.flatMap((event) => ledger.take(event).changes)) {
          const [event, ...others] = rows.filter(({ type }) => type === 'event');
          expect(others).toEqual([]);
          expect(event).toMatchObject({ idx: conversion.idx, status: conversion.status });
          expect(event?.payout).toBe(conversion.amounts.payout);
          for (const row of rows) expect([-1, 0, 1]).toContain(row.events);
        }
      }),
    );
  });

  it('ignores repeats under the policies `ignore` and `update`', () => {
    const quiet = fc.constantFrom('ignore' as const, 'update' as const);
    fc.assert(
      fc.property(terms, quiet, history, (given, duplicatePolicy, events) => {
        const ledger = new Ledger({ ...given, duplicatePolicy });
        for (const event of events) {
          ledger.take(event);
          expect(ledger.interpret(event).changes).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('only re-approves rejected conversions when an old event is replayed under the policy `ignore`', () => {
    fc.assert(
      fc.property(terms, history, fc.nat(), (given, events, at) => {
        const ledger = new Ledger({ ...given, duplicatePolicy: 'ignore' });
        const verdicts = events.map((event) => ledger.take(event).verdict);
        const which = at % events.length;
        const old = events[which] as Sent;
        // A repeated rejection after an approval looks like a new rejection and applies to that approval.
        fc.pre(verdicts[which] !== 'unknown-currency' && !['rejected', 'refunded'].includes(old.status));
        const before = ledger.stored;
        for (const { conversion } of ledger.interpret(old).changes) {
          expect(old.status).toBe('approved');
          expect(before.find((one) => keyOf(one) === keyOf(conversion))?.status).toBe('rejected');
        }
      }),
      { numRuns: 500 },
    );
  });
});
