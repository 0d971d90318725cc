import type { Database } from '../../store/database/database.ts';
import type { SessionCaller } from '../accounts/authenticate-session.ts';
import { RateLimiter, type RateState } from './rate-limiter.ts';

/** Far more than screens ask, and little enough that a page that asks without end is no burden to others. */
const usual = {
  session: { perMinute: 900, burst: 600 },
  person: { perMinute: 1_200, burst: 800 },
};

/** Counts a request for its session and its person; answers the limit that refuses it, if one does. */
export function limitSessions(
  database: Database,
  rates: typeof usual = usual,
): (caller: SessionCaller) => Promise<RateState | undefined> {
  const sessions = new RateLimiter(database, rates.session);
  const people = new RateLimiter(database, rates.person);
  return async ({ sessionId, actor }) => {
    // One after the other: a page that asks without end must not use up what the person's other sessions may ask.
    const session = await sessions.take(sessionId);
    if (session?.allowed === false) return session;
    const person = await people.take(actor.id);
    return person?.allowed === false ? person : undefined;
  };
}
