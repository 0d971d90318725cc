import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

type AnswerPlace = { workspaceId: string; userId: string; key: string };
/** An answer is null where it held what is shown once. */
type KeptAnswer = { requestHash: Buffer; answer: { data: unknown } | null };

/** Whether nobody else is at it; it stays so until the transaction ends, however that comes about. */
export async function lockAnswer(executor: Executor, place: AnswerPlace): Promise<boolean> {
  const name = `kept answer ${place.workspaceId} ${place.userId} ${place.key}`;
  const { rows } = await sql<{ isMine: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "isMine"`.execute(executor);
  return rows[0]?.isMine === true;
}

export async function findKeptAnswer(
  executor: Executor,
  { workspaceId, userId, key }: AnswerPlace,
  keptAfter: Date,
): Promise<KeptAnswer | undefined> {
  const row = await executor
    .selectFrom('kept_answers')
    .select(['request_hash as requestHash', 'answer'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('kept_at', '>', keptAfter)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { requestHash, answer } = row;
  if (answer === null) return { requestHash, answer };
  return { requestHash, answer: { data: executor.seals.openIn(JSON.parse(answer) as unknown, workspaceId) } };
}

/** In place of one that is too old to count. */
export async function keepAnswer(
  executor: Executor,
  { workspaceId, userId, key }: AnswerPlace,
  { requestHash, answer }: KeptAnswer,
  now: Date,
): Promise<void> {
  const kept = answer === null ? null : JSON.stringify(executor.seals.sealIn(answer.data, workspaceId));
  const content = { request_hash: requestHash, answer: kept, kept_at: now };
  await executor
    .insertInto('kept_answers')
    .values({ workspace_id: workspaceId, user_id: userId, key, ...content })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id', 'key']).doUpdateSet(content))
    .execute();
}

export async function deletePastAnswers(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('kept_answers').where('kept_at', '<=', before).execute();
}
