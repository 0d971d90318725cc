import { setFlagsFromString } from 'node:v8';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collectGarbage, releaseIdleMemory } from './release-idle-memory.ts';

vi.mock('node:v8', { spy: true });

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({
    idle: 0,
    active: 0,
    utilization,
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  utilization = 0;
});

let utilization = 0;
const collections = () =>
  vi.mocked(setFlagsFromString).mock.calls.filter(([flag]) => flag === '--expose-gc').length;

it('collectGarbage frees unreachable objects', () => {
  const reference = new WeakRef({ key: 'value' });
  return new Promise<void>((resolve) => {
    vi.useRealTimers();
    // An object whose WeakRef was dereferenced stays alive until the current turn of the event loop ends.
    setTimeout(() => {
      collectGarbage();
      expect(reference.deref()).toBeUndefined();
      resolve();
    });
  });
});

it('releaseIdleMemory collects garbage twice when idle, and again only after memory has grown', () => {
  vi.mocked(setFlagsFromString).mockClear();
  let bytes = 100_000_000;
  vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => bytes);
  releaseIdleMemory();
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

it('releaseIdleMemory does not collect garbage while the process is working', () => {
  vi.mocked(setFlagsFromString).mockClear();
  let workCount = 0;
  releaseIdleMemory(() => workCount);
  for (let second = 0; second < 60; second += 1) {
    workCount += 1;
    vi.advanceTimersByTime(1_000);
  }
  expect(collections()).toBe(0);
  utilization = 0.5;
  vi.advanceTimersByTime(60_000);
  expect(collections()).toBe(0);
  utilization = 0;
  vi.advanceTimersByTime(5_000);
  expect(collections()).toBe(1);
});
