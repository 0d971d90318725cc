import { describe, expect, test } from 'vitest';
import type { RoutedPath, Routing } from '../routing/index.ts';
import { compareWithRecord } from './compare-with-record.ts';

const path = (id: string, landings: string[], offers: string[]) =>
  ({
    id,
    landings: { items: landings.map((landing) => ({ id: landing })) },
    offers: { items: offers.map((offer) => ({ id: offer, cap: { overflowOfferId: `${offer}-overflow` } })) },
  }) as unknown as RoutedPath;
const defaultPath = path('default', [], ['offer-1']);
const ruled = path('ruled', ['landing-1'], ['offer-1', 'offer-2']);
const routing = {
  defaultPath,
  rules: ['first', 'second'].map((id) => ({ id, paths: { items: [ruled] } })),
} as unknown as Routing;

const rulesWith = (...holds: (boolean | null)[]) =>
  holds.map((result, at) => ({ id: ['first', 'second'][at] ?? '', holds: result, isServed: true }));
const bySecond = {
  ruleId: 'second',
  pathId: 'ruled',
  landingId: 'landing-1',
  offerId: 'offer-2',
  isCapped: false,
};
const byDefault = { ruleId: null, pathId: 'default', landingId: null, offerId: 'offer-1', isCapped: false };

describe('compareWithRecord', () => {
  test('returns agrees if the rules lead to the recorded route', () => {
    expect(compareWithRecord(routing, rulesWith(false, true), bySecond)).toEqual({
      verdict: 'agrees',
      ruleId: 'second',
      mismatch: null,
    });
    expect(compareWithRecord(routing, rulesWith(false, false), byDefault).verdict).toBe('agrees');
  });

  test('returns undetermined if the recorded rule or an earlier rule has an unknown result', () => {
    for (const rules of [rulesWith(null, true), rulesWith(false, null), rulesWith(null, null)])
      expect(compareWithRecord(routing, rules, bySecond)).toMatchObject({
        verdict: 'undetermined',
        ruleId: 'second',
      });
    expect(compareWithRecord(routing, rulesWith(null, false), byDefault).verdict).toBe('undetermined');
  });

  test('ignores rules after the first match and rules that are not served', () => {
    const first = { ...bySecond, ruleId: 'first' };
    expect(compareWithRecord(routing, rulesWith(true, null), first).verdict).toBe('agrees');
    const rules = rulesWith(true, true).map((rule) => ({ ...rule, isServed: rule.id === 'second' }));
    expect(compareWithRecord(routing, rules, bySecond).verdict).toBe('agrees');
  });

  test('returns contradicts with the mismatch if the rules lead to a different route', () => {
    expect(compareWithRecord(routing, rulesWith(true, null), bySecond)).toEqual({
      verdict: 'contradicts',
      ruleId: 'first',
      mismatch: 'rule',
    });
    expect(compareWithRecord(routing, rulesWith(null, false), bySecond)).toMatchObject({ ruleId: null });
    expect(compareWithRecord(routing, rulesWith(false, true), byDefault).mismatch).toBe('rule');
    const others = { pathId: 'default', landingId: 'landing-2', offerId: 'offer-3' };
    for (const [name, id] of Object.entries(others))
      expect(compareWithRecord(routing, rulesWith(false, true), { ...bySecond, [name]: id })).toEqual({
        verdict: 'contradicts',
        ruleId: 'second',
        mismatch: name.replace('Id', ''),
      });
  });

  test('accepts the default path if all paths of a rule are capped, and accepts a fallback offer', () => {
    const capped = { ...byDefault, ruleId: 'second', isCapped: true };
    expect(compareWithRecord(routing, rulesWith(false, true), capped).verdict).toBe('agrees');
    const overflow = { ...bySecond, offerId: 'offer-1-overflow' };
    expect(compareWithRecord(routing, rulesWith(false, true), overflow).verdict).toBe('agrees');
  });
});
