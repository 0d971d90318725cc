import { WaypostError } from '../../platform/errors.ts';
import { Turns } from '../../platform/turns.ts';

/** What each workspace may have under way at once, and how long more of it waits before it is refused. */
export function makeWorkspaceTurns(share: number, waitMs: number): Turns {
  return new Turns({
    share,
    waitMs,
    refuse: () => new WaypostError('SERVICE_UNAVAILABLE', 'too much is under way in this workspace'),
  });
}
