import { describe, expect, it } from 'vitest';
import { hourMapOf } from './hour-map.ts';

const rows = [
  { weekday: '1', hourOfDay: '9', visits: 10, conversions: 1, cr: 0.1 },
  { weekday: '1', hourOfDay: '10', visits: 30, conversions: 9, cr: 0.3 },
  { weekday: '7', hourOfDay: '9', visits: 10, conversions: 0, cr: 0 },
];

describe('hourMapOf', () => {
  it('finds the value of an hour on a weekday, and none without a row', () => {
    const { at } = hourMapOf('visits', rows);
    expect([at(1, 9), at(7, 9), at(7, 10)]).toEqual([10, 10, null]);
  });

  it('adds up counts, and computes ratios from the sums', () => {
    const visits = hourMapOf('visits', rows);
    expect([visits.ofWeekday(1), visits.ofHour(9), visits.ofWeekday(2)]).toEqual([40, 20, null]);
    const rate = hourMapOf('cr', rows);
    expect([rate.ofWeekday(1), rate.ofHour(9)]).toEqual([0.25, 0.05]);
  });

  it('has a scale that contains zero', () => {
    const scale = ({ largest, smallest }: ReturnType<typeof hourMapOf>) => [smallest, largest];
    expect(scale(hourMapOf('visits', rows))).toEqual([0, 30]);
    expect(scale(hourMapOf('profit', [{ weekday: '1', hourOfDay: '1', profit: -2 }]))).toEqual([-2, 0]);
    expect(scale(hourMapOf('visits', []))).toEqual([0, 0]);
    const hour = (visits: number, at: number) => ({ weekday: '1', hourOfDay: String(at), visits });
    const busy = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1_000].map(hour);
    expect(scale(hourMapOf('visits', busy))).toEqual([0, 9]);
  });
});
