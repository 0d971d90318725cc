import { describe, expect, it } from 'vitest';
import { keyLifetimeDays, keyScope, memberRole, subscriptionStatus } from './access.ts';

describe('keyLifetimeDays', () => {
  it.each([30, 90, 180])('accepts %i days', (days) => {
    expect(keyLifetimeDays.parse(days)).toBe(days);
  });

  it.each([0, -30, 29, 30.5, 365, Number.POSITIVE_INFINITY, Number.NaN, '30', null, undefined])(
    'rejects a lifetime of %j',
    (days) => {
      expect(keyLifetimeDays.safeParse(days).success).toBe(false);
    },
  );
});

describe('enums of access', () => {
  it.each([
    ['a scope', keyScope, ['read', 'write']],
    ['a role', memberRole, ['owner', 'admin', 'member', 'viewer']],
    ['a subscription status', subscriptionStatus, ['active', 'lapsed', 'none']],
  ] as const)('accept %s that they hold', (_, schema, values) => {
    for (const value of values) expect(schema.parse(value)).toBe(value);
  });

  it.each([
    ['a scope', keyScope, ['Read', 'admin', 'toString']],
    ['a role', memberRole, ['Owner', 'operator', 'constructor']],
    ['a subscription status', subscriptionStatus, ['Active', 'trial', '__proto__']],
  ] as const)('refuse %s in another spelling or from elsewhere', (_, schema, values) => {
    for (const value of [...values, '', null, undefined, 0])
      expect(schema.safeParse(value).success).toBe(false);
  });
});
