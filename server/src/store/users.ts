import { sql } from 'kysely';
import type { Executor } from './database.ts';

export type User = { id: string; email: string; passwordHash: string };

export async function insertUser(executor: Executor, user: User): Promise<void> {
  await executor
    .insertInto('users')
    .values({ id: user.id, email: user.email, password_hash: user.passwordHash })
    .execute();
}

/** People sign in before any workspace is known, so this needs the system's view. */
export async function findUserByEmail(executor: Executor, email: string): Promise<User | undefined> {
  return await executor
    .selectFrom('users')
    .select(['id', 'email', 'password_hash as passwordHash'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}
