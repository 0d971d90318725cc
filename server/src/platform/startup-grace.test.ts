import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startupGrace } from './startup-grace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('startupGrace expects failures for ten seconds', () => {
  const { isExpected } = startupGrace();
  vi.advanceTimersByTime(9_999);
  expect(isExpected()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isExpected()).toBe(false);
});

it('startupGrace expects no failures once the engine has been reached', () => {
  const { isExpected, markReached } = startupGrace();
  markReached();
  expect(isExpected()).toBe(false);
});
