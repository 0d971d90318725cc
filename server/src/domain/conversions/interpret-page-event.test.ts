import { goalRulesInput } from '@waypost/contract/goals/goals.ts';
import { describe, expect, it } from 'vitest';
import type { Conversion } from './conversion.ts';
import { loadGoals } from './decide-goals.ts';
import { interpretEvent, type EventTerms } from './interpret-event.ts';
import { interpretPageEvent, withoutMoney } from './interpret-page-event.ts';
import { readIncoming } from './read-incoming.ts';

const day = 86_400_000;
const visit = { campaignId: 'c', offerId: null, country: 'DE', timeMs: 0 };

function buildTerms(actions: object[], change: Partial<EventTerms> = {}): EventTerms {
  const given = actions.length === 0 ? [] : [{ label: 'All', conditions: null, actions }];
  const { rules } = goalRulesInput.parse({ rules: given });
  return {
    goals: loadGoals(
      rules.map((rule) => ({ ...rule, id: 'rule', priority: 1 })),
      { timezone: 'UTC' },
    ),
    attributionDays: 30,
    statusMap: {},
    duplicatePolicy: 'append',
    workspace: { currency: 'USD', rates: { EUR: '2' } },
    network: { currency: 'EUR', defaultPayout: '7' },
    offerPayout: null,
    cost: { mode: 'none', amount: '0' },
    ...change,
  };
}

const action = (change: object = {}) => ({ idx: 1, label: 'Sale', from: 'both', ...change });
const forged =
  'event=sale&payout[]=7&txid[0]=1&payout=1000000&currency=USD&txid=F0&status=rejected&sum=9&Amount=8&note=x';

// Applies events to one visit. Page events start with `page:`, and all other events come from networks.
function apply(terms: EventTerms, events: string[], ...timesMs: number[]) {
  const stored: Conversion[] = [];
  const verdicts = events.map((text, at) => {
    const isPage = text.startsWith('page:');
    const incoming = readIncoming(new URLSearchParams(text.replace('page:', '')));
    const interpret = isPage ? interpretPageEvent : interpretEvent;
    const { verdict, changes } = interpret({
      incoming: isPage ? withoutMoney(incoming) : incoming,
      receivedMs: timesMs[at] ?? 0,
      visit,
      stored,
      terms,
    });
    for (const { before, conversion } of changes) {
      const index = before === null ? -1 : stored.indexOf(before);
      stored[index === -1 ? stored.length : index] = conversion;
    }
    return verdict;
  });
  const conversions = stored.map(
    ({ transactionId, status, amounts: { revenue, value } }) =>
      `${transactionId} ${status} ${revenue} ${value}`,
  );
  return { verdicts, conversions };
}

describe('an event from a page', () => {
  it('is not counted if there are no rules or no action accepts it', () => {
    expect(apply(buildTerms([]), [`page:${forged}`])).toEqual({ verdicts: ['from-page'], conversions: [] });
    const terms = buildTerms([action({ from: 'network' })]);
    expect(apply(terms, [`page:${forged}`])).toEqual({ verdicts: ['from-page'], conversions: [] });
  });

  it.each([
    ['zero if no payout is set', action(), {}, '0'],
    ['the payout of the action', action({ payoutType: 'fixed', payoutFixed: 3 }), { offerPayout: '5' }, '3'],
    ['the payout of the offer, in its network’s currency', action(), { offerPayout: '5' }, '10'],
    ['zero if the action has no payout', action({ payoutType: 'none' }), { offerPayout: '5' }, '0'],
  ])('earns %s, whatever amount it sends', (_, given, change, revenue) => {
    const terms = buildTerms([{ ...given, storeValue: true }], change);
    expect(apply(terms, [`page:${forged}`])).toEqual({
      verdicts: ['counted'],
      conversions: [` approved ${revenue} null`],
    });
  });

  it('loses its amount, status and transaction ID, both as fields and as parameters', () => {
    const incoming = withoutMoney(readIncoming(new URLSearchParams(forged)));
    expect(incoming).toMatchObject({ event: 'sale', amount: null, isAmountBad: false });
    expect([incoming.transactionId, incoming.status, incoming.currency]).toEqual(['', '', '']);
    expect([...incoming.params.keys()]).toEqual(['event', 'note']);
  });

  it('counts once per visit and action, whatever the policy and transaction', () => {
    const terms = buildTerms([action({ payoutType: 'fixed', payoutFixed: 3 })]);
    expect(apply(terms, ['page:txid=1', 'page:txid=2', 'page:status=rejected'])).toEqual({
      verdicts: ['counted', 'duplicate', 'duplicate'],
      conversions: [' approved 3 null'],
    });
  });

  it('never changes a conversion reported by the network', () => {
    const reported = 'txid=N&payout=4&status=hold&currency=USD';
    expect(apply(buildTerms([action()]), [reported, 'page:txid=N&status=approved', 'page:payout=9'])).toEqual(
      {
        verdicts: ['counted', 'duplicate', 'duplicate'],
        conversions: ['N hold 4 null'],
      },
    );
  });

  it('is rejected after the attribution window', () => {
    expect(apply(buildTerms([action()]), ['page:'], 30 * day + 1).verdicts).toEqual(['expired-window']);
  });
});

describe('a network postback after a page event', () => {
  it.each([
    ['payout=4&currency=USD', ' approved 4 null'],
    ['txid=N&payout=4&currency=USD', 'N approved 4 null'],
    ['txid=N&status=hold&payout=4&currency=USD', 'N hold 4 null'],
    ['txid=N&status=rejected', 'N rejected 14 null'],
  ])('updates the conversion of the page event: %s', (reported, conversions) => {
    expect(apply(buildTerms([action()]), ['page:event=sale', reported])).toEqual({
      verdicts: ['counted', 'updated'],
      conversions: [conversions],
    });
  });

  it('updates the conversion of the page event only once, so that the next transaction creates a new one', () => {
    const usd = 'payout=4&currency=USD';
    const { conversions } = apply(buildTerms([action()]), [
      'page:',
      `txid=A&${usd}`,
      'page:',
      `txid=B&${usd}`,
    ]);
    expect(conversions).toEqual(['A approved 4 null', 'B approved 4 null']);
  });

  it('is rejected after the attribution window', () => {
    const late = 30 * day + 1;
    const { verdicts } = apply(buildTerms([action()]), ['page:', 'txid=A', 'payout=1'], 0, late, late);
    expect(verdicts).toEqual(['counted', 'expired-window', 'expired-window']);
  });

  it('changes nothing if its amount has no exchange rate', () => {
    expect(apply(buildTerms([action()]), ['page:', 'payout=4&currency=GBP'])).toEqual({
      verdicts: ['counted', 'unknown-currency'],
      conversions: [' approved 0 null'],
    });
  });
});
