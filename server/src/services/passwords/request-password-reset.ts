import { passwordResetRequest } from '@waypost/contract/people.ts';
import { WaypostError } from '../../platform/errors.ts';
import { findUserByEmail } from '../../store/users.ts';
import { parseInput } from '../parse-input.ts';
import { accountTools, buildLink } from '../people/account-tools.ts';
import { recordForPerson } from '../people/record-for-person.ts';
import { writeResetMail } from '../people/write-mail.ts';
import { resetLimits, takeAttempt } from '../sessions/limit-attempts.ts';
import type { StrangerContext } from '../sessions/session-context.ts';
import { issueReset } from './issue-reset.ts';

/**
 * Mails a link to the person, if there is one and a mail server is configured. The answer is the same in any case, and
 * so is the time it takes: who it is about is looked up only afterwards.
 */
export async function requestPasswordReset(context: StrangerContext, input: unknown): Promise<void> {
  const { email } = parseInput(passwordResetRequest, input);
  const [perAccount, perAddress] = resetLimits(email, context.address);
  await takeAttempt(context, [perAddress]);
  const { later } = accountTools(context);
  later(async () => {
    try {
      await takeAttempt(context, [perAccount]);
    } catch (error) {
      // Mails enough; to say so would tell others that somebody asks for them.
      if (error instanceof WaypostError && error.code === 'RATE_LIMITED') return;
      throw error;
    }
    await mailReset(context, email);
  });
}

async function mailReset(context: StrangerContext, email: string): Promise<void> {
  const { mailer, panelUrl } = accountTools(context);
  if (mailer === undefined) return;
  const found = await context.database.asSystem(async (executor) => {
    const account = await findUserByEmail(executor, email);
    if (account === undefined) return undefined;
    await recordForPerson(executor, account, 'password.request-link', context.actor);
    return { to: account.email, ...(await issueReset(executor, account.id, context.now())) };
  });
  if (found === undefined) return;
  // To the address on file: the one that was typed in may only look like it.
  await mailer.send(writeResetMail(found.to, buildLink(panelUrl, 'reset', found.token)));
}
