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

/** So long after its last sign-in a browser is a stranger again. */
const knownMs = 180 * 24 * 60 * 60 * 1000;
/** Each of them gets attempts of its own. */
const browsersMax = 20;

/** What a browser is given to be recognized by. It opens nothing: whoever has it still needs the password. */
export type IssuedBrowser = { token: string; expiresAt: Date };

/** Somebody who gives a password: what limits them, and in which line they wait for it to be compared. */
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

/** Strangers of one network wait for each other. */
export function queueKeyOf({ address }: { address: string }): string {
  return `network ${networkForLimits(address)}`;
}

/**
 * From now on the person is known in this browser. It always gets another token: one that somebody planted there before
 * is worth nothing to them afterwards.
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
