const passingStatuses = new Set([408, 425, 429]);

/** Whether a receiver that answers so may answer otherwise later: it is overloaded, broken, or asks for patience. */
export function isPassingStatus(status: number): boolean {
  return status >= 500 || passingStatuses.has(status);
}

/** Nobody is waited for longer than the longest pause of the timetable. */
const waitMaxMs = 24 * 60 * 60 * 1_000;

/** How long a receiver asks to be left alone, by its header in either of its forms; 0 where it says nothing. */
function readRetryAfter(header: string | undefined, nowMs: number): number {
  const text = header?.trim() ?? '';
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : readDate(text) - nowMs;
  return Number.isNaN(waitMs) ? 0 : Math.min(Math.max(waitMs, 0), waitMaxMs);
}

// The one form that is still written; others are read in more than one way.
const dateForm = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

function readDate(text: string): number {
  return dateForm.test(text) ? Date.parse(text) : Number.NaN;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after the attempt before it each one is made: four days in all. */
export const attemptDelaysMs: readonly number[] = [
  0,
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  1 * hour,
  2 * hour,
  4 * hour,
  8 * hour,
  16 * hour,
  24 * hour,
  24 * hour,
  16 * hour,
];

/** So that what failed together does not come together again. */
const jitter = 0.2;

/** Between two attempts. */
export const longestDelayMs = Math.max(waitMaxMs, ...attemptDelaysMs) * (1 + jitter);

// Calls that could never be made differently. All other words mean that no answer came.
const finalErrors = new Set(['invalid_request', 'blocked_address']);

/** What came of an attempt. A status may come with an error: the rest of the answer failed. */
export type AttemptOutcome = {
  status: number | null;
  error: string | null;
  /** The header of that name, as it came. */
  retryAfter?: string | undefined;
};

export type AttemptVerdict = { state: 'delivered' | 'failed' } | { state: 'waiting'; delayMs: number };

/**
 * What follows from an attempt. `step` counts those of this round before it; `random` is from 0 to 1. A receiver that
 * has said 200 has taken it, even if the rest of its answer never came.
 */
export function judgeAttempt(
  outcome: AttemptOutcome,
  { step, nowMs, random }: { step: number; nowMs: number; random: number },
): AttemptVerdict {
  const { status } = outcome;
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered' };
  const delayMs = attemptDelaysMs[step + 1];
  if (delayMs === undefined || !mayPass(outcome)) return { state: 'failed' };
  const jittered = Math.round(delayMs * (1 - jitter + 2 * jitter * random));
  return { state: 'waiting', delayMs: Math.max(jittered, readRetryAfter(outcome.retryAfter, nowMs)) };
}

function mayPass({ status, error }: AttemptOutcome): boolean {
  if (status !== null) return isPassingStatus(status);
  return error !== null && !finalErrors.has(error);
}
