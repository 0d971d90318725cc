import { expect, it } from 'vitest';
import { newId } from '../platform/ids.ts';
import { HourlyLimit, PageLimits } from './page-limits.ts';

const hourMs = 3_600_000;

it('HourlyLimit applies to each key separately and is reset in the next hour', () => {
  const limit = new HourlyLimit(2, 10);
  expect(['a', 'a', 'a', 'b'].map((key) => limit.take(key, hourMs))).toEqual([true, true, false, true]);
  expect(limit.take('a', 2 * hourMs - 1)).toBe(false);
  expect(limit.take('a', 2 * hourMs)).toBe(true);
});

it('HourlyLimit drops all keys when there are too many keys', () => {
  const limit = new HourlyLimit(1, 3);
  expect(['a', 'b', 'c', 'a'].map((key) => limit.take(key, 0))).toEqual([true, true, true, false]);
  // The fourth key exceeds the limit, so all keys are dropped.
  expect(['d', 'a', 'd'].map((key) => limit.take(key, 0))).toEqual([true, true, false]);
});

it('PageLimits allows 1,000 events per address and hour across all visits', () => {
  const limits = new PageLimits();
  const take = (address: string, at: number) =>
    limits.take({ kind: 'events', visitId: newId(), address, timeMs: at });
  // All addresses in an IPv6 /64 count as one address.
  const taken = Array.from({ length: 1_001 }, (_, at) => take(`2001:db8:1:2::${at.toString(16)}`, 0));
  expect(taken.filter(Boolean)).toHaveLength(1_000);
  expect([take('2001:db8:1:3::1', 0), take('2001:db8:1:2::1', hourMs)]).toEqual([true, true]);
});
