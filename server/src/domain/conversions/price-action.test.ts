import { describe, expect, it } from 'vitest';
import { loadGoals, type LoadedAction } from './decide-goals.ts';
import { priceAction, type PricingTerms } from './price-action.ts';

const [builtIn] = loadGoals([], { timezone: 'UTC' }).rules[0]?.actions ?? [];
const action = (change: Partial<LoadedAction> = {}): LoadedAction => ({
  ...(builtIn as LoadedAction),
  ...change,
});
const terms = (change: Partial<PricingTerms> = {}): PricingTerms => ({
  workspace: { currency: 'USD', rates: { EUR: '1.1' } },
  network: null,
  offerPayout: null,
  cost: { mode: 'none', amount: '0' },
  ...change,
});
const network = { defaultPayout: '7.500000', currency: 'EUR' };
const sent = { amount: '10', currency: 'EUR' };

describe('the payout of an action', () => {
  const fixed = action({ payoutType: 'fixed', payoutFixed: '3' });
  const step = action({ isConversion: false });
  const priced = (given: LoadedAction, came: typeof sent | null, under: PricingTerms) => {
    const { payout, currency, revenue } = priceAction(given, came, under) ?? {};
    return `${payout} ${currency} = ${revenue}`;
  };

  it.each([
    ['the amount sent', priced(action(), sent, terms()), '10 EUR = 11'],
    ['zero if no amount was sent', priced(action(), null, terms()), '0 USD = 0'],
    [
      'the network’s default if no amount was sent',
      priced(action(), null, terms({ network })),
      '7.5 EUR = 8.25',
    ],
    [
      'the amount sent rather than the network’s default',
      priced(action(), sent, terms({ network })),
      '10 EUR = 11',
    ],
    ['a zero that was sent', priced(action(), { ...sent, amount: '0' }, terms({ network })), '0 EUR = 0'],
    ['the offer’s payout', priced(action(), sent, terms({ network, offerPayout: '20' })), '20 EUR = 22'],
    [
      'the offer’s payout without a network',
      priced(action(), sent, terms({ offerPayout: '20' })),
      '20 USD = 20',
    ],
    ['the amount sent for a step', priced(step, sent, terms({ network, offerPayout: '20' })), '10 EUR = 11'],
    [
      'zero for a step without an amount',
      priced(step, null, terms({ network, offerPayout: '20' })),
      '0 USD = 0',
    ],
    ['the fixed payout', priced(fixed, sent, terms({ network, offerPayout: '20' })), '3 USD = 3'],
    ['zero if disabled', priced(action({ payoutType: 'none' }), sent, terms({ network })), '0 USD = 0'],
  ])('is %s', (_, found, expected) => {
    expect(found).toBe(expected);
  });

  it('is undefined if an amount that is used has no exchange rate', () => {
    const foreign = { amount: '10', currency: 'GBP' };
    expect(priceAction(action(), foreign, terms())).toBeUndefined();
    expect(priceAction(action({ payoutType: 'none' }), foreign, terms())).toMatchObject({ revenue: '0' });
    const stored = action({ payoutType: 'none', storeValue: true });
    expect(priceAction(stored, foreign, terms())).toBeUndefined();
  });
});

it('priceAction returns the sent amount in the workspace’s currency as the value if the action stores values', () => {
  const stores = action({ payoutType: 'fixed', payoutFixed: '3', storeValue: true });
  expect(priceAction(stores, sent, terms({ offerPayout: '20' }))).toMatchObject({
    value: '11',
    revenue: '3',
  });
  expect(priceAction(stores, null, terms({ network }))).toMatchObject({ value: null });
  expect(priceAction(action(), sent, terms())).toMatchObject({ value: null });
});

describe('the cost of an action', () => {
  const cpa = terms({ cost: { mode: 'cpa', amount: '2' } });
  const revshare = terms({ cost: { mode: 'revshare', amount: '0.25' } });
  const flat = { costType: 'fixed', costFixed: '0.5' } as const;
  const share = { costType: 'share', costShare: '0.1' } as const;
  // Returns the flat cost, the share cost, and the parts of the costs and the revenue that are not in the totals.
  const priced = (change: Partial<LoadedAction>, under: PricingTerms) => {
    const { flatCost, shareCost, outside } = priceAction(action(change), sent, under) ?? {};
    const out = [outside?.flatCost, outside?.shareCost, outside?.revenue].join(' ');
    return `${flatCost} ${shareCost}, out ${out}`;
  };

  it.each([
    ['zero by default', priced({}, terms()), '0 0, out 0 0 0'],
    ['the campaign’s cost for a conversion', priced({}, cpa), '2 0, out 0 0 0'],
    ['zero for a step', priced({ isConversion: false }, cpa), '0 0, out 0 0 0'],
    ['a share of the revenue', priced({}, revshare), '0 2.75, out 0 0 0'],
    [
      'zero for revenue that the totals exclude',
      priced({ affectsRevenue: false }, revshare),
      '0 0, out 0 0 11',
    ],
    ['its own cost plus the campaign’s', priced({ ...flat, affectsCost: true }, cpa), '2.5 0, out 0 0 0'],
    ['its own cost, excluded from the totals', priced(flat, cpa), '2.5 0, out 0.5 0 0'],
    ['its share plus the campaign’s', priced({ ...share, affectsCost: true }, revshare), '0 3.85, out 0 0 0'],
    ['its share, excluded from the totals', priced(share, revshare), '0 3.85, out 0 1.1 0'],
    [
      'a share of revenue that the totals exclude',
      priced({ ...share, affectsRevenue: false }, cpa),
      '2 1.1, out 0 1.1 11',
    ],
  ])('is %s', (_, found, expected) => {
    expect(found).toBe(expected);
  });
});
