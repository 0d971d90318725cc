import { WaypostError } from '../../platform/errors.ts';
import { FairSemaphore } from '../../platform/fair-semaphore.ts';

/** What each workspace may have under way at once, and how long more of it waits before it is refused. */
export function makeWorkspaceTurns(share: number, waitMs: number): FairSemaphore {
  return new FairSemaphore({
    share,
    waitMs,
    refuse: () => new WaypostError('SERVICE_UNAVAILABLE', 'too much is under way in this workspace'),
  });
}
