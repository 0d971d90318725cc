import { describe, expect, it } from 'vitest';
import { labelFields, scopeOfFilters } from './field-labels.ts';

const token = (index: number, ...names: string[]) => ({ index, names });
const action = (idx: number, ...names: string[]) => ({ idx, names });

describe('labels of tokens', () => {
  it('are their only name', () => {
    expect(labelFields({ tokens: [token(1, 'Zone')], goalActions: [] })).toEqual(
      new Map([['token1', 'Zone']]),
    );
  });

  it('list the names if sources name the token differently', () => {
    const labels = labelFields({ tokens: [token(1, 'Zone', 'Site')], goalActions: [] });
    expect(labels.get('token1')).toBe('Token 1 (Zone, Site)');
  });

  it('list at most three names', () => {
    const labels = labelFields({ tokens: [token(2, 'A', 'B', 'C', 'D', 'E')], goalActions: [] });
    expect(labels.get('token2')).toBe('Token 2 (A, B, C and 2 more)');
  });

  it('have the number if two tokens or another dimension have the name', () => {
    const tokens = [token(1, 'Zone'), token(2, 'zone'), token(3, 'Device type'), token(4, 'Creative')];
    expect([...labelFields({ tokens, goalActions: [] }).values()]).toEqual([
      'Zone (token 1)',
      'zone (token 2)',
      'Device type (token 3)',
      'Creative',
    ]);
  });

  it('are missing without a name', () => {
    expect(labelFields({ tokens: [token(1)], goalActions: [action(1)] }).size).toBe(0);
  });
});

describe('labels of goal actions', () => {
  it('name the count and the amounts', () => {
    const labels = labelFields({ tokens: [], goalActions: [action(3, 'Deposit')] });
    expect(Object.fromEntries(labels)).toEqual({
      event3: 'Deposit',
      revenue3: 'Deposit revenue',
      cost3: 'Deposit cost',
      value3: 'Deposit value',
    });
  });

  it('have the number if a metric has the name', () => {
    const labels = labelFields({
      tokens: [],
      goalActions: [action(1, 'LP clicks'), action(2, 'Conversions')],
    });
    expect([labels.get('event1'), labels.get('event2')]).toEqual([
      'LP clicks (event 1)',
      'Conversions (event 2)',
    ]);
  });

  it('list different names', () => {
    const labels = labelFields({ tokens: [], goalActions: [action(1, 'Lead', 'Sale')] });
    expect(labels.get('revenue1')).toBe('Event 1 (Lead, Sale) revenue');
  });
});

describe('the scope of filters', () => {
  const id = '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21';

  it('contains the records that rows are limited to', () => {
    expect(
      scopeOfFilters([
        { field: 'campaign', op: 'is', values: [id] },
        { field: 'trafficSource', op: 'is', values: [id] },
        { field: 'country', op: 'is', values: ['DE'] },
      ]),
    ).toEqual({ campaignIds: [id], trafficSourceIds: [id] });
  });

  it('ignores filters that also match other records', () => {
    expect(
      scopeOfFilters([
        { field: 'campaign', op: 'is', values: [id, null] },
        { field: 'trafficSource', op: 'isNot', values: [id] },
        { field: 'rotator', op: 'is', values: ['unknown'] },
      ]),
    ).toEqual({});
  });
});
