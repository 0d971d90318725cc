import type { Executor } from '../database/database.ts';

type PasswordReset = {
  id: string;
  userId: string;
  tokenHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
};

export async function insertPasswordReset(executor: Executor, reset: PasswordReset): Promise<void> {
  await executor
    .insertInto('password_resets')
    .values({
      id: reset.id,
      user_id: reset.userId,
      token_hash: reset.tokenHash,
      created_at: reset.createdAt,
      expires_at: reset.expiresAt,
      used_at: null,
    })
    .execute();
}

export async function findOpenReset(
  executor: Executor,
  tokenHash: Buffer,
  now: Date,
): Promise<{ userId: string } | undefined> {
  return await executor
    .selectFrom('password_resets')
    .select('user_id as userId')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Returns true for at most one of several concurrent calls. */
export async function consumeReset(executor: Executor, tokenHash: Buffer, now: Date): Promise<boolean> {
  const result = await executor
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function closeResetsOfUser(executor: Executor, userId: string, now: Date): Promise<void> {
  await executor
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

export async function deleteExpiredResets(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('password_resets').where('expires_at', '<=', before).execute();
}
