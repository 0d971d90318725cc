import { createHash } from 'node:crypto';
import { networkOf } from '../../domain/address-network.ts';
import { WaypostError } from '../../platform/errors.ts';
import {
  countAttempts,
  forgetAttempts,
  forgetAttemptsAbout,
  forgetAttemptsOfAccount,
  lockSubjects,
  noteAttempts,
  type AttemptSubject,
} from '../../store/accounts/access-attempts.ts';
import type { Executor } from '../../store/database/database.ts';
import type { ServiceContext } from '../context.ts';

/** How many attempts about one subject may fail within a time that slides along. */
type Limit = AttemptSubject & { max: number; windowMs: number };

/** The first is the caller's own: the right password wipes out what failed there, and nothing of what others did. */
export type Limits = [own: Limit, ...others: Limit[]];

/** An attempt under way. It counts as failed until somebody says otherwise, so that many at once count too. */
export type Attempt = {
  ids: string[];
  own: Buffer;
  /** Whether there is no further one for now, should this one fail. */
  isLast: boolean;
};

const minuteMs = 60_000;

/**
 * Attempts at a password or a code from a browser in which the person never signed in: the same whether or not there is
 * such a person. Guesses from one network shut out that network only; those from many shut out strangers, never a known
 * browser; and one network tries only so many accounts.
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

/** From a browser in which the person has signed in before: counted apart, so that no stranger uses this up. */
export function knownBrowserLimits(email: string, tokenHash: Buffer): Limits {
  const subject = subjectOf('sign-in browser', email.toLowerCase(), tokenHash.toString('hex'));
  return [{ subject, account: accountOf(email), max: 10, windowMs: 15 * minuteMs }];
}

/** Of somebody who is signed in and gives their password once more. */
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

/** Codes of strangers who know the password: six digits bear far fewer guesses than a password does. */
export function codeLimits(email: string): Limits {
  const subject = subjectOf('code account', email.toLowerCase());
  return [{ subject, account: accountOf(email), max: 20, windowMs: 60 * minuteMs }];
}

/** Mails on demand: to one person, and for one network. */
export function resetLimits(email: string, address: string): [account: Limit, network: Limit] {
  return [
    { subject: subjectOf('reset account', email.toLowerCase()), max: 3, windowMs: 60 * minuteMs },
    { subject: subjectOf('reset network', networkForLimits(address)), max: 20, windowMs: 60 * minuteMs },
  ];
}

/** Mails to somebody who did not ask for them: to one address, whoever invites, and out of one workspace. */
export function invitationLimits(email: string, workspaceId: string): Limits {
  return [
    { subject: subjectOf('invitation recipient', email.toLowerCase()), max: 5, windowMs: 60 * minuteMs },
    { subject: subjectOf('invitation workspace', workspaceId), max: 100, windowMs: 60 * minuteMs },
  ];
}

/** Links that open nothing, from one network. Nobody guesses a token; this keeps others from trying all the same. */
export function linkLimits(address: string): Limits {
  return [
    { subject: subjectOf('link network', networkForLimits(address)), max: 50, windowMs: 15 * minuteMs },
  ];
}

/** Calls that somebody has made to try a postback: enough for setting up a source, too few to bother its receiver. */
export function testCallLimits(who: string): Limits {
  return [{ subject: subjectOf('test call', who), max: 20, windowMs: minuteMs }];
}

/** Agents that register themselves, from one network: each is kept for days. */
export function registrationLimits(address: string): Limits {
  return [
    { subject: subjectOf('agent registration', networkForLimits(address)), max: 10, windowMs: 60 * minuteMs },
  ];
}

/** Requests of agents that wait for a person: each is kept for half an hour, and anybody can make one. */
export function authorizationLimits(address: string): Limits {
  return [
    { subject: subjectOf('agent request', networkForLimits(address)), max: 300, windowMs: 60 * minuteMs },
  ];
}

/** Documents of agents that are fetched because somebody names them. */
export function clientDocumentLimits(address: string): Limits {
  return [
    { subject: subjectOf('agent document', networkForLimits(address)), max: 30, windowMs: 60 * minuteMs },
  ];
}

/** Longer than every window: what is older counts nowhere. */
export const attemptsKeptMs = 60 * minuteMs;

/** Notes the attempt, or refuses it where there were too many; one that is refused is not counted. */
export async function takeAttempt(
  context: ServiceContext,
  limits: Limits,
  refusal: (retryAfter: number) => WaypostError = tooManyAttempts,
): Promise<Attempt> {
  const now = context.now();
  const subjects = limits.map(({ subject }) => subject);
  // In a transaction of its own: it has to count whatever becomes of the rest.
  return await context.database.asSystem(async (executor) => {
    await lockSubjects(executor, subjects);
    const rooms: Room[] = [];
    for (const limit of limits) rooms.push(await findRoom(executor, limit, now));
    const waitMs = Math.max(...rooms.map((room) => room.waitMs));
    if (waitMs > 0) throw refusal(Math.max(1, Math.ceil(waitMs / 1000)));
    const ids = await noteAttempts(executor, limits, now);
    return { ids, own: limits[0].subject, isLast: rooms.some(({ left }) => left === 1) };
  });
}

/** How many more the limit allows, and where it is none, how long until it does. */
type Room = { left: number; waitMs: number };

async function findRoom(executor: Executor, limit: Limit, now: Date): Promise<Room> {
  const since = new Date(now.getTime() - limit.windowMs);
  const { count, oldestAt } = await countAttempts(executor, limit.subject, since);
  const left = limit.max - count;
  return { left, waitMs: left > 0 || oldestAt === null ? 0 : oldestAt.getTime() - since.getTime() };
}

/** It was none: nothing was guessed. What failed before still counts. */
export async function releaseAttempt(executor: Executor, attempt: Attempt): Promise<void> {
  await forgetAttempts(executor, attempt.ids);
}

/** The right person came: what failed at the same place before no longer counts. */
export async function clearAttempts(executor: Executor, attempt: Attempt): Promise<void> {
  await forgetAttempts(executor, attempt.ids);
  await forgetAttemptsAbout(executor, attempt.own);
}

/** The person has shown by other means who they are: whatever failed about the account no longer counts. */
export async function clearAttemptsOfAccount(executor: Executor, email: string): Promise<void> {
  await forgetAttemptsOfAccount(executor, accountOf(email));
}

function tooManyAttempts(retryAfter: number): WaypostError {
  return new WaypostError('RATE_LIMITED', `Too many attempts. Try again in ${retryAfter} s.`, {
    details: { reason: 'too-many-attempts', retryAfter },
  });
}

/** Whoever has one address has its neighbors too: providers hand out IPv6 by 56 bits, hosts rent IPv4 by 24. */
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
