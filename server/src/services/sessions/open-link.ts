import type { Executor } from '../../store/database.ts';
import { hashToken } from './bearer-token.ts';
import { linkLimit, releaseAttempt, takeAttempt } from './limit-attempts.ts';
import type { StrangerContext } from './session-context.ts';

/** What the token of a link leads to. One that leads nowhere counts against the address that it came from. */
export async function openLink<Found>(
  context: StrangerContext,
  token: string,
  find: (executor: Executor, tokenHash: Buffer) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const attempt = await takeAttempt(context, [linkLimit(context.address)]);
  return await context.database.asSystem(async (executor) => {
    const found = await find(executor, hashToken(token));
    if (found !== undefined) await releaseAttempt(executor, attempt);
    return found;
  });
}
