import { expect, it } from 'vitest';
import { formatSubscription } from './format-subscription.ts';

it.each([
  ['active', true, 'Active, with API access', 'They work'],
  ['active', false, 'Active, without API access', '402'],
  ['lapsed', false, 'Lapsed', '402'],
  ['none', false, 'None', '402'],
] as const)(
  'a subscription that is %s, API access %s, says what keys do',
  (status, apiAccess, state, keys) => {
    const said = formatSubscription({ status, apiAccess });
    expect(said.state).toBe(state);
    expect(said.keys).toContain(keys);
  },
);
