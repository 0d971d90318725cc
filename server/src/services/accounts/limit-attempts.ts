import { createHash } from 'node:crypto';
import { networkOf } from '../../domain/address-network.ts';
import { WaypostError } from '../../platform/errors.ts';
import {
  countAttempts,
  forgetAttempts,
  forgetAttemptsAbout,
  lockSubjects,
  noteAttempts,
} from '../../store/accounts/access-attempts.ts';
import type { Executor } from '../../store/database/database.ts';
import type { ServiceContext } from '../context.ts';

/** How many attempts about one subject may fail within a time that slides along. */
type Limit = { subject: Buffer; max: number; windowMs: number };

/** An attempt under way. It counts as failed until somebody says otherwise, so that many at once count too. */
type Attempt = { ids: string[] };

const minuteMs = 60_000;

/** Attempts at a password or a code: the same whether or not there is such an account. */
export function signInLimits(email: string, address: string): [account: Limit, address: Limit] {
  return [
    { subject: subjectOf('sign-in account', email.toLowerCase()), max: 10, windowMs: 15 * minuteMs },
    { subject: subjectOf('sign-in address', limitedAddress(address)), max: 50, windowMs: 15 * minuteMs },
  ];
}

/** Mails on demand: to one person, and for one address. */
export function resetLimits(email: string, address: string): [account: Limit, address: Limit] {
  return [
    { subject: subjectOf('reset account', email.toLowerCase()), max: 3, windowMs: 60 * minuteMs },
    { subject: subjectOf('reset address', limitedAddress(address)), max: 20, windowMs: 60 * minuteMs },
  ];
}

/** Mails to somebody who did not ask for them: to one address, whoever invites, and out of one workspace. */
export function invitationLimits(email: string, workspaceId: string): [recipient: Limit, workspace: Limit] {
  return [
    { subject: subjectOf('invitation recipient', email.toLowerCase()), max: 5, windowMs: 60 * minuteMs },
    { subject: subjectOf('invitation workspace', workspaceId), max: 100, windowMs: 60 * minuteMs },
  ];
}

/** Links that open nothing, from one address. Nobody guesses a token; this keeps others from trying all the same. */
export function linkLimit(address: string): Limit {
  return { subject: subjectOf('link address', limitedAddress(address)), max: 50, windowMs: 15 * minuteMs };
}

/** Longer than every window: what is older counts nowhere. */
export const attemptsKeptMs = 60 * minuteMs;

/** Notes the attempt, or refuses it where there were too many; one that is refused is not counted. */
export async function takeAttempt(context: ServiceContext, limits: Limit[]): Promise<Attempt> {
  const now = context.now();
  const subjects = limits.map(({ subject }) => subject);
  // In a transaction of its own: it has to count whatever becomes of the rest.
  return await context.database.asSystem(async (executor) => {
    await lockSubjects(executor, subjects);
    const waits: number[] = [];
    for (const limit of limits) waits.push(await waitFor(executor, limit, now));
    const waitMs = Math.max(...waits);
    if (waitMs > 0) throw tooManyAttempts(waitMs);
    return { ids: await noteAttempts(executor, subjects, now) };
  });
}

/** How long until the limit allows another one; 0 where it does now. */
async function waitFor(executor: Executor, limit: Limit, now: Date): Promise<number> {
  const since = new Date(now.getTime() - limit.windowMs);
  const { count, oldestAt } = await countAttempts(executor, limit.subject, since);
  return count < limit.max || oldestAt === null ? 0 : oldestAt.getTime() - since.getTime();
}

/** It was none: nothing was guessed. What failed before still counts. */
export async function releaseAttempt(executor: Executor, attempt: Attempt): Promise<void> {
  await forgetAttempts(executor, attempt.ids);
}

/** The right person came: what failed about the account before no longer counts. */
export async function clearAttempts(executor: Executor, attempt: Attempt, account: Limit): Promise<void> {
  await forgetAttempts(executor, attempt.ids);
  await forgetAttemptsAbout(executor, account.subject);
}

function tooManyAttempts(waitMs: number): WaypostError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new WaypostError('RATE_LIMITED', `too many attempts: try again in ${retryAfter} s`, {
    details: { retryAfter },
  });
}

/** Whoever has one IPv6 address has the 2^64 beside it too. */
function limitedAddress(address: string): string {
  return networkOf(address, { ipv4: 32, ipv6: 64 }) ?? 'unknown';
}

function subjectOf(kind: string, value: string): Buffer {
  return createHash('sha256').update(`${kind}\n${value}`).digest();
}
