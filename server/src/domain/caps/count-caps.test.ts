import type { Cap } from '@waypost/contract/campaigns/caps.ts';
import { describe, expect, it } from 'vitest';
import { countShipped, fullUntil, planCount, readClocks, settleTotal, type Counts } from './count-caps.ts';

const hourMs = 3_600_000;
const noon = Date.parse('2031-06-15T10:20:00Z');
const cap = (per: Cap['per'], limit: number, counts: Cap['counts'] = 'clicks'): Cap => ({
  limit,
  per,
  counts,
});

// Returns a function that counts the events since a given time.
function countsOf(moments: { at: number; arrivals?: number; conversions?: number }[]) {
  return (sinceMs: number): Counts => {
    const later = moments.filter(({ at }) => at >= sinceMs);
    return {
      arrivals: later.reduce((sum, { arrivals = 0 }) => sum + arrivals, 0),
      conversions: later.reduce((sum, { conversions = 0 }) => sum + conversions, 0),
    };
  };
}

const plan = (caps: Cap[], nowMs = noon, settled: Parameters<typeof planCount>[0]['settled'] = null) =>
  planCount({ caps, timezone: 'Europe/Berlin', settled }, readClocks(nowMs));

describe('fullUntil', () => {
  const hourEnd = Date.parse('2031-06-15T11:00:00Z');
  const dayEnd = Date.parse('2031-06-15T22:00:00Z');

  it.each([
    [[cap('hour', 2)], hourEnd],
    [[cap('hour', 3)], undefined],
    [[cap('day', 5)], dayEnd],
    [[cap('day', 6)], undefined],
    [[cap('day', 5), cap('hour', 2)], dayEnd],
    [[cap('day', 6), cap('hour', 2)], hourEnd],
    [[cap('day', 1, 'conversions')], dayEnd],
    [[cap('hour', 1, 'conversions')], undefined],
  ])('returns when the last cap that is reached resets: %j', (caps, until) => {
    const since = countsOf([
      { at: noon - 13 * hourMs, arrivals: 100 },
      { at: noon - 2 * hourMs, arrivals: 3, conversions: 1 },
      { at: noon, arrivals: 2 },
    ]);
    expect(fullUntil(caps, plan(caps), since)).toBe(until);
  });
});

describe('a total cap', () => {
  it('counts from the start of the quarter hour in which it is first seen', () => {
    const begun = plan([cap('total', 5)]);
    expect(begun.moments).toEqual([Date.parse('2031-06-15T10:15:00Z')]);
    expect(settleTotal(begun, countsOf([]))).toEqual({
      untilMs: Date.parse('2031-06-15T10:15:00Z'),
      arrivals: 0,
      conversions: 0,
    });
  });

  it('stays reached until conversions are reversed', () => {
    const caps = [cap('total', 2, 'conversions')];
    const sold = [{ at: noon, conversions: 2 }];
    expect(fullUntil(caps, plan(caps), countsOf(sold))).toBe(Date.parse('9999-12-31T00:00:00Z'));
    const back = [...sold, { at: noon + hourMs, conversions: -1 }];
    expect(fullUntil(caps, plan(caps), countsOf(back))).toBeUndefined();
  });

  it('keeps counting from its saved sum after older rows are deleted', () => {
    const caps = [cap('total', 60)];
    const moments = Array.from({ length: 60 }, (_, at) => ({ at: noon + at * hourMs, arrivals: 1 }));
    let settled: Parameters<typeof planCount>[0]['settled'] = null;
    for (let hours = 0; hours < 60; hours += 1) {
      const nowMs = noon + hours * hourMs;
      // The counts behave like recorded traffic: future rows do not exist yet, and rows are deleted after two days.
      const since = countsOf(moments.filter(({ at }) => at <= nowMs && at > nowMs - 48 * hourMs));
      const now = plan(caps, nowMs, settled);
      expect(fullUntil([cap('total', hours + 1)], now, since)).toBeDefined();
      expect(fullUntil([cap('total', hours + 2)], now, since)).toBeUndefined();
      settled = settleTotal(now, since) ?? settled;
    }
  });

  it('counts rows that arrive less than a day late', () => {
    const caps = [cap('total', 1)];
    const settled = { untilMs: noon - 24 * hourMs, arrivals: 0, conversions: 0 };
    const late = countsOf([{ at: noon - 20 * hourMs, arrivals: 1 }]);
    expect(fullUntil(caps, plan(caps, noon, settled), late)).toBeDefined();
  });

  it('saves its sum only when the sum changes', () => {
    const settled = { untilMs: noon - hourMs, arrivals: 3, conversions: 0 };
    expect(settleTotal(plan([cap('total', 9)], noon, settled), countsOf([]))).toBeUndefined();
    expect(settleTotal(plan([cap('day', 9)]), countsOf([]))).toBeUndefined();
  });
});

describe('countShipped', () => {
  const shippedUntilMs = noon + 7_000;
  const settled = { untilMs: noon - 24 * hourMs, arrivals: 50, conversions: 0 };
  const since = countsOf([
    { at: noon - 2 * hourMs, arrivals: 3, conversions: 2 },
    { at: noon, arrivals: 2 },
    { at: shippedUntilMs, arrivals: 100 },
  ]);
  const planned = (caps: Cap[]) =>
    planCount({ caps, timezone: 'Europe/Berlin', settled }, readClocks(noon + 9_000), shippedUntilMs);

  it('counts visitors only up to the time until which all edges have shipped', () => {
    const caps = [cap('hour', 9), cap('day', 9), cap('total', 99), cap('day', 9, 'conversions')];
    const count = countShipped(caps, planned(caps), since);
    expect(count?.beforeMs).toBe(shippedUntilMs);
    expect(count?.caps.map(({ per, counted }) => [per, counted])).toEqual([
      ['hour', 2],
      ['day', 5],
      ['total', 55],
    ]);
  });

  it('returns zero for a period that begins after the shipped time', () => {
    const caps = [cap('hour', 9)];
    const nextHour = Date.parse('2031-06-15T11:00:01Z');
    const next = planCount({ caps, timezone: 'UTC', settled: null }, readClocks(nextHour), nextHour - 5_000);
    expect(countShipped(caps, next, since)?.caps).toMatchObject([{ sinceMs: nextHour - 1_000, counted: 0 }]);
  });

  it('returns undefined if it is unknown which rows the edges have shipped', () => {
    expect(countShipped([cap('day', 1)], plan([cap('day', 1)]), since)).toBeUndefined();
  });
});
