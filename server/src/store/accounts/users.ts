import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

type User = { id: string; email: string; passwordHash: string };

/** A person with all that signing in looks at. */
export type Account = User & {
  passwordChangedAt: Date;
  /** Somebody else chose it. */
  mustChangePassword: boolean;
  /** Sealed. It counts only where the second factor is enabled. */
  totpSecret: Buffer | null;
  totpEnabledAt: Date | null;
};

const columns = [
  'id',
  'email',
  'password_hash as passwordHash',
  'password_changed_at as passwordChangedAt',
  'must_change_password as mustChangePassword',
  'totp_secret as totpSecret',
  'totp_enabled_at as totpEnabledAt',
] as const;

export async function insertUser(
  executor: Executor,
  user: User & { mustChangePassword?: boolean },
): Promise<void> {
  await executor
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      password_hash: user.passwordHash,
      must_change_password: user.mustChangePassword ?? false,
    })
    .execute();
}

/** People sign in before any workspace is known, so this needs the system's view. */
export async function findUserByEmail(executor: Executor, email: string): Promise<Account | undefined> {
  return await executor
    .selectFrom('users')
    .select(columns)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

export async function findUser(executor: Executor, userId: string): Promise<Account | undefined> {
  return await executor.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirst();
}

/** Locked until the transaction ends: sign-ins and changes of one account happen one after the other. */
export async function lockUser(executor: Executor, userId: string): Promise<Account | undefined> {
  return await executor
    .selectFrom('users')
    .select(columns)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The same password under newer parameters. */
export async function saveRehashedPassword(
  executor: Executor,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await executor.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

export async function saveNewPassword(
  executor: Executor,
  userId: string,
  change: { passwordHash: string; at: Date },
): Promise<void> {
  await executor
    .updateTable('users')
    .set({
      password_hash: change.passwordHash,
      password_changed_at: change.at,
      must_change_password: false,
      updated_at: change.at,
    })
    .where('id', '=', userId)
    .execute();
}

/** A secret that waits for its first code. False where the second factor is enabled: that one is not replaced. */
export async function offerTotpSecret(executor: Executor, userId: string, sealed: Buffer): Promise<boolean> {
  const result = await executor
    .updateTable('users')
    .set({ totp_secret: sealed, totp_last_step: null })
    .where('id', '=', userId)
    .where('totp_enabled_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function enableTotp(
  executor: Executor,
  userId: string,
  first: { at: Date; step: number },
): Promise<void> {
  await executor
    .updateTable('users')
    .set({ totp_enabled_at: first.at, totp_last_step: first.step })
    .where('id', '=', userId)
    .execute();
}

export async function disableTotp(executor: Executor, userId: string): Promise<void> {
  await executor
    .updateTable('users')
    .set({ totp_secret: null, totp_enabled_at: null, totp_last_step: null })
    .where('id', '=', userId)
    .execute();
}

/** False where a code of this step, or of a later one, was accepted before. */
export async function takeTotpStep(executor: Executor, userId: string, step: number): Promise<boolean> {
  const result = await executor
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where((row) => row.or([row('totp_last_step', 'is', null), row('totp_last_step', '<', String(step))]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
