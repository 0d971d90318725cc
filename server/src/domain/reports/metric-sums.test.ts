import { expect, it } from 'vitest';
import { isAmount, nameSum, readUnits, type Sum } from './metric-sums.ts';
import { readDimensionValue } from './read-row.ts';

const sum = (of: string, more: object = {}) => ({ type: 'sum', of, ...more }) as Sum;
const visitsWith = { type: 'visitsWith', of: 'lpclicks' } as Sum;

it('isAmount is true for cost, revenue and value only', () => {
  const names = ['cost', 'revenue', 'value', 'visits', 'conversions'];
  expect(names.filter((name) => isAmount(sum(name)))).toEqual(['cost', 'revenue', 'value']);
  expect(isAmount({ ...visitsWith, of: 'cost' } as unknown as Sum)).toBe(false);
});

it('readUnits reads amounts as units and converts counts to units', () => {
  expect(readUnits(sum('cost'), '1500000000000')).toBe(1_500_000_000_000n);
  expect(readUnits(sum('visits'), '2')).toBe(2_000_000_000_000n);
});

it('nameSum returns a distinct name for each sum', () => {
  const sums = [
    sum('conversions'),
    sum('events'),
    sum('events', { idx: 1 }),
    sum('events', { idx: 2 }),
    sum('conversions', { status: 'approved' }),
    visitsWith,
  ];
  expect(new Set(sums.map(nameSum)).size).toBe(sums.length);
});

it.each([
  ['country', 'DE', 'DE'],
  ['country', null, null],
  ['configVersion', '12', 12],
  ['weekday', '3', 3],
  ['day', '20000', '2024-10-04'],
] as const)('readDimensionValue reads the %s key %j as %j', (dimension, key, value) => {
  expect(readDimensionValue(dimension, key)).toBe(value);
});
