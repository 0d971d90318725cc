import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

type OauthRecord = { model: string; idHash: Buffer };

type FoundRecord = { payload: Record<string, unknown>; consumedAt: Date | null };

export async function saveOauthRecord(
  executor: Executor,
  { model, idHash }: OauthRecord,
  kept: { payload: Record<string, unknown>; grantId: string | null; now: Date; expiresAt: Date | null },
): Promise<void> {
  const payload = JSON.stringify(kept.payload);
  await executor
    .insertInto('oauth_records')
    .values({
      model,
      id_hash: idHash,
      payload,
      grant_id: kept.grantId,
      created_at: kept.now,
      expires_at: kept.expiresAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['model', 'id_hash'])
        .doUpdateSet({ payload, grant_id: kept.grantId, expires_at: kept.expiresAt }),
    )
    .execute();
}

export async function findOauthRecord(
  executor: Executor,
  { model, idHash }: OauthRecord,
): Promise<FoundRecord | undefined> {
  return await executor
    .selectFrom('oauth_records')
    .select(['payload', 'consumed_at as consumedAt'])
    .where('model', '=', model)
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
}

/** When it was used before; null for the first: of several who use it at once, one is told so. */
export async function consumeOauthRecord(
  executor: Executor,
  { model, idHash }: OauthRecord,
  /** Asked when it is this one's turn: others may have held the record until then. */
  now: () => Date,
): Promise<{ usedAt: Date | null; grantId: string | null }> {
  const found = await executor
    .selectFrom('oauth_records')
    .select(['grant_id as grantId', 'consumed_at as consumedAt'])
    .where('model', '=', model)
    .where('id_hash', '=', idHash)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return { usedAt: new Date(0), grantId: null };
  const { grantId, consumedAt } = found;
  if (consumedAt !== null) return { usedAt: consumedAt, grantId };
  await executor
    .updateTable('oauth_records')
    .set({ consumed_at: now() })
    .where('model', '=', model)
    .where('id_hash', '=', idHash)
    .execute();
  return { usedAt: null, grantId };
}

export async function deleteOauthRecord(executor: Executor, { model, idHash }: OauthRecord): Promise<void> {
  await executor
    .deleteFrom('oauth_records')
    .where('model', '=', model)
    .where('id_hash', '=', idHash)
    .execute();
}

/** All that was made from what a person had allowed, of one model or of every one. */
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

/** What has ended, and clients that nobody is connected with. */
export async function deletePastOauthRecords(
  executor: Executor,
  past: { now: Date; registeredBefore: Date },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM oauth_records
    WHERE expires_at < ${past.now}
      OR (model = 'Client' AND created_at < ${past.registeredBefore} AND NOT EXISTS (
        SELECT FROM agent_connections WHERE agent_connections.client_id = oauth_records.payload->>'client_id'))`.execute(
    executor,
  );
  return Number(numAffectedRows);
}
