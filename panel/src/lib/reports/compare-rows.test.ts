import { expect, it } from 'vitest';
import { changeOf, compareRows, keyOf, numberOf } from './compare-rows.ts';

const of = { dimensions: ['country'], metrics: ['visits', 'roi'] as const };
const row = (country: string | null, visits: number, roi: number | null = null) => ({ country, visits, roi });
const whole = (...rows: ReturnType<typeof row>[]) => ({ rows, isWhole: true });

it('compareRows pairs rows with their previous values and keeps rows that have disappeared', () => {
  const rows = compareRows(of, {
    now: whole(row('DE', 5, 0.5), row(null, 2)),
    before: whole(row('DE', 3, 0.25), row('FR', 7, 1)),
    isGoneLeftOut: false,
  });
  expect(rows.map(({ values, before }) => [values, before])).toEqual([
    [row('DE', 5, 0.5), row('DE', 3, 0.25)],
    [row(null, 2), { visits: 0, roi: null }],
    [row('FR', 0), row('FR', 7, 1)],
  ]);
  expect(rows.map((one) => changeOf(one, 'visits'))).toEqual([2, 2, -7]);
  expect(rows.map((one) => changeOf(one, 'roi'))).toEqual([0.25, null, null]);
});

it('compareRows does not assume zero for rows that were not read', () => {
  const rows = compareRows(of, {
    now: { rows: [row('DE', 5)], isWhole: false },
    before: { rows: [row('FR', 7)], isWhole: false },
    isGoneLeftOut: false,
  });
  expect(rows).toEqual([{ id: '["DE"]', values: row('DE', 5), before: undefined }]);
});

it('compareRows leaves out rows that have disappeared when rows are filtered by a metric', () => {
  const rows = compareRows(of, { now: whole(), before: whole(row('FR', 7)), isGoneLeftOut: true });
  expect(rows).toEqual([]);
});

it('compareRows shows disappeared rows only if the current rows are complete', () => {
  const before = whole(row('FR', 7));
  const shown = (isWhole: boolean) =>
    compareRows(of, { now: { rows: [row('DE', 5)], isWhole }, before, isGoneLeftOut: false }).map(
      ({ id }) => id,
    );
  expect(shown(true)).toEqual(['["DE"]', '["FR"]']);
  expect(shown(false)).toEqual(['["DE"]']);
});

it('compareRows pairs rows by all dimensions, and keeps the order of the current rows', () => {
  const both = { dimensions: ['country', 'os'], metrics: ['visits'] as const };
  const two = (country: string, os: string | null, visits: number) => ({ country, os, visits });
  const rows = compareRows(both, {
    now: { rows: [two('FR', 'iOS', 1), two('DE', 'iOS', 2), two('DE', null, 3)], isWhole: true },
    before: { rows: [two('DE', null, 30), two('DE', 'iOS', 20)], isWhole: true },
    isGoneLeftOut: false,
  });
  expect(rows.map((one) => [one.values['visits'], one.before?.['visits']])).toEqual([
    [1, 0],
    [2, 20],
    [3, 30],
  ]);
});

it('compareRows keeps the previous values of a disappeared row, and shows zero as its current values', () => {
  const [gone] = compareRows(of, { now: whole(), before: whole(row('FR', 7, 1)), isGoneLeftOut: false });
  expect(gone).toEqual({
    id: '["FR"]',
    values: { country: 'FR', visits: 0, roi: null },
    before: row('FR', 7, 1),
  });
});

it.each([
  [
    { a: 'x', b: 'y' },
    { a: 'x","y', b: '' },
  ],
  [
    { a: null, b: 'x' },
    { a: 'null', b: 'x' },
  ],
  [
    { a: 1, b: '' },
    { a: '1', b: '' },
  ],
  [
    { a: '', b: 'x' },
    { a: 'x', b: '' },
  ],
])('keyOf distinguishes %j from %j', (one, other) => {
  expect(keyOf(one, ['a', 'b'])).not.toBe(keyOf(other, ['a', 'b']));
});

it('keyOf treats a missing dimension as unknown, and ignores metrics', () => {
  expect(keyOf({ visits: 5 }, ['country'])).toBe(keyOf({ country: null, visits: 9 }, ['country']));
});

it('numberOf and changeOf return null for texts and missing values', () => {
  expect(numberOf({ visits: '5' }, 'visits')).toBeNull();
  expect(numberOf(undefined, 'visits')).toBeNull();
  expect(numberOf({ visits: 0 }, 'visits')).toBe(0);
  expect(changeOf({ id: '', values: { visits: 5 }, before: undefined }, 'visits')).toBeNull();
  expect(changeOf({ id: '', values: { visits: 0 }, before: { visits: 0 } }, 'visits')).toBe(0);
});
