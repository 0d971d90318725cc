import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchWithRetry, isConnected, isSignInNeeded, notifySignedIn } from './connection.ts';
import { LostResponseError } from './lost-response-error.ts';

type Answer = Response | Error;
let asked: string[];

/** Answers requests with the given responses in order, and repeats the last response. */
function answer(...answers: [Answer, ...Answer[]]) {
  vi.stubGlobal('fetch', (input: string) => {
    asked.push(input);
    const next = answers.length > 1 ? (answers.shift() ?? answers[0]) : answers[0];
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next.clone());
  });
}

const offline = new TypeError('Failed to fetch');
const ok = Response.json({ data: 1 });
const ended = Response.json({ error: { details: { reason: 'not-signed-in' } } }, { status: 401 });
const path = '/panel/api/workspaces/1/offers';

beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
});

afterEach(async () => {
  answer(ok);
  await vi.advanceTimersByTimeAsync(2_000);
  isSignInNeeded.set(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('fetchWithRetry without a connection', () => {
  it('fails immediately and does not repeat the request, which the server may have processed', async () => {
    answer(offline);
    await expect(fetchWithRetry(path, { method: 'POST' })).rejects.toBeInstanceOf(LostResponseError);
    expect(asked).toEqual([path]);
    expect(isConnected.get()).toBe(false);
  });

  it('checks every two seconds until the server responds, then stops', async () => {
    answer(offline, offline, Response.json({}, { status: 503 }), ok);
    await fetchWithRetry(path).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(asked).toEqual([path]);
    await vi.advanceTimersByTimeAsync(4_001);
    expect(isConnected.get()).toBe(true);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toEqual([path, '/healthz', '/healthz', '/healthz']);
  });

  it('runs one shared connection check after several failed requests', async () => {
    answer(offline);
    await Promise.allSettled([fetchWithRetry(path), fetchWithRetry(path), fetchWithRetry(path)]);
    asked = [];
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toEqual(['/healthz']);
  });

  it('reports a connection as soon as another request succeeds', async () => {
    answer(offline, ok);
    await fetchWithRetry(path).catch(() => undefined);
    await fetchWithRetry(path);
    expect(isConnected.get()).toBe(true);
  });

  it('does not report a lost connection if the request was canceled', async () => {
    const canceled = new DOMException('canceled', 'AbortError');
    answer(canceled);
    await expect(fetchWithRetry(path, { signal: AbortSignal.abort() })).rejects.toBe(canceled);
    expect(isConnected.get()).toBe(true);
  });
});

describe('fetchWithRetry after the session has expired', () => {
  it('repeats all waiting requests after one sign-in', async () => {
    answer(ended, ended, ok);
    const waiting = [fetchWithRetry(`${path}?a`), fetchWithRetry(`${path}?b`)];
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    await vi.waitFor(() => expect(isSignInNeeded.get()).toBe(true));
    notifySignedIn();
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
    expect(asked.slice(2).toSorted()).toEqual([`${path}?a`, `${path}?b`]);
  });

  it('waits again if the new session is also rejected', async () => {
    answer(ended, ended, ok);
    const waiting = fetchWithRetry(path);
    for (const _ of [1, 2]) {
      await vi.waitFor(() => expect(isSignInNeeded.get()).toBe(true));
      notifySignedIn();
      expect(isSignInNeeded.get()).toBe(false);
    }
    expect((await waiting).status).toBe(200);
    expect(asked).toHaveLength(3);
  });

  it.each([
    ['is not JSON', new Response('<html>', { status: 401 })],
    ['gives no reason', Response.json({ error: {} }, { status: 401 })],
    ['is empty', Response.json(null, { status: 401 })],
    [
      'has the reason but not the status',
      Response.json({ error: { details: { reason: 'not-signed-in' } } }, { status: 403 }),
    ],
  ])('does not ask for sign-in if the response %s', async (_, response) => {
    answer(response);
    expect((await fetchWithRetry(path)).status).toBe(response.status);
    expect(isSignInNeeded.get()).toBe(false);
  });

  it('leaves the body of the response readable', async () => {
    answer(Response.json({ error: { code: 'UNAUTHENTICATED' } }, { status: 401 }));
    expect(await (await fetchWithRetry(path)).json()).toEqual({ error: { code: 'UNAUTHENTICATED' } });
  });
});
