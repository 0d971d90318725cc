const passingStatuses = new Set([408, 425, 429]);

/** Returns true if the receiver may respond differently later, because it is overloaded, failing or rate limiting. */
export function isPassingStatus(status: number): boolean {
  return status >= 500 || passingStatuses.has(status);
}

const waitMaxMs = 24 * 60 * 60 * 1_000;

// Parses a retry-after header in seconds or as a date. Returns 0 if the header is missing.
function readRetryAfter(header: string | undefined, nowMs: number): number {
  const text = header?.trim() ?? '';
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : readDate(text) - nowMs;
  return Number.isNaN(waitMs) ? 0 : Math.min(Math.max(waitMs, 0), waitMaxMs);
}

// The only date format that servers still send. Other formats are ambiguous.
const dateForm = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

function readDate(text: string): number {
  return dateForm.test(text) ? Date.parse(text) : Number.NaN;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delay before each attempt. The delays add up to four days. */
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

// Random part of a delay, which spreads the retries of postbacks that failed together.
const jitter = 0.2;

export const longestDelayMs = Math.max(waitMaxMs, ...attemptDelaysMs) * (1 + jitter);

// Errors that a retry cannot fix. All other errors mean that no response arrived.
const finalErrors = new Set(['invalid_request', 'blocked_address']);

export type AttemptOutcome = {
  status: number | null;
  error: string | null;
  retryAfter?: string | undefined;
  /** True if the body shows that a request with a successful status was not accepted. */
  isRejected?: boolean;
};

export type AttemptVerdict = { state: 'delivered' | 'failed' } | { state: 'waiting'; delayMs: number };

/** `step` is the number of earlier attempts in this round, and `random` is from 0 to 1. */
export type RetryState = { step: number; nowMs: number; random: number };

export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * Judges the outcome of an attempt. A successful status means that the postback was delivered, even if the body never
 * arrived, unless `isRejected` is set.
 */
export function judgeAttempt(outcome: AttemptOutcome, { step, nowMs, random }: RetryState): AttemptVerdict {
  const { status } = outcome;
  // A rejected postback is not retried, because the receiver may have counted the conversion even though its response
  // was not the expected one.
  if (outcome.isRejected === true) return { state: 'failed' };
  if (status !== null && isSuccessStatus(status)) return { state: 'delivered' };
  const delayMs = attemptDelaysMs[step + 1];
  if (delayMs === undefined || !mayPass(outcome)) return { state: 'failed' };
  const jittered = Math.round(delayMs * (1 - jitter + 2 * jitter * random));
  return { state: 'waiting', delayMs: Math.max(jittered, readRetryAfter(outcome.retryAfter, nowMs)) };
}

function mayPass({ status, error }: AttemptOutcome): boolean {
  if (status !== null) return isPassingStatus(status);
  return error !== null && !finalErrors.has(error);
}
