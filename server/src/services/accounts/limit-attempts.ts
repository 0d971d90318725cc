import { createHash } from 'node:crypto';
import { networkOf } from '../../domain/address-network.ts';
import { WaypostError } from '../../platform/errors.ts';
import { tryAgainIn } from '../../platform/try-again-in.ts';
import {
  countAttempts,
  deleteAttempts,
  deleteAttemptsOfSubject,
  deleteAttemptsOfAccount,
  lockSubjects,
  insertAttempts,
  type AttemptSubject,
} from '../../store/accounts/access-attempts.ts';
import type { Executor } from '../../store/database/database.ts';
import type { ServiceContext } from '../context.ts';

type Limit = AttemptSubject & { max: number; windowMs: number };

/**
 * Limits for an attempt. The first limit applies to the caller: a correct password clears this caller's failures, but
 * not the failures of other callers.
 */
export type Limits = [own: Limit, ...others: Limit[]];

/** Attempt in progress. It counts as failed until it is released, so that the limits also cover parallel attempts. */
export type Attempt = {
  ids: string[];
  own: Buffer;
  isLast: boolean;
};

const minuteMs = 60_000;

/**
 * Returns the limits for unknown browsers, whether or not the account exists. Guesses from one network lock out only
 * that network. Guesses from many networks lock out all unknown browsers, but never a known browser. The last limit
 * bounds the number of accounts that one network can try.
 */
export function anonymousLimits(email: string, address: string): Limits {
  const account = accountOf(email);
  const network = networkForLimits(address);
  return [
    {
      subject: subjectOf('sign-in', email.toLowerCase(), network),
      account,
      max: 10,
      windowMs: 15 * minuteMs,
    },
    {
      subject: subjectOf('sign-in account', email.toLowerCase()),
      account,
      max: 100,
      windowMs: 60 * minuteMs,
    },
    { subject: subjectOf('sign-in network', network), max: 50, windowMs: 15 * minuteMs },
  ];
}

/**
 * Returns the limits for a known browser. Its attempts are counted separately, so that attackers cannot use them up.
 */
export function knownBrowserLimits(email: string, tokenHash: Buffer): Limits {
  const subject = subjectOf('sign-in browser', email.toLowerCase(), tokenHash.toString('hex'));
  return [{ subject, account: accountOf(email), max: 10, windowMs: 15 * minuteMs }];
}

export function sessionLimits(email: string, sessionId: string): Limits {
  return [
    {
      subject: subjectOf('session', sessionId),
      account: accountOf(email),
      max: 5,
      windowMs: 15 * minuteMs,
    },
  ];
}

/**
 * Returns the limits for two-factor codes from unknown browsers that sent the correct password. A six-digit code is
 * much easier to guess than a password, so far fewer attempts are allowed.
 */
export function codeLimits(email: string): Limits {
  const subject = subjectOf('code account', email.toLowerCase());
  return [{ subject, account: accountOf(email), max: 20, windowMs: 60 * minuteMs }];
}

export function resetLimits(email: string, address: string): [account: Limit, network: Limit] {
  return [
    { subject: subjectOf('reset account', email.toLowerCase()), max: 3, windowMs: 60 * minuteMs },
    { subject: subjectOf('reset network', networkForLimits(address)), max: 20, windowMs: 60 * minuteMs },
  ];
}

export function invitationLimits(email: string, workspaceId: string): Limits {
  return [
    { subject: subjectOf('invitation recipient', email.toLowerCase()), max: 5, windowMs: 60 * minuteMs },
    { subject: subjectOf('invitation workspace', workspaceId), max: 100, windowMs: 60 * minuteMs },
  ];
}

/**
 * Returns the limits for links with tokens. Tokens cannot be guessed, so the limits only reduce the load from invalid
 * tokens.
 */
export function linkLimits(address: string): Limits {
  return [
    { subject: subjectOf('link network', networkForLimits(address)), max: 50, windowMs: 15 * minuteMs },
  ];
}

/** Returns the limits for test calls: enough calls to set up a traffic source, but too few to burden its receiver. */
export function testCallLimits(who: string): Limits {
  return [{ subject: subjectOf('test call', who), max: 20, windowMs: minuteMs }];
}

export function registrationLimits(address: string): Limits {
  return [
    { subject: subjectOf('agent registration', networkForLimits(address)), max: 10, windowMs: 60 * minuteMs },
  ];
}

export function authorizationLimits(address: string): Limits {
  return [
    { subject: subjectOf('agent request', networkForLimits(address)), max: 300, windowMs: 60 * minuteMs },
  ];
}

export function clientDocumentLimits(address: string): Limits {
  return [
    { subject: subjectOf('agent document', networkForLimits(address)), max: 30, windowMs: 60 * minuteMs },
  ];
}

/** How long attempts are kept: at least as long as the window of every limit. */
export const attemptsKeptMs = 60 * minuteMs;

/** Records the attempt, or throws if a limit is reached. Rejected attempts are not counted. */
export async function takeAttempt(
  context: ServiceContext,
  limits: Limits,
  refusal: (retryAfter: number) => WaypostError = tooManyAttempts,
): Promise<Attempt> {
  const now = context.now();
  const subjects = limits.map(({ subject }) => subject);
  // Runs in a separate transaction, because the attempt must be counted even if the caller's work is rolled back.
  return await context.database.asSystem(async (executor) => {
    await lockSubjects(executor, subjects);
    const rooms: Room[] = [];
    for (const limit of limits) rooms.push(await findRoom(executor, limit, now));
    const waitMs = Math.max(...rooms.map((room) => room.waitMs));
    if (waitMs > 0) throw refusal(Math.max(1, Math.ceil(waitMs / 1000)));
    const ids = await insertAttempts(executor, limits, now);
    return { ids, own: limits[0].subject, isLast: rooms.some(({ left }) => left === 1) };
  });
}

type Room = { left: number; waitMs: number };

async function findRoom(executor: Executor, limit: Limit, now: Date): Promise<Room> {
  const since = new Date(now.getTime() - limit.windowMs);
  const { count, oldestAt } = await countAttempts(executor, limit.subject, since);
  const left = limit.max - count;
  return { left, waitMs: left > 0 || oldestAt === null ? 0 : oldestAt.getTime() - since.getTime() };
}

/** Deletes an attempt that was not a guess. Earlier failures are kept. */
export async function releaseAttempt(executor: Executor, attempt: Attempt): Promise<void> {
  await deleteAttempts(executor, attempt.ids);
}

/** Deletes a successful attempt and the same caller's earlier failures. */
export async function clearAttempts(executor: Executor, attempt: Attempt): Promise<void> {
  await deleteAttempts(executor, attempt.ids);
  await deleteAttemptsOfSubject(executor, attempt.own);
}

/** Deletes the failures of all callers after the person has proved their identity in a different way. */
export async function clearAttemptsOfAccount(executor: Executor, email: string): Promise<void> {
  await deleteAttemptsOfAccount(executor, accountOf(email));
}

function tooManyAttempts(retryAfter: number): WaypostError {
  return new WaypostError('RATE_LIMITED', `Too many attempts. ${tryAgainIn(retryAfter)}`, {
    details: { reason: 'too-many-attempts', retryAfter },
  });
}

/**
 * Groups neighboring addresses, which usually belong to one customer: providers often assign an IPv6 /56 or rent out an
 * IPv4 /24.
 */
export function networkForLimits(address: string): string {
  return networkOf(address, { ipv4: 24, ipv6: 56 }) ?? 'unknown';
}

function accountOf(email: string): Buffer {
  return subjectOf('account', email.toLowerCase());
}

function subjectOf(kind: string, ...values: string[]): Buffer {
  return createHash('sha256')
    .update([kind, ...values].join('\n'))
    .digest();
}
