import { setTimeout as sleep } from 'node:timers/promises';
import { describeError, WaypostError } from '../platform/errors.ts';

type RetryLimits = { timeoutMs: number; pauseMs: number };

export const defaultRetryLimits: RetryLimits = { timeoutMs: 10 * 60_000, pauseMs: 1_000 };

/**
 * Retries until the timeout, because a single failure of a slow engine would leave the demo unfinished. `attempt` must
 * be idempotent.
 */
export async function withRetry<Result>(
  attempt: () => Promise<Result>,
  { timeoutMs, pauseMs }: RetryLimits = defaultRetryLimits,
): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const isPermanent = error instanceof WaypostError && error.code !== 'SERVICE_UNAVAILABLE';
      if (isPermanent) throw error;
      if (performance.now() >= deadline)
        throw new Error(`timed out after ${timeoutMs / 60_000} minutes: ${describeError(error)}`, {
          cause: error,
        });
      await sleep(pauseMs);
    }
  }
}
