import { describe, expect, it } from 'vitest';
import {
  allowedCalls,
  concurrentCallsMax,
  judgeHost,
  pausedByHand,
  type HostFailures,
} from './judge-host.ts';

const noResponse = { status: null, error: 'connect_timeout' };
const minute = 60_000;

function fail(times: number, before: HostFailures | null = null, nowMs = 0): HostFailures {
  let failures = before;
  for (let at = 0; at < times; at += 1) failures = judgeHost(failures, noResponse, nowMs);
  if (failures === null) throw new Error('no failure was counted');
  return failures;
}

describe('judgeHost', () => {
  it('pauses a receiver after ten calls in a row without a response', () => {
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

  it('keeps the start and end of the last pause after more failures', () => {
    const paused = fail(10, null, 5);
    const during = fail(1, paused, 6);
    expect(during).toEqual({ ...paused, failures: 11 });
    const answered = judgeHost(paused, { status: 503, error: null }, 5 + minute);
    expect(answered).toMatchObject({ failingSinceMs: 5, pausedAtMs: 5, pausedUntilMs: 5 + minute });
  });

  it('does not extend a pause because of calls that were in flight when it started', () => {
    expect(fail(16)).toMatchObject({ failures: 16, pauses: 1, pausedUntilMs: minute });
  });

  it('allows one call after a pause and doubles the pause if it fails, up to 15 minutes', () => {
    let failures = fail(10);
    const lengths: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const nowMs = failures.pausedUntilMs ?? 0;
      expect(allowedCalls(failures, nowMs - 1)).toBe(0);
      expect(allowedCalls(failures, nowMs)).toBe(1);
      lengths.push((nowMs - (failures.pausedAtMs ?? 0)) / minute);
      failures = fail(1, failures, nowMs);
    }
    expect(lengths).toEqual([1, 2, 4, 8, 15, 15, 15]);
  });

  it('pauses a receiver after thirty error responses in a row', () => {
    const statuses = [500, 503, 599, 408, 425, 429];
    let failures: HostFailures | null = null;
    const seen: unknown[] = [];
    for (let at = 0; at < 30; at += 1) {
      failures = judgeHost(failures, { status: statuses[at % 6] ?? 0, error: null }, 7);
      seen.push([failures?.pausedUntilMs, allowedCalls(failures, 7)]);
    }
    expect([seen[8], seen[9], seen[28], seen[29]]).toEqual([
      [null, 16],
      [null, 2],
      [null, 2],
      [7 + minute, 0],
    ]);
    expect(failures).toMatchObject({ failures: 30, pauses: 1, lastError: 'status_429' });
    expect(judgeHost(failures, { status: 502, error: 'reset' }, 7 + minute)).toMatchObject({
      pauses: 2,
      lastError: 'status_502',
      pausedUntilMs: 7 + 3 * minute,
    });
  });

  it('allows one call at a time if an unresponsive receiver returns errors after a pause', () => {
    const failures = judgeHost(fail(10), { status: 503, error: null }, minute);
    expect(failures).toMatchObject({ failures: 11, pauses: 1, pausedUntilMs: minute });
    expect(allowedCalls(failures, minute)).toBe(1);
  });

  it('resets after any other response, including 4xx', () => {
    for (const status of [200, 204, 302, 400, 404, 410])
      expect(judgeHost(fail(30), { status, error: null }, 0)).toBeNull();
    expect(judgeHost(fail(30), { status: 200, error: 'reset' }, 0)).toBeNull();
    expect(allowedCalls(null, 0)).toBe(16);
  });

  it('allows two calls at a time after three failures', () => {
    expect([1, 2, 3, 9].map((times) => allowedCalls(fail(times), 0))).toEqual([16, 16, 2, 2]);
  });

  it.each(['blocked_address', 'invalid_request', 'busy', 'stale_connection', 'aborted', 'failure'])(
    "ignores errors on Waypost's side (%s)",
    (error) => {
      expect(judgeHost(null, { status: null, error }, 0)).toBeNull();
      const before = fail(4);
      expect(judgeHost(before, { status: null, error }, 0)).toBe(before);
    },
  );
});

it('a manual pause blocks every call until it ends, whatever the outcome of calls in flight', () => {
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
