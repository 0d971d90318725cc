import { WaypostError } from '../../platform/errors.ts';
import { FairSemaphore } from '../../platform/fair-semaphore.ts';

/** Limits the concurrent work of each workspace. Work above the limit waits for up to `waitMs` and is then rejected. */
export function createWorkspaceLimiter(share: number, waitMs: number): FairSemaphore {
  return new FairSemaphore({
    share,
    waitMs,
    refuse: () =>
      new WaypostError(
        'SERVICE_UNAVAILABLE',
        'Too many requests are running in this workspace. Try again shortly.',
      ),
  });
}
