import {
  isKnownBrowser,
  replaceBrowserToken,
  saveKnownBrowser,
} from '../../store/accounts/known-browsers.ts';
import type { Executor } from '../../store/database/database.ts';
import type { SignedInContext, AnonymousContext } from './account-context.ts';
import {
  codeLimits,
  knownBrowserLimits,
  networkForLimits,
  sessionLimits,
  anonymousLimits,
  type Limits,
} from './limit-attempts.ts';
import { hashToken, issueToken } from './link-token.ts';

const knownMs = 180 * 24 * 60 * 60 * 1000;
/**
 * Maximum number of known browsers per person. Each known browser has a separate limit for attempts, so this also
 * limits the total number of attempts.
 */
const browsersMax = 20;

/** Token that identifies a browser. The token grants no access, because the password is still required. */
export type IssuedBrowser = { token: string; expiresAt: Date };

/** Limits for a caller who enters a password, and the caller's queue for password hashing. */
export type Requester = { limits: Limits; codeLimits?: Limits; lane: string };

export async function identifyRequester(context: AnonymousContext, email: string): Promise<Requester> {
  const { browserToken, address } = context;
  const tokenHash = browserToken === undefined ? undefined : hashToken(browserToken);
  const isKnown =
    tokenHash !== undefined &&
    (await context.database.asSystem((executor) =>
      isKnownBrowser(executor, { tokenHash, email }, context.now()),
    ));
  if (isKnown)
    return { limits: knownBrowserLimits(email, tokenHash), lane: `browser ${tokenHash.toString('hex')}` };
  return {
    limits: anonymousLimits(email, address),
    codeLimits: codeLimits(email),
    lane: queueKeyOf(context),
  };
}

export function signedInRequester({
  actor,
  sessionId,
}: Pick<SignedInContext, 'actor' | 'sessionId'>): Requester {
  return { limits: sessionLimits(actor.label, sessionId), lane: `session ${sessionId}` };
}

export function queueKeyOf({ address }: { address: string }): string {
  return `network ${networkForLimits(address)}`;
}

/**
 * Marks the browser as known. The browser always gets a new token, so that a token planted by an attacker becomes
 * useless.
 */
export async function rememberBrowser(
  executor: Executor,
  userId: string,
  { browserToken }: { browserToken?: string },
  now: Date,
): Promise<IssuedBrowser> {
  const { token, tokenHash } = issueToken();
  if (browserToken !== undefined) await replaceBrowserToken(executor, hashToken(browserToken), tokenHash);
  const knownUntil = new Date(now.getTime() + knownMs);
  await saveKnownBrowser(executor, { tokenHash, userId, knownUntil }, browsersMax);
  return { token, expiresAt: knownUntil };
}
