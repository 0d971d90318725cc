const minuteMs = 60_000;

/** A receiver that did not answer lately, as one workspace knows it. */
export type HostTrouble = {
  /** Calls without an answer since the last answer. */
  failures: number;
  failingSinceMs: number;
  lastError: string;
  /** Pauses since the last answer; each is longer than the one before. */
  pauses: number;
  pausedAtMs: number | null;
  pausedUntilMs: number | null;
};

const failuresUntilPause = 10;
const pausesMs = [1, 2, 4, 8, 15].map((minutes) => minutes * minuteMs);

// They say something of this side, or of the connection, and nothing of the receiver.
const ownErrors = new Set([
  'invalid_request',
  'blocked_address',
  'busy',
  'stale_connection',
  'aborted',
  'failure',
]);

/** What a call says of its receiver: any answer at all says that it is there. */
export function isHostFailure({ status, error }: { status: number | null; error: string | null }): boolean {
  return status === null && error !== null && !ownErrors.has(error);
}

/**
 * What is known of a receiver after a call: null where it answered. Calls that were under way when a pause began do not
 * make it longer; the first one after it does.
 */
export function judgeHost(
  before: HostTrouble | null,
  outcome: { status: number | null; error: string | null },
  nowMs: number,
): HostTrouble | null {
  if (outcome.status !== null) return null;
  if (!isHostFailure(outcome)) return before;
  const trouble = {
    failures: (before?.failures ?? 0) + 1,
    failingSinceMs: before?.failingSinceMs ?? nowMs,
    lastError: outcome.error ?? '',
    pauses: before?.pauses ?? 0,
    pausedAtMs: before?.pausedAtMs ?? null,
    pausedUntilMs: before?.pausedUntilMs ?? null,
  };
  const isPaused = trouble.pausedUntilMs !== null && trouble.pausedUntilMs > nowMs;
  if (isPaused || trouble.failures < failuresUntilPause) return trouble;
  const lengthMs = pausesMs[Math.min(trouble.pauses, pausesMs.length - 1)] ?? minuteMs;
  return {
    ...trouble,
    pauses: trouble.pauses + 1,
    pausedAtMs: nowMs,
    pausedUntilMs: nowMs + lengthMs,
  };
}

/** How many calls a receiver gets at a time. */
export const callsAtATime = 16;

/** Fewer while it is not known whether it still answers, and after a pause one that finds out. */
export function allowedCalls(trouble: HostTrouble | null, nowMs: number): number {
  if (trouble === null || trouble.failures < 3) return callsAtATime;
  if (trouble.pausedUntilMs === null) return 2;
  return trouble.pausedUntilMs > nowMs ? 0 : 1;
}
