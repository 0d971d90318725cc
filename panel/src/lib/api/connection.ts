import { LostResponseError } from './lost-response-error.ts';
import { createStore } from './store.ts';

export const isConnected = createStore(true);

export const isSignInNeeded = createStore(false);

let signedInAgain = Promise.withResolvers<void>();

export function notifySignedIn(): void {
  isSignInNeeded.set(false);
  signedInAgain.resolve();
  signedInAgain = Promise.withResolvers();
}

const sessionPath = '/panel/api/session';
const aliveEveryMs = 2_000;

/**
 * Sends a request. Suitable for pages that stay open all day. If the session has expired, the request waits for sign-in
 * and is repeated. If the server can't be reached, the request fails immediately, and the connection is checked until
 * the server responds again.
 */
export async function fetchWithRetry(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const isSignIn = input === sessionPath;
  for (;;) {
    const response = await reach(input, init);
    if (response.status !== 401 || isSignIn || !(await isSessionOver(response))) return response;
    isSignInNeeded.set(true);
    await signedInAgain.promise;
  }
}

async function reach(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init);
    isConnected.set(true);
    return response;
  } catch (error) {
    if (init?.signal?.aborted === true) throw error;
    markDisconnected();
    throw new LostResponseError(init, error);
  }
}

/**
 * Returns true if the session has expired. Checking the status is not enough, because a 401 can also mean that a
 * password in a form is wrong.
 */
async function isSessionOver(response: Response): Promise<boolean> {
  const answer = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { error?: { details?: { reason?: unknown } } } | undefined;
  return answer?.error?.details?.reason === 'not-signed-in';
}

export function markDisconnected(): void {
  if (!isConnected.get()) return;
  isConnected.set(false);
  const timer = setInterval(() => {
    void isAlive().then((alive) => {
      if (alive) {
        clearInterval(timer);
        isConnected.set(true);
      }
      return alive;
    });
  }, aliveEveryMs);
}

async function isAlive(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
