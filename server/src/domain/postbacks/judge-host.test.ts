import { describe, expect, it } from 'vitest';
import {
  allowedCalls,
  concurrentCallsMax,
  judgeHost,
  pausedByHand,
  type HostFailures,
} from './judge-host.ts';

const silence = { status: null, error: 'connect_timeout' };
const minute = 60_000;

function fail(times: number, before: HostFailures | null = null, nowMs = 0): HostFailures {
  let trouble = before;
  for (let at = 0; at < times; at += 1) trouble = judgeHost(trouble, silence, nowMs);
  if (trouble === null) throw new Error('no failure was counted');
  return trouble;
}

describe('a receiver', () => {
  it('is paused after ten calls in a row without an answer', () => {
    expect(fail(9)).toMatchObject({
      failures: 9,
      pauses: 0,
      pausedUntilMs: null,
      lastError: 'connect_timeout',
    });
    expect(fail(10, null, 5)).toEqual({
      failures: 10,
      failingSinceMs: 5,
      lastError: 'connect_timeout',
      pauses: 1,
      pausedAtMs: 5,
      pausedUntilMs: 5 + minute,
    });
  });

  it('keeps the begin and end of its last pause with each further failure', () => {
    const paused = fail(10, null, 5);
    const during = fail(1, paused, 6);
    expect(during).toEqual({ ...paused, failures: 11 });
    const answered = judgeHost(paused, { status: 503, error: null }, 5 + minute);
    expect(answered).toMatchObject({ failingSinceMs: 5, pausedAtMs: 5, pausedUntilMs: 5 + minute });
  });

  it('is paused no longer for calls that were under way when the pause began', () => {
    expect(fail(16)).toMatchObject({ failures: 16, pauses: 1, pausedUntilMs: minute });
  });

  it('gets one call after a pause, and a longer pause if that fails too, up to a quarter of an hour', () => {
    let trouble = fail(10);
    const lengths: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const nowMs = trouble.pausedUntilMs ?? 0;
      expect(allowedCalls(trouble, nowMs - 1)).toBe(0);
      expect(allowedCalls(trouble, nowMs)).toBe(1);
      lengths.push((nowMs - (trouble.pausedAtMs ?? 0)) / minute);
      trouble = fail(1, trouble, nowMs);
    }
    expect(lengths).toEqual([1, 2, 4, 8, 15, 15, 15]);
  });

  it('is paused after thirty answers in a row that say that it is not well', () => {
    const statuses = [500, 503, 599, 408, 425, 429];
    let trouble: HostFailures | null = null;
    const seen: unknown[] = [];
    for (let at = 0; at < 30; at += 1) {
      trouble = judgeHost(trouble, { status: statuses[at % 6] ?? 0, error: null }, 7);
      seen.push([trouble?.pausedUntilMs, allowedCalls(trouble, 7)]);
    }
    expect([seen[8], seen[9], seen[28], seen[29]]).toEqual([
      [null, 16],
      [null, 2],
      [null, 2],
      [7 + minute, 0],
    ]);
    expect(trouble).toMatchObject({ failures: 30, pauses: 1, lastError: 'status_429' });
    expect(judgeHost(trouble, { status: 502, error: 'reset' }, 7 + minute)).toMatchObject({
      pauses: 2,
      lastError: 'status_502',
      pausedUntilMs: 7 + 3 * minute,
    });
  });

  it('that was silent and now answers with errors gets one call at a time, and no pause yet', () => {
    const trouble = judgeHost(fail(10), { status: 503, error: null }, minute);
    expect(trouble).toMatchObject({ failures: 11, pauses: 1, pausedUntilMs: minute });
    expect(allowedCalls(trouble, minute)).toBe(1);
  });

  it('is well again with any other answer, a refusal too', () => {
    for (const status of [200, 204, 302, 400, 404, 410])
      expect(judgeHost(fail(30), { status, error: null }, 0)).toBeNull();
    expect(judgeHost(fail(30), { status: 200, error: 'reset' }, 0)).toBeNull();
    expect(allowedCalls(null, 0)).toBe(16);
  });

  it('gets two calls at a time once three have failed', () => {
    expect([1, 2, 3, 9].map((times) => allowedCalls(fail(times), 0))).toEqual([16, 16, 2, 2]);
  });

  it.each(['blocked_address', 'invalid_request', 'busy', 'stale_connection', 'aborted', 'failure'])(
    'is not blamed for what happened on this side (%s)',
    (error) => {
      expect(judgeHost(null, { status: null, error }, 0)).toBeNull();
      const before = fail(4);
      expect(judgeHost(before, { status: null, error }, 0)).toBe(before);
    },
  );
});

it('a pause by hand holds back every call until it ends, whatever calls under way say', () => {
  const byHand = {
    failures: 1,
    failingSinceMs: 0,
    lastError: pausedByHand,
    pauses: 0,
    pausedAtMs: 0,
    pausedUntilMs: 1_000,
  };
  expect(allowedCalls(byHand, 999)).toBe(0);
  expect(allowedCalls(byHand, 1_000)).toBe(concurrentCallsMax);
  expect(judgeHost(byHand, { status: 200, error: null }, 999)).toBe(byHand);
  expect(judgeHost(byHand, { status: null, error: 'timeout' }, 999)).toBe(byHand);
  expect(judgeHost(byHand, { status: 200, error: null }, 1_000)).toBeNull();
});
