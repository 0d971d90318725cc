import { setTimeout as sleep } from 'node:timers/promises';
import { describeError, WaypostError } from '../platform/errors.ts';

/** How long nothing may go in before a demo is given up. */
type Patience = { givenUpAfterMs: number; pauseMs: number };

export const defaultRetryLimits: Patience = { givenUpAfterMs: 10 * 60_000, pauseMs: 1_000 };

/**
 * Tries again what a slow engine did not do in time, until it is done: a demo that stops half way could not be filled
 * again. Whatever is tried has to be something that can be done twice.
 */
export async function withRetry<Result>(
  attempt: () => Promise<Result>,
  { givenUpAfterMs, pauseMs }: Patience = defaultRetryLimits,
): Promise<Result> {
  const deadline = performance.now() + givenUpAfterMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const isMistake = error instanceof WaypostError && error.code !== 'SERVICE_UNAVAILABLE';
      if (isMistake) throw error;
      if (performance.now() >= deadline)
        throw new Error(`nothing went in for ${givenUpAfterMs / 60_000} minutes: ${describeError(error)}`, {
          cause: error,
        });
      await sleep(pauseMs);
    }
  }
}
