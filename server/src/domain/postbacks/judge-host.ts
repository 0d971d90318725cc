import { isPassingStatus } from './judge-attempt.ts';

const minuteMs = 60_000;

/** A receiver that lately did not answer, or only with errors of its own, as one workspace knows it. */
export type HostFailures = {
  /** Such calls in a row. */
  failures: number;
  failingSinceMs: number;
  lastError: string;
  /** Pauses since it was well; each is longer than the one before. */
  pauses: number;
  pausedAtMs: number | null;
  pausedUntilMs: number | null;
};

/** After how many failures in a row a receiver gets fewer calls, and after how many none for a while. */
type Patience = { slow: number; pause: number };
const silent: Patience = { slow: 3, pause: 10 };
// A receiver that answers with errors is up, and may refuse a few postbacks only: it is given more attempts.
const answering: Patience = { slow: 10, pause: 30 };
const statusWord = 'status_';

/** Stands where others have the reason of their last failure. */
export const pausedByHand = 'paused_by_hand';

const pausesMs = [1, 2, 4, 8, 15].map((minutes) => minutes * minuteMs);
export const longestHostPauseMs = Math.max(...pausesMs);

// They say something of this side, or of the connection, and nothing of the receiver.
const ownErrors = new Set([
  'invalid_request',
  'blocked_address',
  'busy',
  'stale_connection',
  'aborted',
  'failure',
  'sealed_header',
]);

/** What a call says of its receiver. An answer that would be the same next time says that it is well. */
export function isHostFailure({ status, error }: { status: number | null; error: string | null }): boolean {
  if (status !== null) return isPassingStatus(status);
  return error !== null && !ownErrors.has(error);
}

/**
 * What is known of a receiver after a call: null where it is well. The last call decides how many failures are too many,
 * those with an answer and those without count together. Calls that were under way when a pause began do not
 * make it longer; the first one after it does.
 */
export function judgeHost(
  before: HostFailures | null,
  outcome: { status: number | null; error: string | null },
  nowMs: number,
): HostFailures | null {
  // Somebody wants it left alone, whatever calls that were under way say.
  if (before?.lastError === pausedByHand && isPausedAt(before, nowMs)) return before;
  if (!isHostFailure(outcome)) return outcome.status === null ? before : null;
  const trouble = {
    failures: (before?.failures ?? 0) + 1,
    failingSinceMs: before?.failingSinceMs ?? nowMs,
    lastError: outcome.status === null ? (outcome.error ?? '') : `${statusWord}${outcome.status}`,
    pauses: before?.pauses ?? 0,
    pausedAtMs: before?.pausedAtMs ?? null,
    pausedUntilMs: before?.pausedUntilMs ?? null,
  };
  if (isPausedAt(trouble, nowMs) || trouble.failures < patienceWith(trouble).pause) return trouble;
  const lengthMs = pausesMs[Math.min(trouble.pauses, pausesMs.length - 1)] ?? minuteMs;
  return {
    ...trouble,
    pauses: trouble.pauses + 1,
    pausedAtMs: nowMs,
    pausedUntilMs: nowMs + lengthMs,
  };
}

function isPausedAt({ pausedUntilMs }: HostFailures, nowMs: number): boolean {
  return pausedUntilMs !== null && pausedUntilMs > nowMs;
}

function patienceWith({ lastError }: HostFailures): Patience {
  return lastError.startsWith(statusWord) ? answering : silent;
}

/** How many calls a receiver gets at a time. */
export const concurrentCallsMax = 16;

/** Fewer while it is not known whether it is still well, and after a pause one that finds out. */
export function allowedCalls(trouble: HostFailures | null, nowMs: number): number {
  if (trouble === null) return concurrentCallsMax;
  if (isPausedAt(trouble, nowMs)) return 0;
  if (trouble.failures < patienceWith(trouble).slow) return concurrentCallsMax;
  return trouble.pausedUntilMs === null ? 2 : 1;
}
