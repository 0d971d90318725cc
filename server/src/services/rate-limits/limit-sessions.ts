import type { Database } from '../../store/database/database.ts';
import type { SessionCaller } from '../accounts/authenticate-session.ts';
import { RateLimiter, type RateState } from './rate-limiter.ts';

// Far more than the panel needs, but low enough that a page in an endless loop does not affect other people.
export const sessionRates = {
  session: { perMinute: 900, burst: 600 },
  person: { perMinute: 1_200, burst: 800 },
};

export function limitSessions(
  database: Database,
  rates: typeof sessionRates = sessionRates,
): (caller: SessionCaller) => Promise<RateState | undefined> {
  const sessions = new RateLimiter(database, rates.session);
  const people = new RateLimiter(database, rates.person);
  return async ({ sessionId, actor }) => {
    // The session's limit is checked first, so that a page in an endless loop does not use up the limit that all
    // sessions of the person share.
    const session = await sessions.take(sessionId);
    if (session?.allowed === false) return session;
    const person = await people.take(actor.id);
    return person?.allowed === false ? person : undefined;
  };
}
