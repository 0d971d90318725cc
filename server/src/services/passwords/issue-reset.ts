import { newId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database.ts';
import { insertPasswordReset } from '../../store/password-resets.ts';
import { issueToken } from '../sessions/bearer-token.ts';

const resetMs = 60 * 60 * 1000;

/** What a link carries that sets a new password; for an hour, and once. */
export async function issueReset(
  executor: Executor,
  userId: string,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const { token, tokenHash } = issueToken();
  const expiresAt = new Date(now.getTime() + resetMs);
  await insertPasswordReset(executor, { id: newId(), userId, tokenHash, createdAt: now, expiresAt });
  return { token, expiresAt };
}
