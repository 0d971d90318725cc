import { expect, it } from 'vitest';
import { changeOf, compareRows } from './compare-rows.ts';

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
