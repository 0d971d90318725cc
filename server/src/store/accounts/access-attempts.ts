import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import type { Executor } from '../database/database.ts';

/** Nobody else counts or notes attempts about these subjects until the transaction ends. */
export async function lockSubjects(executor: Executor, subjects: Buffer[]): Promise<void> {
  // In one order for everybody, so that two who need the same two do not wait for each other.
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

/** Whom an attempt is counted against; `account` where it is about one, so that a reset finds it. */
export type AttemptSubject = { subject: Buffer; account?: Buffer };

/** Returns the ids of what it noted, one for each subject. */
export async function noteAttempts(
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

export async function forgetAttempts(executor: Executor, ids: string[]): Promise<void> {
  await executor.deleteFrom('access_attempts').where('id', 'in', ids).execute();
}

export async function forgetAttemptsAbout(executor: Executor, subject: Buffer): Promise<void> {
  await executor.deleteFrom('access_attempts').where('subject', '=', subject).execute();
}

/** From wherever they came. */
export async function forgetAttemptsOfAccount(executor: Executor, account: Buffer): Promise<void> {
  await executor.deleteFrom('access_attempts').where('account', '=', account).execute();
}

export async function deletePastAttempts(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('access_attempts').where('at', '<=', before).execute();
}
