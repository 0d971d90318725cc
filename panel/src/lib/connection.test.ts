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

describe('a request that finds its session ended', () => {
  it.each(['/panel/api/sessions', '/panel/api/workspaces/1/offers'])(
    'waits at %s until the person has signed in, and goes on',
    async (path) => {
      answerOnce(401, ended);
      const answer = fetchWithRetry(path);
      await vi.waitFor(() => expect(isSignInNeeded.get()).toBe(true));
      notifySignedIn();
      expect(await (await answer).json()).toEqual({ data: 'after' });
    },
  );

  it('is answered at once where it is the one that asks who is signed in', async () => {
    answerOnce(401, ended);
    expect((await fetchWithRetry('/panel/api/session')).status).toBe(401);
    expect(isSignInNeeded.get()).toBe(false);
  });

  it('is answered at once where a password in a form is wrong', async () => {
    answerOnce(401, { error: { code: 'UNAUTHENTICATED', details: { reason: 'wrong-password' } } });
    expect((await fetchWithRetry('/panel/api/account/password')).status).toBe(401);
    expect(isSignInNeeded.get()).toBe(false);
  });
});
