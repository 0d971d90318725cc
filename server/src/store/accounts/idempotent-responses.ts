import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

type IdempotencyKey = { workspaceId: string; userId: string; key: string };
/** `answer` is null if the response contained a secret that is shown only once. */
type StoredResponse = { requestHash: Buffer; answer: { data: unknown } | null };

/** Locks the idempotency key until the transaction ends. Returns false if another request holds the key. */
export async function lockIdempotencyKey(executor: Executor, scope: IdempotencyKey): Promise<boolean> {
  const name = `kept answer ${scope.workspaceId} ${scope.userId} ${scope.key}`;
  const { rows } = await sql<{ isLocked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "isLocked"`.execute(executor);
  return rows[0]?.isLocked === true;
}

export async function findStoredResponse(
  executor: Executor,
  { workspaceId, userId, key }: IdempotencyKey,
  storedAfter: Date,
): Promise<StoredResponse | undefined> {
  const row = await executor
    .selectFrom('kept_answers')
    .select(['request_hash as requestHash', 'answer'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('kept_at', '>', storedAfter)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { requestHash, answer } = row;
  if (answer === null) return { requestHash, answer };
  return { requestHash, answer: { data: executor.seals.openIn(JSON.parse(answer) as unknown, workspaceId) } };
}

export async function saveResponse(
  executor: Executor,
  { workspaceId, userId, key }: IdempotencyKey,
  { requestHash, answer }: StoredResponse,
  now: Date,
): Promise<void> {
  const text = answer === null ? null : JSON.stringify(executor.seals.sealIn(answer.data, workspaceId));
  const content = { request_hash: requestHash, answer: text, kept_at: now };
  await executor
    .insertInto('kept_answers')
    .values({ workspace_id: workspaceId, user_id: userId, key, ...content })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id', 'key']).doUpdateSet(content))
    .execute();
}

export async function deleteOldResponses(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('kept_answers').where('kept_at', '<=', before).execute();
}
