import { describe, expect, it } from 'vitest';
import { formatEffect, formatName, formatWhy, moverSearch } from './describe-mover.ts';
import { explainProfit, type ProfitParts } from './profit-change.ts';

const before: ProfitParts = { visits: 1_000, conversions: 20, cost: 50, revenue: 100 };
const why = (now: Partial<ProfitParts>, was: ProfitParts = before) => {
  const parts = { ...was, ...now };
  return formatWhy({ id: 'c1', before: was, now: parts, ...explainProfit(was, parts) }, 'EUR');
};

describe('formatWhy', () => {
  it('names the visits if the volume changed most', () => {
    expect(why({ visits: 2_000, conversions: 40, cost: 100, revenue: 200 })).toBe(
      'Volume: 1,000 → 2,000 visits',
    );
  });

  it('names the conversion rate if the rate changed most', () => {
    expect(why({ conversions: 10, revenue: 50 })).toBe('Rate: 2.0% → 1.0% conversion rate');
  });

  it('names revenue per conversion and cost per visit if prices changed most', () => {
    expect(why({ revenue: 80, cost: 60 })).toBe(
      'Price: €5.00 → €4.00 per conversion, €0.05 → €0.06 per visit',
    );
  });

  it('shows a dash for a price that is unknown because there was no conversion', () => {
    const none = { visits: 1_000, conversions: 0, cost: 50, revenue: 0 };
    expect(why({ revenue: 30 }, none)).toBe('Price: – → – per conversion, €0.05 → €0.05 per visit');
  });
});

describe('formatEffect', () => {
  it.each([
    [12.5, '+€12.50', 1],
    [-12.5, '−€12.50', -1],
    [0, '€0.00', 0],
  ])('formats %s as %s', (value, text, sign) => {
    expect(formatEffect(value, 'EUR')).toEqual({ text, sign });
  });

  it.each([0.004, -0.004])('shows neither a sign nor a color for %s, which is rounded to zero', (value) => {
    expect(formatEffect(value, 'EUR')).toEqual({ text: '€0.00', sign: 0 });
  });
});

it.each([
  ['its name', 'c1', 'Spring'],
  ['its ID if the name is unknown', 'c2', 'c2'],
  ['None if the visits have no record', null, 'None'],
])('formatName shows a record as %s', (_, id, name) => {
  expect(formatName(id, { c1: 'Spring' })).toBe(name);
});

it.each(['c1', null])('moverSearch opens a report of %s that compares days', (id) => {
  const search = moverSearch('campaign', { id }, 'yesterday');
  expect(search).toMatchObject({ range: 'yesterday', by: 'day', compare: 'before', chart: 'profit' });
  expect(search.filters).toEqual([{ field: 'campaign', op: 'is', values: [id] }]);
});
