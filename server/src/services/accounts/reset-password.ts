import { emailAddress, passwordReset, passwordResetRequest } from '@waypost/contract/people.ts';
import { WaypostError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { findOpenReset, insertPasswordReset, takeReset } from '../../store/accounts/password-resets.ts';
import { findUser, findUserByEmail } from '../../store/accounts/users.ts';
import type { Executor } from '../../store/database/database.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import {
  buildLink,
  namesOfWorkspaces,
  recordForPerson,
  requireAccountTools,
  type AnonymousContext,
} from './account-context.ts';
import { setPassword } from './change-password.ts';
import { queueKeyOf, rememberBrowser, type IssuedBrowser } from './known-browsers.ts';
import { clearAttemptsOfAccount, resetLimits, takeAttempt } from './limit-attempts.ts';
import { hashToken, issueToken, openLink } from './link-token.ts';
import { noteAccess } from './note-access.ts';
import { requireGoodPassword } from './require-good-password.ts';
import { writeResetMail } from './write-mail.ts';

const resetMs = 60 * 60 * 1000;

/** What a link carries that sets a new password; for an hour, and once. */
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

/** For the operator, who hands it over: the way back in where no mail is sent. */
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
 * Mails a link to the person, if there is one and a mail server is configured. The answer is the same in any case, and
 * so is the time it takes: who it is about is looked up only afterwards.
 */
export async function requestPasswordReset(context: AnonymousContext, input: unknown): Promise<void> {
  const { email } = parseInput(passwordResetRequest, input);
  const [perAccount, perNetwork] = resetLimits(email, context.address);
  await takeAttempt(context, [perNetwork]);
  const { later } = requireAccountTools(context);
  later(async () => {
    try {
      await takeAttempt(context, [perAccount]);
    } catch (error) {
      // The address got its mails for this hour. Saying so would tell strangers that somebody asks for links.
      if (error instanceof WaypostError && error.code === 'RATE_LIMITED') return;
      throw error;
    }
    await mailReset(context, email);
  });
}

async function mailReset(context: AnonymousContext, email: string): Promise<void> {
  const { mailer, panelUrl } = requireAccountTools(context);
  if (mailer === undefined) return;
  const found = await context.database.asSystem(async (executor) => {
    const account = await findUserByEmail(executor, email);
    if (account === undefined) return undefined;
    await recordForPerson(executor, account, 'password.request-link', { by: context.actor });
    return { to: account.email, ...(await issueReset(executor, account.id, context.now())) };
  });
  if (found === undefined) return;
  // To the address on file: the one that was typed in may only look like it.
  await mailer.send(writeResetMail(found.to, buildLink(panelUrl, 'reset', found.token)));
}

/**
 * Sets the password of whom the link was made for, and ends all their sessions. A second factor stays as it is. Whatever
 * failed about the account is forgotten, and the browser is known from now on: strangers who go on guessing must not
 * shut out the person who just proved themselves by their mail.
 */
export async function resetPassword(context: AnonymousContext, input: unknown): Promise<IssuedBrowser> {
  const { token, password } = parseInput(passwordReset, input);
  const tokenHash = hashToken(token);
  // Looked up before the password is hashed, which is dear: a made-up token costs next to nothing.
  const account = await openLink(context, token, async (executor) => {
    const open = await findOpenReset(executor, tokenHash, context.now());
    return open === undefined ? undefined : await findUser(executor, open.userId);
  });
  if (account === undefined) throw deadLink();
  const { email } = account;
  const workspaces = await namesOfWorkspaces(context, account.id);
  const lane = queueKeyOf(context);
  await requireGoodPassword({ path: 'password', password, email, workspaces }, lane);
  const passwordHash = await hashPassword(password, lane);
  return await asSystem(context, async (executor) => {
    const now = context.now();
    if (!(await takeReset(executor, tokenHash, now))) throw deadLink();
    await setPassword(executor, account.id, { passwordHash, at: now });
    await clearAttemptsOfAccount(executor, account.email);
    await recordForPerson(executor, account, 'password.reset');
    noteAccess(context, { outcome: 'password-reset', person: account });
    return await rememberBrowser(executor, account.id, context, now);
  });
}

/** Made up, used and expired are one answer. */
function deadLink(): WaypostError {
  return new WaypostError('NOT_FOUND', 'This link is no longer valid. Request a new one.');
}
