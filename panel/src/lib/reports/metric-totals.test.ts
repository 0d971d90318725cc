import { metricIds, reportMetrics } from '@waypost/contract/reports/report-metrics.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { totalOf, withParts } from './metric-totals.ts';

const records = [
  { visits: 10, cost: 2, revenue: 3, lpclicks: 0 },
  { visits: 30, cost: 2, revenue: 0, lpclicks: 0 },
];

it('totalOf adds up counts and amounts, and computes ratios from totals', () => {
  expect(totalOf('visits', records)).toBe(40);
  expect(totalOf('profit', records)).toBe(-1);
  expect(totalOf('roi', records)).toBe(-0.25);
  expect(totalOf('epc', records)).toBeNull();
  expect(totalOf('visits', [])).toBe(0);
});

it('totalOf returns undefined if a value is missing', () => {
  expect(totalOf('conversions', records)).toBeUndefined();
  expect(totalOf('visits', [...records, undefined])).toBeUndefined();
  expect(totalOf('cr', records)).toBeUndefined();
});

it('withParts includes the metrics that a metric is computed from', () => {
  expect(withParts(['roi', 'visits'])).toEqual(['revenue', 'cost', 'profit', 'roi', 'visits']);
  expect(withParts(['approveRate'])).toEqual([
    'conversionsApproved',
    'conversions',
    'conversionsRejected',
    'conversionsAll',
    'approveRate',
  ]);
});

it('totalOf returns null for a ratio without a denominator, and zero for one without a numerator', () => {
  expect(totalOf('cr', [{ visits: 0, conversions: 0 }])).toBeNull();
  expect(totalOf('cr', [{ visits: 5, conversions: 0 }])).toBe(0);
  expect(totalOf('roi', [])).toBeNull();
});

it('totalOf distinguishes a value that is null from one that is zero', () => {
  expect(totalOf('visits', [{ visits: null }])).toBeUndefined();
  expect(totalOf('visits', [{ visits: 0 }])).toBe(0);
});

it.each(metricIds)('totalOf can compute %s from the metrics that withParts returns', (id) => {
  const record = Object.fromEntries(withParts([id]).map((part) => [part, 2]));
  expect(totalOf(id, [record])).toEqual(expect.any(Number));
});

it('totalOf returns the same total for a record and for the same record split in two', () => {
  const count = fc.integer({ min: 1, max: 1_000 });
  const counts = fc.record({
    visits: count,
    conversions: count,
    cost: count,
    revenue: count,
    lpclicks: count,
  });
  const ids = ['visits', 'profit', 'roi', 'cr', 'epc', 'cpa'] as const;
  fc.assert(
    fc.property(counts, counts, (one, other) => {
      const names = Object.keys(one) as (keyof typeof one)[];
      const sum = Object.fromEntries(names.map((name) => [name, one[name] + other[name]]));
      for (const id of ids) expect(totalOf(id, [one, other])).toBe(totalOf(id, [sum]));
    }),
  );
});

it('withParts lists every metric once, and each after the metrics it is computed from', () => {
  const all = withParts(metricIds);
  expect(all.toSorted()).toEqual(metricIds.toSorted());
  for (const id of all) {
    const { formula } = reportMetrics[id];
    if (formula.type === 'ratio') {
      expect(all.indexOf(formula.of)).toBeLessThan(all.indexOf(id));
      expect(all.indexOf(formula.per)).toBeLessThan(all.indexOf(id));
    }
  }
});
