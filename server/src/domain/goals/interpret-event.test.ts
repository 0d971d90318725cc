import { goalRulesInput, type GoalRule } from '@waypost/contract/goals.ts';
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

function play(terms: EventTerms, queries: string[], receivedMs = 0) {
  const stored: Conversion[] = [];
  const results = queries.map((query) => {
    const incoming = readIncoming(new URLSearchParams(query));
    const result = interpretEvent({ incoming, receivedMs, visit, stored, terms });
    for (const { conversion } of result.changes) keep(stored, conversion);
    return result;
  });
  const kept = stored.map(
    ({ idx, transactionId, status, amounts }) => `${idx}${transactionId} ${status} ${amounts.revenue}`,
  );
  return { results, verdicts: results.map(({ verdict }) => verdict), kept };
}

function keep(stored: Conversion[], given: Conversion): void {
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
  ])('%s', (verdict, query, terms) => {
    expect(play(terms, [query])).toMatchObject({ results: [{ verdict, changes: [] }] });
  });

  it('comes after the attribution window; a status of what is there may come later', () => {
    const terms = buildTerms();
    expect(play(terms, ['payout=5'], 30 * day).verdicts).toEqual(['counted']);
    expect(play(terms, ['payout=5'], 30 * day + 1).verdicts).toEqual(['expired-window']);
  });

  it('has one amount without a rate: none of its actions counts', () => {
    const actions = [action(1, { payoutType: 'fixed', payoutFixed: 5 }), action(2)];
    const terms = buildTerms({ rules: [{ label: 'a', conditions: null, actions }] });
    expect(play(terms, ['payout=5&currency=GBP']).kept).toEqual([]);
    expect(play(terms, ['payout=5&currency=EUR']).kept).toEqual(['1 approved 5', '2 approved 10']);
  });
});

it('the currency is the one that came, else the network’s, else the workspace’s', () => {
  const network = { defaultPayout: null, currency: 'EUR' };
  expect(play(buildTerms({ network }), ['payout=5', 'payout=5&currency=usd&txid=a']).kept).toEqual([
    '1 approved 10',
    '1a approved 5',
  ]);
  expect(play(buildTerms(), ['payout=5']).kept).toEqual(['1 approved 5']);
});

it('the network’s words and policy hold', () => {
  const terms = buildTerms({ statusMap: { '7': 'hold' }, duplicatePolicy: 'update' });
  expect(play(terms, ['payout=5&status=7', 'payout=6&status=7'])).toMatchObject({
    verdicts: ['counted', 'updated'],
    kept: ['1 hold 6'],
  });
});

describe('a status that takes back', () => {
  const onlyApproved = buildTerms({
    rules: [{ label: 'a', conditions: when('status', 'approved'), actions: [action(1), action(2)] }],
  });

  it('reaches what a rule counted that would not hold for it', () => {
    expect(play(onlyApproved, ['txid=a&payout=5', 'txid=b', 'txid=a&status=rejected'])).toMatchObject({
      verdicts: ['counted', 'counted', 'updated'],
      kept: ['1a rejected 5', '2a rejected 5', '1b approved 0', '2b approved 0'],
    });
  });

  it('may bring an amount that is none', () => {
    const queries = ['txid=a&payout=5', 'txid=a&status=chargeback&payout=-5'];
    expect(play(buildTerms(), queries)).toMatchObject({
      verdicts: ['counted', 'updated'],
      kept: ['1a refunded 5'],
    });
  });

  it('goes by the rules where there is nothing to take back', () => {
    expect(play(onlyApproved, ['status=rejected']).verdicts).toEqual(['no-rule']);
    expect(play(buildTerms(), ['status=rejected&payout=5', 'status=approved'])).toMatchObject({
      verdicts: ['stored', 'updated'],
      kept: ['1 approved 5'],
    });
  });

  it('twice is a duplicate', () => {
    const queries = ['payout=5', 'status=refund', 'status=refund'];
    expect(play(buildTerms(), queries).verdicts).toEqual(['counted', 'updated', 'duplicate']);
  });
});

describe('the first event of a visit', () => {
  const rules = [
    { label: 'first', conditions: when('isFirst', true), actions: [action(1)] },
    { label: 'later', conditions: null, actions: [action(2)] },
  ];

  it('stays the first when it is repeated or approved', () => {
    const queries = ['txid=a&status=hold&payout=5', 'txid=a&status=hold', 'txid=a&status=approved', 'txid=b'];
    expect(play(buildTerms({ rules }), queries).kept).toEqual(['1a approved 5', '2b approved 0']);
    const others = ['event=x', 'event=y'];
    expect(play(buildTerms({ rules }), others).kept).toEqual(['1 approved 0', '2 approved 0']);
  });

  it('is the only one where repeats are conversions of their own', () => {
    const terms = buildTerms({ rules, duplicatePolicy: 'append' });
    expect(play(terms, ['status=hold', 'status=approved', '']).kept).toEqual([
      '1 approved 0',
      '2 approved 0',
    ]);
    expect(play(terms, ['status=approved', 'status=approved']).kept).toEqual([
      '1 approved 0',
      '2 approved 0',
    ]);
  });
});

it('says which rule decided', () => {
  const terms = buildTerms({ rules: [{ label: 'a', conditions: null, actions: [action(4)] }] });
  expect(play(terms, ['']).results[0]).toMatchObject({ ruleId: 'rule 0', verdict: 'counted' });
  expect(play(buildTerms(), ['']).results[0]).toMatchObject({ ruleId: null, verdict: 'counted' });
});

describe('an amount below zero', () => {
  it('takes back what came before, once', () => {
    expect(play(buildTerms(), ['payout=5&txid=a', 'payout=-5&txid=a', 'payout=-5&txid=a'])).toMatchObject({
      verdicts: ['counted', 'updated', 'duplicate'],
      kept: ['1a refunded 5'],
    });
    expect(play(buildTerms(), ['payout=5&txid=a', 'payout=-7']).kept).toEqual(['1a refunded 5']);
  });

  it('takes nothing back that never came, and makes no revenue below zero', () => {
    expect(play(buildTerms(), ['payout=5&txid=a', 'payout=-5&txid=b'])).toMatchObject({
      verdicts: ['counted', 'nothing-to-refund'],
      kept: ['1a approved 5'],
    });
    expect(
      play(buildTerms(), ['payout=-5&status=refunded', 'payout=-5&status=rejected&txid=b']),
    ).toMatchObject({
      verdicts: ['counted', 'stored'],
      kept: ['1 refunded 5', '1b rejected 5'],
    });
  });

  it('is no part of what came before, which a repeat would take twice; a word for it takes all', () => {
    const sale = 'payout=20&txid=a&currency=EUR';
    const terms = buildTerms({ network: { currency: 'EUR', defaultPayout: null } });
    expect(play(terms, [sale, 'payout=-5&txid=a', 'payout=-5&txid=a&status=refunded'])).toMatchObject({
      verdicts: ['counted', 'partial-refund', 'updated'],
      kept: ['1a refunded 40'],
    });
    // One conversion of the transaction that is larger is enough.
    const steps = buildTerms({
      rules: ['sale', 'upsell'].map((event, at) => ({
        label: event,
        conditions: when('event', event),
        actions: [action(at + 1)],
      })),
    });
    const both = ['event=sale&payout=20&txid=a', 'event=upsell&payout=3&txid=a'];
    expect(play(steps, [...both, 'payout=-5&txid=a'])).toMatchObject({
      verdicts: ['counted', 'counted', 'partial-refund'],
      kept: ['1a approved 20', '2a approved 3'],
    });
    // Amounts in two currencies cannot be compared without a rate of that day.
    expect(play(terms, [sale, 'payout=-5&txid=a&currency=USD']).verdicts).toEqual(['counted', 'updated']);
  });
});

it.each([
  ['USD', null, '5'],
  ['USD', 'CAD', '15'],
  ['CAD', null, '5'],
  ['EUR', null, '10'],
])('a $ in a workspace that counts in %s, with a network in %j', (own, network, revenue) => {
  const rates = { USD: '2', CAD: '3' };
  const terms = buildTerms({
    workspace: { currency: own, rates },
    network: { currency: network, defaultPayout: null },
  });
  expect(play(terms, ['payout=$5']).kept).toEqual([`1 approved ${revenue}`]);
});

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
  { what: 'those of its transaction and event', stored: [step, sale, other], sent: 'A sale', taken: [sale] },
  { what: 'the steps too where it names them', stored: [step, sale], sent: 'A signup', taken: [step] },
  {
    what: 'all conversions of its transaction where it has a name of its own',
    stored: [step, sale, upsell, other],
    sent: 'A refund',
    taken: [sale, upsell],
  },
  { what: 'none of another transaction', stored: [sale], sent: 'C sale', taken: [] },
  {
    what: 'the only transaction where it names none',
    stored: [step, sale, upsell],
    sent: ' ',
    taken: [sale, upsell],
  },
  { what: 'none where it names none of several', stored: [sale, other], sent: ' sale', taken: [] },
  {
    what: 'what came without a transaction too',
    stored: [nameless, other],
    sent: ' sale',
    taken: [nameless],
  },
  { what: 'none where nothing is stored', stored: [], sent: ' ', taken: [] },
])('takes back $what', ({ stored, sent, taken }) => {
  const [transactionId = '', event = ''] = sent.split(' ');
  expect(findReversed(stored, { transactionId, event })).toEqual(taken);
});
