import { expect, it } from 'vitest';
import { formatSubscription } from './format-subscription.ts';

it.each([
  ['active', true, 'Active, with API access', 'Existing keys work'],
  ['active', false, 'Active, without API access', '402'],
  ['lapsed', false, 'Lapsed', '402'],
  ['none', false, 'None', '402'],
] as const)(
  'formatSubscription describes the status %s with API access %s as "%s"',
  (status, apiAccess, state, keys) => {
    const formatted = formatSubscription({ status, apiAccess });
    expect(formatted.state).toBe(state);
    expect(formatted.keys).toContain(keys);
  },
);
