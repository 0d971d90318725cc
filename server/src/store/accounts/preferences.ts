import type { Preferences } from '@waypost/contract/accounts/preferences.ts';
import type { Executor } from '../database/database.ts';

export async function findPreferences(
  executor: Executor,
  userId: string,
): Promise<{ version: number; preferences: unknown } | undefined> {
  return await executor
    .selectFrom('preferences')
    .select(['version', 'value as preferences'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/**
 * Returns false if the stored version is not the expected version. Version 0 means that the preferences were never
 * saved.
 */
export async function savePreferences(
  executor: Executor,
  userId: string,
  expectedVersion: number,
  preferences: Preferences,
): Promise<boolean> {
  const value = JSON.stringify(preferences);
  if (expectedVersion === 0) {
    const inserted = await executor
      .insertInto('preferences')
      .values({ user_id: userId, version: 1, value })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .executeTakeFirst();
    return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  const updated = await executor
    .updateTable('preferences')
    .set({ version: expectedVersion + 1, value })
    .where('user_id', '=', userId)
    .where('version', '=', expectedVersion)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}
