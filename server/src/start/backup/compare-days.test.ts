import { describe, expect, it } from 'vitest';
import type { DaySums } from '../../traffic/traffic-store.ts';
import { compareDays } from './compare-days.ts';

const sums = (day: string, rows: number, cost = '1'): DaySums => ({
  day,
  rows,
  visits: rows,
  lpClicks: 0,
  conversions: 0,
  cost,
  revenue: '0',
});
const [monday, tuesday] = ['2026-11-16', '2026-11-17'];

describe('compareDays', () => {
  it('finds no difference if each day matches the sums from before or after the backup', () => {
    const before = [sums(monday, 5), sums(tuesday, 2)];
    const after = [sums(monday, 5), sums(tuesday, 9)];
    expect(compareDays({ before, after }, before)).toEqual([]);
    expect(compareDays({ before, after }, after)).toEqual([]);
  });

  it('allows numbers of rows between those from before and after, but only on days that changed', () => {
    const days = { before: [sums(monday, 5)], after: [sums(monday, 5), sums(tuesday, 9)] };
    expect(compareDays(days, [sums(monday, 5), sums(tuesday, 4, '0.5')])).toEqual([]);
    expect(compareDays(days, [sums(monday, 5), sums(tuesday, 10)])).toMatchObject([{ day: tuesday }]);
    expect(compareDays(days, [sums(monday, 4)])).toEqual([
      { day: monday, backedUp: sums(monday, 5), restored: sums(monday, 4) },
    ]);
  });

  it('reports days with the same number of rows but different sums, missing days and additional days', () => {
    const same = { before: [sums(monday, 5)], after: [sums(monday, 5)] };
    expect(compareDays(same, [sums(monday, 5, '2')])).toHaveLength(1);
    expect(compareDays(same, [])).toEqual([{ day: monday, backedUp: sums(monday, 5), restored: undefined }]);
    expect(compareDays(same, [sums(monday, 5), sums(tuesday, 1)])).toEqual([
      { day: tuesday, backedUp: undefined, restored: sums(tuesday, 1) },
    ]);
  });
});
