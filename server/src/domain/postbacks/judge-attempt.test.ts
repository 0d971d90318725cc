import { describe, expect, it } from 'vitest';
import { attemptDelaysMs, judgeAttempt, type AttemptOutcome } from './judge-attempt.ts';

const middle = { step: 0, nowMs: Date.UTC(2026, 10, 16, 9, 0, 0), random: 0.5 };
const answered = (status: number): AttemptOutcome => ({ status, error: null });
const failedWith = (error: string): AttemptOutcome => ({ status: null, error });

describe('judgeAttempt', () => {
  it.each([200, 201, 204, 299])('treats status %i as delivered', (status) => {
    expect(judgeAttempt(answered(status), middle)).toEqual({ state: 'delivered' });
  });

  it.each([408, 425, 429, 500, 502, 503, 504, 599])('retries after status %i', (status) => {
    expect(judgeAttempt(answered(status), middle)).toEqual({ state: 'waiting', delayMs: 5_000 });
  });

  it.each([301, 302, 303, 307, 308, 304, 400, 401, 403, 404, 410, 422, 451])(
    'treats status %i as failed, without following redirects',
    (status) => {
      expect(judgeAttempt(answered(status), middle)).toEqual({ state: 'failed' });
    },
  );

  it.each([
    'dns',
    'connect',
    'connect_timeout',
    'tls',
    'timeout',
    'reset',
    'stale_connection',
    'protocol',
    'aborted',
  ])('retries after the error %s', (error) => {
    expect(judgeAttempt(failedWith(error), middle)).toEqual({ state: 'waiting', delayMs: 5_000 });
  });

  it.each(['blocked_address', 'invalid_request'])('does not retry after the error %s', (error) => {
    expect(judgeAttempt(failedWith(error), middle)).toEqual({ state: 'failed' });
  });

  it('uses the status even if the rest of the response could not be read', () => {
    expect(judgeAttempt({ status: 200, error: 'timeout' }, middle)).toEqual({ state: 'delivered' });
    expect(judgeAttempt({ status: 404, error: 'reset' }, middle)).toEqual({ state: 'failed' });
    expect(judgeAttempt({ status: 500, error: 'reset' }, middle).state).toBe('waiting');
  });
});

it('judgeAttempt treats a rejected response as failed, whatever its status and error', () => {
  for (const error of ['unexpected_response', 'invalid_token', 'reset'])
    expect(judgeAttempt({ status: 200, error, isRejected: true }, middle)).toEqual({ state: 'failed' });
});

describe('the retry schedule', () => {
  it('has 14 attempts over four days', () => {
    const delays: number[] = [];
    for (let step = 0; ; step += 1) {
      const verdict = judgeAttempt(answered(500), { ...middle, step });
      if (verdict.state !== 'waiting') break;
      delays.push(verdict.delayMs / 1_000);
    }
    expect([0, ...delays]).toEqual([
      0, 5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 57_600, 86_400, 86_400, 57_600,
    ]);
    expect(attemptDelaysMs).toHaveLength(14);
    expect(delays.reduce((sum, one) => sum + one) / 3_600).toBeCloseTo(95.7, 1);
  });

  it('varies each delay by up to 20 percent in both directions', () => {
    const delayOf = (random: number) => judgeAttempt(failedWith('dns'), { ...middle, step: 5, random });
    expect(delayOf(0)).toEqual({ state: 'waiting', delayMs: 0.8 * 3_600_000 });
    expect(delayOf(1)).toEqual({ state: 'waiting', delayMs: 1.2 * 3_600_000 });
  });

  it.each([
    ['60', 60_000],
    ['3', 5_000],
    ['0', 5_000],
    ['Mon, 16 Nov 2026 09:10:00 GMT', 600_000],
    ['Mon, 16 Nov 2026 08:00:00 GMT', 5_000],
    ['99999999', 86_400_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
    ['soon', 5_000],
    ['-5', 5_000],
    ['1e9', 5_000],
    ['2026-11-16T10:00:00Z', 5_000],
  ])('follows retry-after %s up to one day', (retryAfter, delayMs) => {
    expect(judgeAttempt({ ...answered(429), retryAfter }, middle)).toEqual({ state: 'waiting', delayMs });
  });
});
