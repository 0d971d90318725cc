import { expect, it } from 'vitest';
import { formatAction, formatRule } from './format-goals.ts';

const action = {
  idx: 1,
  label: 'Sale',
  enabled: true,
  payoutType: 'auto',
  payoutFixed: null,
  costType: 'none',
  costFixed: null,
  costShare: null,
  postbackUrl: null,
  postbackEnabled: true,
  storeValue: false,
  isConversion: true,
  affectsCost: false,
  affectsRevenue: true,
  from: 'network',
  postbackOn: ['first'],
  postbackMethod: 'GET',
  postbackHeaders: [],
  postbackBody: null,
} as const;
const summarize = (change: object) => formatAction({ ...action, ...change } as never, 'EUR');

it('formatAction summarizes the type, sender, payout, cost and postback of an action', () => {
  expect(summarize({})).toBe(
    'Event 1, conversion from networks, payout from the postback, postback to the traffic source.',
  );
  expect(
    summarize({
      isConversion: false,
      payoutType: 'fixed',
      payoutFixed: 12.5,
      from: 'both',
      postbackEnabled: false,
    }),
  ).toBe('Event 1, custom event from networks and the tracking script, payout €12.50, no postback.');
  expect(summarize({ affectsRevenue: false, affectsCost: true, costType: 'share', costShare: 0.3 })).toBe(
    'Event 1, conversion from networks, no revenue, cost 30.0% of revenue, postback to the traffic source.',
  );
});

it('formatRule describes when a rule matches', () => {
  const rule = { id: '1', priority: 1, enabled: true, label: 'Sales', actions: [] };
  expect(formatRule({ ...rule, conditions: null })).toBe('Matches every postback.');
  expect(
    formatRule({ ...rule, conditions: { field: 'country', op: 'is', values: ['DE', 'AT'] } as never }),
  ).toBe('Matches if country is DE or AT.');
});
