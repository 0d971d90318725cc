import { describe, expect, it } from 'vitest';
import { newTrafficSource, trafficSourceChange, trafficSourceTokens } from './traffic-sources.ts';

const zone = { index: 1, param: 'zone', name: 'Zone', macro: '{zoneid}' };

function issuePathsOf(tokens: unknown): string[] {
  return trafficSourceTokens.safeParse(tokens).error?.issues.map((issue) => issue.path.join('.')) ?? [];
}

describe('trafficSourceTokens', () => {
  it.each([0, 1, 15])('accepts %i tokens with unique indexes and parameters', (count) => {
    const tokens = Array.from({ length: count }, (_, n) => ({ ...zone, index: n + 1, param: `p${n}` }));
    expect(trafficSourceTokens.parse(tokens)).toEqual(tokens);
  });

  it.each([{}, { macro: null }, { macro: ' ' }])('treats %j as no macro', (macro) => {
    const { index, param, name } = zone;
    expect(trafficSourceTokens.parse([{ index, param, name, ...macro }])).toEqual([{ ...zone, macro: null }]);
  });

  it('distinguishes parameters by case, like URLs', () => {
    expect(issuePathsOf([zone, { ...zone, index: 2, param: 'Zone' }])).toEqual([]);
  });

  it.each([
    ['16 tokens', Array.from({ length: 16 }, (_, n) => ({ ...zone, index: n + 1, param: `p${n}` })), ['']],
    ['a repeated index', [zone, { ...zone, param: 'other' }], ['1.index']],
    ['a repeated parameter', [zone, { ...zone, index: 2, param: ' zone ' }], ['1.param']],
    ['an index of 0', [{ ...zone, index: 0 }], ['0.index']],
    ['an index of 16', [{ ...zone, index: 16 }], ['0.index']],
    ['a fractional index', [{ ...zone, index: 1.5 }], ['0.index']],
    ['an index as text', [{ ...zone, index: '1' }], ['0.index']],
    ['a blank parameter', [{ ...zone, param: ' ' }], ['0.param']],
    ['a long parameter', [{ ...zone, param: 'p'.repeat(121) }], ['0.param']],
    ['a long name', [{ ...zone, name: 'n'.repeat(61) }], ['0.name']],
    ['a missing name', [{ index: 1, param: 'zone' }], ['0.name']],
    ['an unknown field', [{ ...zone, value: '{zone}' }], ['0']],
    ['a long macro', [{ ...zone, macro: 'm'.repeat(121) }], ['0.macro']],
    ['an object instead of a list', {}, ['']],
  ])('rejects %s', (_, tokens, paths) => {
    expect(issuePathsOf(tokens).toSorted()).toEqual(paths);
  });
});

describe('newTrafficSource', () => {
  it('has no tokens, because the public API does not support them', () => {
    expect(newTrafficSource.safeParse({ name: 'Source' }).success).toBe(true);
    expect(newTrafficSource.safeParse({ name: 'Source', tokens: [] }).success).toBe(false);
  });
});

describe('trafficSourceChange', () => {
  it('requires no field and adds no defaults', () => {
    expect(trafficSourceChange.parse({})).toEqual({});
  });

  it('clears fields that are blank or null', () => {
    expect(trafficSourceChange.parse({ costParam: '', costMacro: null, tokens: null })).toEqual({
      costParam: null,
      costMacro: null,
      tokens: [],
    });
  });

  it.each([{ name: '' }, { name: null }, { clickIdParam: 'c'.repeat(121) }, { tokens: [{}] }, { cost: 1 }])(
    'rejects %j',
    (change) => {
      expect(trafficSourceChange.safeParse(change).success).toBe(false);
    },
  );
});
