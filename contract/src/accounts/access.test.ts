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

describe('access enums', () => {
  it.each([
    ['scopes', keyScope, ['read', 'write']],
    ['roles', memberRole, ['owner', 'admin', 'member', 'viewer']],
    ['subscription statuses', subscriptionStatus, ['active', 'lapsed', 'none']],
  ] as const)('accept all valid %s', (_, schema, values) => {
    for (const value of values) expect(schema.parse(value)).toBe(value);
  });

  it.each([
    ['scopes', keyScope, ['Read', 'admin', 'toString']],
    ['roles', memberRole, ['Owner', 'operator', 'constructor']],
    ['subscription statuses', subscriptionStatus, ['Active', 'trial', '__proto__']],
  ] as const)('reject unknown %s and different spellings', (_, schema, values) => {
    for (const value of [...values, '', null, undefined, 0])
      expect(schema.safeParse(value).success).toBe(false);
  });
});
