import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backoffMs, pollUntil } from './retry.ts';

vi.mock('node:timers/promises', async () => {
  const { sleepOnGlobalClock } = await import('../testing/sleep-on-global-clock.ts');
  return { setTimeout: sleepOnGlobalClock };
});

describe('pollUntil', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('returns immediately if the first probe succeeds', async () => {
    const probe = vi.fn(() => 'here');
    expect(await pollUntil(probe, { timeoutMs: 1_000, intervalMs: 100 })).toBe('here');
    expect(vi.getTimerCount()).toBe(0);
    expect(probe).toHaveBeenCalledTimes(1);
  });

  it.each([0, false, '', null])(
    'returns %j as a result, because only undefined means not yet',
    async (answer) => {
      expect(await pollUntil(() => answer, { timeoutMs: 1_000, intervalMs: 100 })).toBe(answer);
    },
  );

  it('repeats the probe after each interval until there is a result', async () => {
    const probe = vi.fn<() => Promise<string | undefined>>().mockResolvedValue('here');
    probe.mockResolvedValueOnce(undefined).mockResolvedValueOnce(undefined);
    const polling = pollUntil(probe, { timeoutMs: 1_000, intervalMs: 100 });
    await vi.advanceTimersByTimeAsync(199);
    expect(probe).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await polling).toBe('here');
    expect(probe).toHaveBeenCalledTimes(3);
  });

  it('returns undefined after the timeout', async () => {
    const probe = vi.fn(() => undefined);
    const polling = pollUntil(probe, { timeoutMs: 250, intervalMs: 100 });
    await vi.advanceTimersByTimeAsync(300);
    expect(await polling).toBeUndefined();
    expect(probe).toHaveBeenCalledTimes(4);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('probes once if the timeout is zero', async () => {
    expect(await pollUntil(() => 'here', { timeoutMs: 0, intervalMs: 100 })).toBe('here');
    expect(await pollUntil(() => undefined, { timeoutMs: 0, intervalMs: 100 })).toBeUndefined();
  });

  it('rejects if a probe fails', async () => {
    const polling = pollUntil(() => Promise.reject(new Error('broken')), {
      timeoutMs: 1_000,
      intervalMs: 100,
    });
    await expect(polling).rejects.toThrow('broken');
  });
});

describe('backoffMs', () => {
  it('is zero before the first restart, then doubles up to the limit', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((restarts) => backoffMs(restarts))).toEqual([
      0, 100, 200, 400, 800, 1_600, 2_000, 2_000,
    ]);
  });

  it('never decreases and never exceeds the limit', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 100, max: 60_000 }), (restarts, limitMs) => {
        expect(backoffMs(restarts, limitMs)).toBeLessThanOrEqual(limitMs);
        expect(backoffMs(restarts + 1, limitMs)).toBeGreaterThanOrEqual(backoffMs(restarts, limitMs));
      }),
    );
  });
});
