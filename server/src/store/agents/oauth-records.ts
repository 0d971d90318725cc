import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

type OauthRecord = { model: string; idHash: Buffer };

type FoundRecord = {
  payload: Record<string, unknown>;
  consumedAt: Date | null;
  isSuccessorUsed: boolean;
};

export async function saveOauthRecord(
  executor: Executor,
  { model, idHash }: OauthRecord,
  record: {
    payload: Record<string, unknown>;
    grantId: string | null;
    now: Date;
    expiresAt: Date | null;
    rotatedFrom?: Buffer | null;
  },
): Promise<void> {
  const payload = JSON.stringify(record.payload);
  await executor
    .insertInto('oauth_records')
    .values({
      model,
      id_hash: idHash,
      payload,
      grant_id: record.grantId,
      created_at: record.now,
      expires_at: record.expiresAt,
      rotated_from: record.rotatedFrom ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['model', 'id_hash'])
        .doUpdateSet({ payload, grant_id: record.grantId, expires_at: record.expiresAt }),
    )
    .execute();
}

export async function findOauthRecord(
  executor: Executor,
  { model, idHash }: OauthRecord,
): Promise<FoundRecord | undefined> {
  const found = await executor
    .selectFrom('oauth_records')
    .select(['payload', 'consumed_at as consumedAt', 'used_successor as usedSuccessor'])
    .where('model', '=', model)
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { payload, consumedAt, usedSuccessor } = found;
  return { payload, consumedAt, isSuccessorUsed: usedSuccessor !== null };
}

type Consumption = {
  /** Time of the previous use, or null if this is the first use. Exactly one of several concurrent uses gets null. */
  usedAt: Date | null;
  grantId: string | null;
  isSuccessorUsed: boolean;
  isSiblingUsed: boolean;
};

export async function consumeOauthRecord(
  executor: Executor,
  { model, idHash }: OauthRecord,
  at: {
    /** Called only after the record is locked, because waiting for the lock may take a while. */
    now: () => Date;
    /** Minimum time for which the record is kept after its use, because later tokens are compared with the record. */
    keptMs: number;
  },
): Promise<Consumption> {
  const isSiblingUsed = await useRotation(executor, { model, idHash });
  const found = await executor
    .selectFrom('oauth_records')
    .select(['grant_id as grantId', 'consumed_at as consumedAt', 'used_successor as usedSuccessor'])
    .where('model', '=', model)
    .where('id_hash', '=', idHash)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined)
    return { usedAt: new Date(0), grantId: null, isSuccessorUsed: false, isSiblingUsed };
  const { grantId, consumedAt } = found;
  const isSuccessorUsed = found.usedSuccessor !== null;
  if (consumedAt !== null) return { usedAt: consumedAt, grantId, isSuccessorUsed, isSiblingUsed };
  const now = at.now();
  await executor
    .updateTable('oauth_records')
    .set({
      consumed_at: now,
      expires_at: sql`greatest(expires_at, ${new Date(now.getTime() + at.keptMs)})`,
    })
    .where('model', '=', model)
    .where('id_hash', '=', idHash)
    .execute();
  return { usedAt: null, grantId, isSuccessorUsed, isSiblingUsed };
}

/**
 * Records that this token is the successor that was used. Returns true if a different successor of the same predecessor
 * was used before.
 */
async function useRotation(executor: Executor, { model, idHash }: OauthRecord): Promise<boolean> {
  // Waits while another successor is being used. Predecessors are locked before successors, which prevents deadlocks.
  const { rows } = await sql<{ usedSuccessor: Buffer }>`
    UPDATE oauth_records AS predecessor SET used_successor = coalesce(predecessor.used_successor, ${idHash})
    FROM oauth_records AS own
    WHERE own.model = ${model} AND own.id_hash = ${idHash}
      AND predecessor.model = ${model} AND predecessor.id_hash = own.rotated_from
    RETURNING predecessor.used_successor AS "usedSuccessor"`.execute(executor);
  return rows.some(({ usedSuccessor }) => !usedSuccessor.equals(idHash));
}

export async function deleteOauthRecord(executor: Executor, { model, idHash }: OauthRecord): Promise<void> {
  await executor
    .deleteFrom('oauth_records')
    .where('model', '=', model)
    .where('id_hash', '=', idHash)
    .execute();
}

export async function deleteGrantRecords(
  executor: Executor,
  grantIds: readonly string[],
  model?: string,
): Promise<void> {
  await executor
    .deleteFrom('oauth_records')
    .where('grant_id', 'in', [...grantIds, ''])
    .$if(model !== undefined, (query) => query.where('model', '=', model ?? ''))
    .execute();
}

export async function deleteExpiredOauthRecords(executor: Executor, now: Date): Promise<number> {
  const { numDeletedRows } = await executor
    .deleteFrom('oauth_records')
    .where('expires_at', '<', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
