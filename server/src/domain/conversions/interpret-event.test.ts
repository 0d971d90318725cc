import { goalRulesInput, type GoalRule } from '@waypost/contract/goals/goals.ts';
import { describe, expect, it } from 'vitest';
import type { Conversion } from './conversion.ts';
import { loadGoals } from './decide-goals.ts';
import { findReversed, interpretEvent, type EventTerms } from './interpret-event.ts';
import { readIncoming } from './read-incoming.ts';

const day = 86_400_000;
const visit = { campaignId: 'c', offerId: null, country: 'DE', timeMs: 0 };

function buildTerms(change: Partial<EventTerms> & { rules?: unknown[] } = {}): EventTerms {
  const { rules: given = [], ...rest } = change;
  const { rules } = goalRulesInput.parse({ rules: given });
  const complete: GoalRule[] = rules.map((rule, at) => ({ ...rule, id: `rule ${at}`, priority: at }));
  return {
    goals: loadGoals(complete, { timezone: 'UTC' }),
    attributionDays: 30,
    statusMap: {},
    duplicatePolicy: 'ignore',
    workspace: { currency: 'USD', rates: { EUR: '2' } },
    network: null,
    offerPayout: null,
    cost: { mode: 'none', amount: '0' },
    ...rest,
  };
}

function apply(terms: EventTerms, queries: string[], receivedMs = 0) {
  const stored: Conversion[] = [];
  const results = queries.map((query) => {
    const incoming = readIncoming(new URLSearchParams(query));
    const result = interpretEvent({ incoming, receivedMs, visit, stored, terms });
    for (const { conversion } of result.changes) storeConversion(stored, conversion);
    return result;
  });
  const states = stored.map(
    ({ idx, transactionId, status, amounts }) => `${idx}${transactionId} ${status} ${amounts.revenue}`,
  );
  return { results, verdicts: results.map(({ verdict }) => verdict), states };
}

function storeConversion(stored: Conversion[], given: Conversion): void {
  const at = stored.findIndex(
    ({ idx, transactionId, ordinal }) =>
      idx === given.idx && transactionId === given.transactionId && ordinal === given.ordinal,
  );
  stored[at === -1 ? stored.length : at] = given;
}

const when = (field: string, ...values: unknown[]) => ({ field, op: 'is', values });
const action = (idx: number, change: object = {}) => ({ idx, label: `Event ${idx}`, ...change });

describe('an event that changes nothing', () => {
  it.each([
    ['unknown-status', 'status=whatever', buildTerms()],
    ['invalid-amount', 'payout=1,234', buildTerms()],
    ['invalid-amount', 'payout=-5&status=approved', buildTerms()],
    ['nothing-to-refund', 'payout=-5', buildTerms()],
    ['unknown-currency', 'payout=5&currency=GBP', buildTerms()],
    [
      'no-rule',
      'event=x',
      buildTerms({ rules: [{ label: 'a', conditions: when('event', 'y'), actions: [action(1)] }] }),
    ],
    [
      'no-action',
      '',
      buildTerms({ rules: [{ label: 'a', conditions: null, actions: [action(1, { enabled: false })] }] }),
    ],
  ])('has the verdict %s', (verdict, query, terms) => {
    expect(apply(terms, [query])).toMatchObject({ results: [{ verdict, changes: [] }] });
  });

  it('has the verdict expired-window after the attribution window', () => {
    const terms = buildTerms();
    expect(apply(terms, ['payout=5'], 30 * day).verdicts).toEqual(['counted']);
    expect(apply(terms, ['payout=5'], 30 * day + 1).verdicts).toEqual(['expired-window']);
  });

  it('runs none of its actions if one of the amounts has no exchange rate', () => {
    const actions = [action(1, { payoutType: 'fixed', payoutFixed: 5 }), action(2)];
    const terms = buildTerms({ rules: [{ label: 'a', conditions: null, actions }] });
    expect(apply(terms, ['payout=5&currency=GBP']).states).toEqual([]);
    expect(apply(terms, ['payout=5&currency=EUR']).states).toEqual(['1 approved 5', '2 approved 10']);
  });
});

it('interpretEvent uses the currency of the event, the network or the workspace, in that order', () => {
  const network = { defaultPayout: null, currency: 'EUR' };
  expect(apply(buildTerms({ network }), ['payout=5', 'payout=5&currency=usd&txid=a']).states).toEqual([
    '1 approved 10',
    '1a approved 5',
  ]);
  expect(apply(buildTerms(), ['payout=5']).states).toEqual(['1 approved 5']);
});

it('interpretEvent uses the network’s status mapping and duplicate policy', () => {
  const terms = buildTerms({ statusMap: { '7': 'hold' }, duplicatePolicy: 'update' });
  expect(apply(terms, ['payout=5&status=7', 'payout=6&status=7'])).toMatchObject({
    verdicts: ['counted', 'updated'],
    states: ['1 hold 6'],
  });
});

describe('a rejection or refund', () => {
  const onlyApproved = buildTerms({
    rules: [{ label: 'a', conditions: when('status', 'approved'), actions: [action(1), action(2)] }],
  });

  it('applies to existing conversions even if their rule does not match it', () => {
    expect(apply(onlyApproved, ['txid=a&payout=5', 'txid=b', 'txid=a&status=rejected'])).toMatchObject({
      verdicts: ['counted', 'counted', 'updated'],
      states: ['1a rejected 5', '2a rejected 5', '1b approved 0', '2b approved 0'],
    });
  });

  it('keeps the stored amount even if it sends a negative one', () => {
    const queries = ['txid=a&payout=5', 'txid=a&status=chargeback&payout=-5'];
    expect(apply(buildTerms(), queries)).toMatchObject({
      verdicts: ['counted', 'updated'],
      states: ['1a refunded 5'],
    });
  });

  it('is processed by the goal rules if there is nothing to reverse', () => {
    expect(apply(onlyApproved, ['status=rejected']).verdicts).toEqual(['no-rule']);
    expect(apply(buildTerms(), ['status=rejected&payout=5', 'status=approved'])).toMatchObject({
      verdicts: ['stored', 'updated'],
      states: ['1 approved 5'],
    });
  });

  it('is a duplicate the second time', () => {
    const queries = ['payout=5', 'status=refund', 'status=refund'];
    expect(apply(buildTerms(), queries).verdicts).toEqual(['counted', 'updated', 'duplicate']);
  });
});

describe('the first event of a visit', () => {
  const rules = [
    { label: 'first', conditions: when('isFirst', true), actions: [action(1)] },
    { label: 'later', conditions: null, actions: [action(2)] },
  ];

  it('stays first when it is repeated or approved', () => {
    const queries = ['txid=a&status=hold&payout=5', 'txid=a&status=hold', 'txid=a&status=approved', 'txid=b'];
    expect(apply(buildTerms({ rules }), queries).states).toEqual(['1a approved 5', '2b approved 0']);
    const others = ['event=x', 'event=y'];
    expect(apply(buildTerms({ rules }), others).states).toEqual(['1 approved 0', '2 approved 0']);
  });

  it('is the only event that counts as first under the policy `append`', () => {
    const terms = buildTerms({ rules, duplicatePolicy: 'append' });
    expect(apply(terms, ['status=hold', 'status=approved', '']).states).toEqual([
      '1 approved 0',
      '2 approved 0',
    ]);
    expect(apply(terms, ['status=approved', 'status=approved']).states).toEqual([
      '1 approved 0',
      '2 approved 0',
    ]);
  });
});

it('interpretEvent returns the ID of the rule that matched', () => {
  const terms = buildTerms({ rules: [{ label: 'a', conditions: null, actions: [action(4)] }] });
  expect(apply(terms, ['']).results[0]).toMatchObject({ ruleId: 'rule 0', verdict: 'counted' });
  expect(apply(buildTerms(), ['']).results[0]).toMatchObject({ ruleId: null, verdict: 'counted' });
});

describe('a negative amount', () => {
  it('refunds the earlier conversion once', () => {
    expect(apply(buildTerms(), ['payout=5&txid=a', 'payout=-5&txid=a', 'payout=-5&txid=a'])).toMatchObject({
      verdicts: ['counted', 'updated', 'duplicate'],
      states: ['1a refunded 5'],
    });
    expect(apply(buildTerms(), ['payout=5&txid=a', 'payout=-7']).states).toEqual(['1a refunded 5']);
  });

  it('refunds nothing if its transaction is unknown, and never makes revenue negative', () => {
    expect(apply(buildTerms(), ['payout=5&txid=a', 'payout=-5&txid=b'])).toMatchObject({
      verdicts: ['counted', 'nothing-to-refund'],
      states: ['1a approved 5'],
    });
    expect(
      apply(buildTerms(), ['payout=-5&status=refunded', 'payout=-5&status=rejected&txid=b']),
    ).toMatchObject({
      verdicts: ['counted', 'stored'],
      states: ['1 refunded 5', '1b rejected 5'],
    });
  });

  it('is rejected if it is smaller than the conversion, unless the status is refunded', () => {
    const sale = 'payout=20&txid=a&currency=EUR';
    const terms = buildTerms({ network: { currency: 'EUR', defaultPayout: null } });
    expect(apply(terms, [sale, 'payout=-5&txid=a', 'payout=-5&txid=a&status=refunded'])).toMatchObject({
      verdicts: ['counted', 'partial-refund', 'updated'],
      states: ['1a refunded 40'],
    });
    // The refund is partial if at least one conversion of the transaction is larger.
    const steps = buildTerms({
      rules: ['sale', 'upsell'].map((event, at) => ({
        label: event,
        conditions: when('event', event),
        actions: [action(at + 1)],
      })),
    });
    const both = ['event=sale&payout=20&txid=a', 'event=upsell&payout=3&txid=a'];
    expect(apply(steps, [...both, 'payout=-5&txid=a'])).toMatchObject({
      verdicts: ['counted', 'counted', 'partial-refund'],
      states: ['1a approved 20', '2a approved 3'],
    });
    // Amounts in two currencies cannot be compared without the exchange rate of that day.
    expect(apply(terms, [sale, 'payout=-5&txid=a&currency=USD']).verdicts).toEqual(['counted', 'updated']);
  });
});

it.each([
  ['USD', null, '5'],
  ['USD', 'CAD', '15'],
  ['CAD', null, '5'],
  ['EUR', null, '10'],
])(
  'interpretEvent resolves the $ sign with the workspace currency %s and the network currency %j',
  (own, network, revenue) => {
    const rates = { USD: '2', CAD: '3' };
    const terms = buildTerms({
      workspace: { currency: own, rates },
      network: { currency: network, defaultPayout: null },
    });
    expect(apply(terms, ['payout=$5']).states).toEqual([`1 approved ${revenue}`]);
  },
);

const nothing = { revenue: '0', flatCost: '0', shareCost: '0' };
const amounts = { ...nothing, payout: '0', currency: 'USD', value: null, outside: nothing };

function makeConversion(idx: number, event: string, transactionId: string, isConversion = true): Conversion {
  const names = { idx, event, transactionId, label: '', isConversion, ordinal: 0 };
  const state = { status: 'approved', hasEarned: true, isRejectionCounted: false, changedMs: 0 } as const;
  return { ...names, ...state, sent: null, amounts, isFromPage: false };
}

const step = makeConversion(2, 'signup', 'A', false);
const sale = makeConversion(1, 'sale', 'A');
const upsell = makeConversion(3, 'upsell', 'A');
const other = makeConversion(1, 'sale', 'B');
const nameless = makeConversion(1, 'sale', '');

it.each([
  {
    what: 'conversions of its transaction and event',
    stored: [step, sale, other],
    sent: 'A sale',
    expected: [sale],
  },
  { what: 'a step if it names the step', stored: [step, sale], sent: 'A signup', expected: [step] },
  {
    what: 'all conversions of its transaction if its event name is new',
    stored: [step, sale, upsell, other],
    sent: 'A refund',
    expected: [sale, upsell],
  },
  { what: 'nothing from a different transaction', stored: [sale], sent: 'C sale', expected: [] },
  {
    what: 'the only transaction if it names none',
    stored: [step, sale, upsell],
    sent: ' ',
    expected: [sale, upsell],
  },
  {
    what: 'nothing if it names none of several transactions',
    stored: [sale, other],
    sent: ' sale',
    expected: [],
  },
  {
    what: 'a conversion without a transaction',
    stored: [nameless, other],
    sent: ' sale',
    expected: [nameless],
  },
  { what: 'nothing if nothing is stored', stored: [], sent: ' ', expected: [] },
])('findReversed finds $what', ({ stored, sent, expected }) => {
  const [transactionId = '', event = ''] = sent.split(' ');
  expect(findReversed(stored, { transactionId, event })).toEqual(expected);
});
