import { assert, double, integer, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { explainProfit, findMovers, mainReason, type ProfitParts } from './profit-change.ts';

const money = double({ min: -1_000, max: 100_000, noNaN: true });
const parts = record({
  visits: integer({ min: 0, max: 100_000 }),
  conversions: integer({ min: 0, max: 1_000 }),
  cost: money,
  revenue: money,
});
/** Returns the largest amount. Tolerances are proportional to it, because rounding errors grow with the amounts. */
const scaleOf = (...sides: ProfitParts[]) =>
  Math.max(1, ...sides.flatMap(({ cost, revenue }) => [Math.abs(cost), Math.abs(revenue)]));

it('explainProfit: volume, rate and price add up to the change for any numbers', () => {
  assert(
    property(parts, parts, (before, now) => {
      const { change, volume, rate, price } = explainProfit(before, now);
      const profit = ({ revenue, cost }: ProfitParts) => revenue - cost;
      expect(Math.abs(change - (profit(now) - profit(before)))).toBeLessThan(1e-6 * scaleOf(before, now));
      expect(Math.abs(volume + rate + price - change)).toBeLessThan(1e-6 * scaleOf(before, now));
      for (const part of [volume, rate, price]) expect(Number.isFinite(part)).toBe(true);
    }),
  );
});

it('explainProfit: swapping the periods negates volume and rate', () => {
  assert(
    property(parts, parts, (before, now) => {
      const [there, back] = [explainProfit(before, now), explainProfit(now, before)];
      const least = 1e-6 * scaleOf(before, now);
      expect(Math.abs(there.volume + back.volume)).toBeLessThan(least);
      expect(Math.abs(there.rate + back.rate)).toBeLessThan(least);
    }),
  );
});

const before = { visits: 1_000, conversions: 20, cost: 50, revenue: 100 };

it('explainProfit: a factor that changes alone explains the whole change', () => {
  const close = (found: ReturnType<typeof explainProfit>, expected: object) =>
    expect(
      Object.fromEntries(
        Object.entries(found).map(([name, value]) => [name, Math.round(value * 1e6) / 1e6 || 0]),
      ),
    ).toEqual(expected);
  close(explainProfit(before, { visits: 2_000, conversions: 40, cost: 100, revenue: 200 }), {
    change: 50,
    volume: 50,
    rate: 0,
    price: 0,
  });
  close(explainProfit(before, { ...before, conversions: 10, revenue: 50 }), {
    change: -50,
    volume: 0,
    rate: -50,
    price: 0,
  });
  close(explainProfit(before, { ...before, revenue: 80, cost: 60 }), {
    change: -30,
    volume: 0,
    rate: 0,
    price: -30,
  });
});

it('explainProfit: a record that appears or disappears counts as volume', () => {
  const none = { visits: 0, conversions: 0, cost: 0, revenue: 0 };
  expect(mainReason(explainProfit(none, before))).toBe('volume');
  const gone = explainProfit(before, none);
  expect(gone.change).toBe(-50);
  expect(gone.volume).toBeCloseTo(-50);
});

it('findMovers returns the largest changes, including records that appear or disappear', () => {
  const row = (campaign: string | null, revenue: number) => ({
    campaign,
    visits: 10,
    conversions: 1,
    cost: 0,
    revenue,
  });
  const rows = [row('a', 10), row('b', 100), row(null, 7)];
  const rowsBefore = [row('a', 15), row('b', 100), row('c', 40)];
  const sides = { now: { rows, isWhole: true }, before: { rows: rowsBefore, isWhole: true } };
  expect(findMovers('campaign', sides, 10).map(({ id, change }) => [id, change])).toEqual([
    ['c', -40],
    [null, 7],
    ['a', -5],
  ]);
  expect(findMovers('campaign', sides, 1)).toHaveLength(1);
  // A record that is missing from an incomplete list may still exist.
  const partly = { now: sides.now, before: { rows: rowsBefore.slice(0, 1), isWhole: false } };
  expect(findMovers('campaign', partly, 10).map(({ id }) => id)).toEqual(['a']);
});
