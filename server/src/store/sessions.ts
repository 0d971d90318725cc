import type { Executor } from './database.ts';

export async function deleteExpiredSessions(executor: Executor, now: Date): Promise<number> {
  const result = await executor.deleteFrom('sessions').where('expires_at', '<=', now).executeTakeFirst();
  return Number(result.numDeletedRows);
}
