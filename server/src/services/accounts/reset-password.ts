import { emailAddress, passwordReset, passwordResetRequest } from '@waypost/contract/accounts/people.ts';
import { WaypostError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { findOpenReset, insertPasswordReset, consumeReset } from '../../store/accounts/password-resets.ts';
import { findUser, findUserByEmail } from '../../store/accounts/users.ts';
import type { Executor } from '../../store/database/database.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { buildLink, namesOfWorkspaces, recordForPerson, type AnonymousContext } from './account-context.ts';
import { setPassword } from './change-password.ts';
import { queueKeyOf, rememberBrowser, type IssuedBrowser } from './known-browsers.ts';
import { clearAttemptsOfAccount, resetLimits, takeAttempt } from './limit-attempts.ts';
import { hashToken, issueToken, openLink } from './link-token.ts';
import { recordAccess } from './record-access.ts';
import { requireStrongPassword } from './require-strong-password.ts';
import { writeResetMail } from './write-mail.ts';

const resetMs = 60 * 60 * 1000;

async function issueReset(
  executor: Executor,
  userId: string,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const { token, tokenHash } = issueToken();
  const expiresAt = new Date(now.getTime() + resetMs);
  await insertPasswordReset(executor, { id: newId(), userId, tokenHash, createdAt: now, expiresAt });
  return { token, expiresAt };
}

type ResetLink = { email: string; link: string; expiresAt: Date };

export async function makeResetLink(
  context: ServiceContext,
  input: { email: string; panelUrl: string },
): Promise<ResetLink> {
  requirePermission(context.actor, 'users.create');
  const email = parseInput(emailAddress, input.email);
  return await asSystem(context, async (executor) => {
    const account = await findUserByEmail(executor, email);
    if (account === undefined) throw new WaypostError('NOT_FOUND', `No user has the email address ${email}`);
    const { token, expiresAt } = await issueReset(executor, account.id, context.now());
    await recordForPerson(executor, account, 'password.make-link', { by: context.actor });
    return { email: account.email, link: buildLink(input.panelUrl, 'reset', token), expiresAt };
  });
}

/**
 * Mails a reset link if the account exists. The account is looked up after the response, so the response and its timing
 * do not reveal whether the account exists.
 */
export async function requestPasswordReset(context: AnonymousContext, input: unknown): Promise<void> {
  const { email } = parseInput(passwordResetRequest, input);
  const [perAccount, perNetwork] = resetLimits(email, context.address);
  await takeAttempt(context, [perNetwork]);
  const { later } = context.accounts;
  later(async () => {
    try {
      await takeAttempt(context, [perAccount]);
    } catch (error) {
      // Reaching the limit is not logged as a failure: no mail is sent, and the request has already been answered.
      if (error instanceof WaypostError && error.code === 'RATE_LIMITED') return;
      throw error;
    }
    await mailReset(context, email);
  });
}

async function mailReset(context: AnonymousContext, email: string): Promise<void> {
  const { mailer, panelUrl } = context.accounts;
  if (mailer === undefined) return;
  const found = await context.database.asSystem(async (executor) => {
    const account = await findUserByEmail(executor, email);
    if (account === undefined) return undefined;
    await recordForPerson(executor, account, 'password.request-link', { by: context.actor });
    return { to: account.email, ...(await issueReset(executor, account.id, context.now())) };
  });
  if (found === undefined) return;
  // Uses the stored address, because the entered address may be a different address that only looks the same.
  await mailer.send(writeResetMail(found.to, buildLink(panelUrl, 'reset', found.token)));
}

/**
 * Sets the password and ends all sessions. Two-factor authentication is not changed. Failed attempts are cleared and
 * the browser becomes known, so that attackers who keep guessing cannot lock out the person who has just proved their
 * identity by mail.
 */
export async function resetPassword(context: AnonymousContext, input: unknown): Promise<IssuedBrowser> {
  const { token, password } = parseInput(passwordReset, input);
  const tokenHash = hashToken(token);
  // The token is checked before the password is hashed, so that requests with made-up tokens do not cause expensive
  // hashing.
  const account = await openLink(context, token, async (executor) => {
    const open = await findOpenReset(executor, tokenHash, context.now());
    return open === undefined ? undefined : await findUser(executor, open.userId);
  });
  if (account === undefined) throw deadLink();
  const { email } = account;
  const workspaces = await namesOfWorkspaces(context, account.id);
  const lane = queueKeyOf(context);
  await requireStrongPassword({ path: 'password', password, email, workspaces }, lane);
  const passwordHash = await hashPassword(password, lane);
  return await asSystem(context, async (executor) => {
    const now = context.now();
    if (!(await consumeReset(executor, tokenHash, now))) throw deadLink();
    await setPassword(executor, account.id, { passwordHash, at: now });
    await clearAttemptsOfAccount(executor, account.email);
    await recordForPerson(executor, account, 'password.reset');
    recordAccess(context, { outcome: 'password-reset', person: account });
    return await rememberBrowser(executor, account.id, context, now);
  });
}

/** Returns the same error for unknown, used and expired tokens. */
function deadLink(): WaypostError {
  return new WaypostError('NOT_FOUND', 'This link is no longer valid. Request a new one.');
}
