import { isPassingStatus } from './judge-attempt.ts';

const minuteMs = 60_000;

export type HostFailures = {
  failures: number;
  failingSinceMs: number;
  lastError: string;
  pauses: number;
  pausedAtMs: number | null;
  pausedUntilMs: number | null;
};

// Numbers of consecutive failures after which a receiver gets fewer calls (`slow`), or no calls for a while (`pause`).
type FailureLimits = { slow: number; pause: number };
const unresponsive: FailureLimits = { slow: 3, pause: 10 };
// A receiver that returns errors is up and may reject only some postbacks, so it gets more attempts.
const answering: FailureLimits = { slow: 10, pause: 30 };
const statusPrefix = 'status_';

/** Value of `lastError` during a manual pause. */
export const pausedByHand = 'paused_by_hand';

const pausesMs = [1, 2, 4, 8, 15].map((minutes) => minutes * minuteMs);
export const longestHostPauseMs = Math.max(...pausesMs);

// Errors on Waypost's side or in the connection, which do not mean that the receiver has failed.
const ownErrors = new Set([
  'invalid_request',
  'blocked_address',
  'busy',
  'stale_connection',
  'aborted',
  'failure',
  'sealed_header',
]);

/**
 * Returns true if a call failed because of the receiver. An error response that a retry would not change is not such a
 * failure, because the receiver works.
 */
export function isHostFailure({ status, error }: { status: number | null; error: string | null }): boolean {
  if (status !== null) return isPassingStatus(status);
  return error !== null && !ownErrors.has(error);
}

/**
 * Returns the state of a receiver after a call, or null if the receiver works. Failures with and without a response are
 * counted together, and the last call decides which limits apply. Calls that were in flight when a pause started do not
 * extend the pause, but a failure after the pause can start a longer pause.
 */
export function judgeHost(
  before: HostFailures | null,
  outcome: { status: number | null; error: string | null },
  nowMs: number,
): HostFailures | null {
  // A manual pause continues regardless of the responses to calls in flight.
  if (before?.lastError === pausedByHand && isPausedAt(before, nowMs)) return before;
  if (!isHostFailure(outcome)) return outcome.status === null ? before : null;
  const state = {
    failures: (before?.failures ?? 0) + 1,
    failingSinceMs: before?.failingSinceMs ?? nowMs,
    lastError: outcome.status === null ? (outcome.error ?? '') : `${statusPrefix}${outcome.status}`,
    pauses: before?.pauses ?? 0,
    pausedAtMs: before?.pausedAtMs ?? null,
    pausedUntilMs: before?.pausedUntilMs ?? null,
  };
  if (isPausedAt(state, nowMs) || state.failures < limitsFor(state).pause) return state;
  const lengthMs = pausesMs[Math.min(state.pauses, pausesMs.length - 1)] ?? minuteMs;
  return {
    ...state,
    pauses: state.pauses + 1,
    pausedAtMs: nowMs,
    pausedUntilMs: nowMs + lengthMs,
  };
}

function isPausedAt({ pausedUntilMs }: HostFailures, nowMs: number): boolean {
  return pausedUntilMs !== null && pausedUntilMs > nowMs;
}

function limitsFor({ lastError }: HostFailures): FailureLimits {
  return lastError.startsWith(statusPrefix) ? answering : unresponsive;
}

export const concurrentCallsMax = 16;

/** Returns how many concurrent calls a receiver gets: fewer calls after failures, and a single call after a pause. */
export function allowedCalls(state: HostFailures | null, nowMs: number): number {
  if (state === null) return concurrentCallsMax;
  if (isPausedAt(state, nowMs)) return 0;
  if (state.failures < limitsFor(state).slow) return concurrentCallsMax;
  return state.pausedUntilMs === null ? 2 : 1;
}
