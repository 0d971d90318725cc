import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

type KnownBrowser = { tokenHash: Buffer; userId: string; knownUntil: Date };

export async function isKnownBrowser(
  executor: Executor,
  browser: { tokenHash: Buffer; email: string },
  now: Date,
): Promise<boolean> {
  const found = await executor
    .selectFrom('known_browsers')
    .innerJoin('users', 'users.id', 'known_browsers.user_id')
    .select('users.id')
    .where('known_browsers.token_hash', '=', browser.tokenHash)
    .where('known_browsers.known_until', '>', now)
    .where(sql`lower(users.email)`, '=', browser.email.toLowerCase())
    .executeTakeFirst();
  return found !== undefined;
}

/** Replaces the token for all users who have signed in with the browser. */
export async function replaceBrowserToken(executor: Executor, from: Buffer, to: Buffer): Promise<void> {
  await executor
    .updateTable('known_browsers')
    .set({ token_hash: to })
    .where('token_hash', '=', from)
    .execute();
}

/** Saves a browser and keeps only the user's `countMax` most recently used browsers. */
export async function saveKnownBrowser(
  executor: Executor,
  browser: KnownBrowser,
  countMax: number,
): Promise<void> {
  await executor
    .insertInto('known_browsers')
    .values({
      token_hash: browser.tokenHash,
      user_id: browser.userId,
      known_until: browser.knownUntil,
    })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'user_id']).doUpdateSet({ known_until: browser.knownUntil }),
    )
    .execute();
  await executor
    .deleteFrom('known_browsers')
    .where('user_id', '=', browser.userId)
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('known_browsers')
        .select('token_hash')
        .where('user_id', '=', browser.userId)
        .orderBy('known_until', 'desc')
        .orderBy('token_hash')
        .offset(countMax),
    )
    .execute();
}

export async function deleteExpiredBrowsers(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('known_browsers').where('known_until', '<=', before).execute();
}
