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
