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
const said = (change: object) => formatAction({ ...action, ...change } as never, 'EUR');

it('an action is a sentence: what it counts as, brings, costs, and who is told', () => {
  expect(said({})).toBe(
    'Event 1 counts as a conversion from networks, brings the payout that came in, tells the traffic source.',
  );
  expect(
    said({
      isConversion: false,
      payoutType: 'fixed',
      payoutFixed: 12.5,
      from: 'both',
      postbackEnabled: false,
    }),
  ).toBe(
    'Event 1 counts as an event, not as a conversion from networks and pages, brings €12.50, tells nobody.',
  );
  expect(said({ affectsRevenue: false, affectsCost: true, costType: 'share', costShare: 0.3 })).toBe(
    'Event 1 counts as a conversion from networks, brings no revenue, costs 30.0% of its revenue, tells the traffic source.',
  );
});

it('a rule says when it holds', () => {
  const rule = { id: '1', priority: 1, enabled: true, label: 'Sales', actions: [] };
  expect(formatRule({ ...rule, conditions: null })).toBe('Holds for every event.');
  expect(
    formatRule({ ...rule, conditions: { field: 'country', op: 'is', values: ['DE', 'AT'] } as never }),
  ).toBe('Holds where country is DE or AT.');
});
