import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import type { Executor } from '../database/database.ts';

/** Keeps other requests from counting or recording attempts for these subjects until the transaction ends. */
export async function lockSubjects(executor: Executor, subjects: Buffer[]): Promise<void> {
  // All requests take these locks in the same order, which prevents deadlocks.
  const keys = subjects.map((subject) => subject.readBigInt64BE(0)).toSorted((a, b) => (a < b ? -1 : 1));
  for (const key of keys) await sql`SELECT pg_advisory_xact_lock(${String(key)}::bigint)`.execute(executor);
}

export async function countAttempts(
  executor: Executor,
  subject: Buffer,
  since: Date,
): Promise<{ count: number; oldestAt: Date | null }> {
  const row = await executor
    .selectFrom('access_attempts')
    .select((all) => [all.fn.countAll<string>().as('count'), all.fn.min('at').as('oldestAt')])
    .where('subject', '=', subject)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), oldestAt: row.oldestAt };
}

/** `account` is set if the attempt was made to access an account. A password reset clears such attempts. */
export type AttemptSubject = { subject: Buffer; account?: Buffer };

export async function insertAttempts(
  executor: Executor,
  subjects: AttemptSubject[],
  at: Date,
): Promise<string[]> {
  const rows = subjects.map(({ subject, account }) => ({
    id: newId(),
    subject,
    account: account ?? null,
    at,
  }));
  await executor.insertInto('access_attempts').values(rows).execute();
  return rows.map(({ id }) => id);
}

export async function deleteAttempts(executor: Executor, ids: string[]): Promise<void> {
  await executor.deleteFrom('access_attempts').where('id', 'in', ids).execute();
}

export async function deleteAttemptsOfSubject(executor: Executor, subject: Buffer): Promise<void> {
  await executor.deleteFrom('access_attempts').where('subject', '=', subject).execute();
}

export async function deleteAttemptsOfAccount(executor: Executor, account: Buffer): Promise<void> {
  await executor.deleteFrom('access_attempts').where('account', '=', account).execute();
}

export async function deleteOldAttempts(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('access_attempts').where('at', '<=', before).execute();
}
