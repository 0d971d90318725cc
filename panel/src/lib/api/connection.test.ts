import { afterEach, describe, expect, it, vi } from 'vitest';
import { isSignInNeeded, fetchWithRetry, notifySignedIn } from './connection.ts';

const ended = { error: { code: 'UNAUTHENTICATED', details: { reason: 'not-signed-in' } } };

function answerOnce(status: number, body: unknown) {
  const answers = [Response.json(body, { status }), Response.json({ data: 'after' })];
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()));
}

afterEach(() => {
  vi.unstubAllGlobals();
  isSignInNeeded.set(false);
});

describe('fetchWithRetry after the session has expired', () => {
  it.each(['/panel/api/sessions', '/panel/api/workspaces/1/offers'])(
    'keeps a request to %s waiting until the person has signed in, then repeats it',
    async (path) => {
      answerOnce(401, ended);
      const answer = fetchWithRetry(path);
      await vi.waitFor(() => expect(isSignInNeeded.get()).toBe(true));
      notifySignedIn();
      expect(await (await answer).json()).toEqual({ data: 'after' });
    },
  );

  it('returns 401 from the session endpoint immediately', async () => {
    answerOnce(401, ended);
    expect((await fetchWithRetry('/panel/api/session')).status).toBe(401);
    expect(isSignInNeeded.get()).toBe(false);
  });

  it('returns 401 for a wrong password immediately', async () => {
    answerOnce(401, { error: { code: 'UNAUTHENTICATED', details: { reason: 'wrong-password' } } });
    expect((await fetchWithRetry('/panel/api/account/password')).status).toBe(401);
    expect(isSignInNeeded.get()).toBe(false);
  });
});
