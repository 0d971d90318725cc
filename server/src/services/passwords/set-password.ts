import type { Executor } from '../../store/database.ts';
import { closeResetsOfUser } from '../../store/password-resets.ts';
import { deleteSessionsOfUser } from '../../store/sessions.ts';
import { saveNewPassword } from '../../store/users.ts';

/** A new password ends every session but the one to keep, and every link that could set another one. */
export async function setPassword(
  executor: Executor,
  userId: string,
  change: { passwordHash: string; at: Date },
  keptSessionId?: string,
): Promise<void> {
  await saveNewPassword(executor, userId, change);
  await closeResetsOfUser(executor, userId, change.at);
  await deleteSessionsOfUser(executor, userId, keptSessionId);
}
