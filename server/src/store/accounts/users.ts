import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

type User = { id: string; email: string; passwordHash: string };

export type Account = User & {
  passwordChangedAt: Date;
  /** True if someone other than the user chose the password. */
  mustChangePassword: boolean;
  /** Encrypted secret, which is in use only if `totpEnabledAt` is set. */
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

/** Requires `asSystem`, because the workspace is not known before sign-in. */
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

export async function lockUser(executor: Executor, userId: string): Promise<Account | undefined> {
  return await executor
    .selectFrom('users')
    .select(columns)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

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

/**
 * Saves a secret that still has to be confirmed with a code. Returns false if two-factor authentication is already
 * enabled.
 */
export async function savePendingTotpSecret(
  executor: Executor,
  userId: string,
  sealed: Buffer,
): Promise<boolean> {
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

/** Returns false if a code from this or a later time step has already been used. */
export async function consumeTotpStep(executor: Executor, userId: string, step: number): Promise<boolean> {
  const result = await executor
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where((row) => row.or([row('totp_last_step', 'is', null), row('totp_last_step', '<', String(step))]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
