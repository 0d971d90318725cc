import { setFlagsFromString } from 'node:v8';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collectEverything, settleMemory } from './settle-memory.ts';

vi.mock('node:v8', { spy: true });

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({
    idle: 0,
    active: 0,
    utilization: used,
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  used = 0;
});

let used = 0;
const collections = () =>
  vi.mocked(setFlagsFromString).mock.calls.filter(([flag]) => flag === '--expose-gc').length;

it('collects what is garbage', () => {
  const kept = new WeakRef({ some: 'thing' });
  return new Promise<void>((resolve) => {
    vi.useRealTimers();
    // A reference that was looked at lasts until the end of the turn.
    setTimeout(() => {
      collectEverything();
      expect(kept.deref()).toBeUndefined();
      resolve();
    });
  });
});

it('a quiet process collects twice, and again only when it has grown', () => {
  vi.mocked(setFlagsFromString).mockClear();
  let bytes = 100_000_000;
  vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => bytes);
  settleMemory();
  vi.advanceTimersByTime(9_000);
  expect(collections()).toBe(0);
  vi.advanceTimersByTime(6_000);
  expect(collections()).toBe(1);
  vi.advanceTimersByTime(600_000);
  expect(collections()).toBe(2);
  bytes += 10_000_000;
  vi.advanceTimersByTime(600_000);
  expect(collections()).toBe(2);
  bytes += 10_000_000;
  vi.advanceTimersByTime(600_000);
  expect(collections()).toBe(3);
});

it('waits while work comes, or while there is much to do', () => {
  vi.mocked(setFlagsFromString).mockClear();
  let taken = 0;
  settleMemory(() => taken);
  for (let second = 0; second < 60; second += 1) {
    taken += 1;
    vi.advanceTimersByTime(1_000);
  }
  expect(collections()).toBe(0);
  used = 0.5;
  vi.advanceTimersByTime(60_000);
  expect(collections()).toBe(0);
  used = 0;
  vi.advanceTimersByTime(5_000);
  expect(collections()).toBe(1);
});
