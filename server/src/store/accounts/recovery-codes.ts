import type { Executor } from '../database/database.ts';

export async function replaceRecoveryCodes(
  executor: Executor,
  userId: string,
  hashes: Buffer[],
): Promise<void> {
  await executor.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  await executor
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, used_at: null })))
    .execute();
}

/** Returns true for at most one of several concurrent calls. */
export async function consumeRecoveryCode(
  executor: Executor,
  userId: string,
  hash: Buffer,
  at: Date,
): Promise<boolean> {
  const result = await executor
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function countRecoveryCodes(executor: Executor, userId: string): Promise<number> {
  const row = await executor
    .selectFrom('recovery_codes')
    .select((count) => count.fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return Number(row?.left ?? 0);
}
