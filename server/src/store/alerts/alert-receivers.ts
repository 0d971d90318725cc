import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export type StoredReceiver = {
  id: string;
  email: string | null;
  url: string | null;
  /** Set for devices only. */
  memberId: string | null;
  deviceName: string | null;
  createdAt: Date;
  lastAt: Date | null;
  lastState: string | null;
  lastStatus: number | null;
  lastError: string | null;
};

export async function listAlertReceivers(
  executor: Executor,
  workspaceId: string,
  { id = null, memberId = null }: { id?: string | null; memberId?: string | null } = {},
): Promise<StoredReceiver[]> {
  const { rows } = await sql<StoredReceiver>`
    SELECT receiver.id, users.email, url, member_id AS "memberId", device_name AS "deviceName",
      receiver.created_at AS "createdAt", last.at AS "lastAt", last.state AS "lastState",
      last.status AS "lastStatus", last.error AS "lastError"
    FROM alert_receivers AS receiver
    LEFT JOIN users ON users.id = coalesce(receiver.user_id, receiver.member_id)
    LEFT JOIN LATERAL (
      SELECT last_attempt_at AS at, state, last_status AS status, last_error AS error
      FROM alert_deliveries
      WHERE workspace_id = ${workspaceId} AND receiver_id = receiver.id AND last_attempt_at IS NOT NULL
      ORDER BY last_attempt_at DESC LIMIT 1) AS last ON true
    WHERE receiver.workspace_id = ${workspaceId} AND (${id}::uuid IS NULL OR receiver.id = ${id}::uuid)
      AND (${memberId}::uuid IS NULL OR receiver.member_id = ${memberId}::uuid)
    ORDER BY receiver.created_at, receiver.id`.execute(executor);
  return rows;
}

type NewReceiver = { id: string; createdAt: Date } & (
  | { userId: string }
  | { url: string; /** Plain text, which is encrypted before it is stored. */ secret: string }
);

export async function insertAlertReceiver(
  executor: Executor,
  workspaceId: string,
  receiver: NewReceiver,
): Promise<void> {
  const { id, createdAt } = receiver;
  const target =
    'userId' in receiver
      ? { user_id: receiver.userId, url: null, secret: null }
      : { user_id: null, url: receiver.url, secret: executor.seals.sealText(receiver.secret, workspaceId) };
  await executor
    .insertInto('alert_receivers')
    .values({ id, workspace_id: workspaceId, created_at: createdAt, ...target })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doNothing())
    .execute();
}

export async function replaceReceiverSecret(
  executor: Executor,
  workspaceId: string,
  { id, secret }: { id: string; secret: string },
): Promise<void> {
  await executor
    .updateTable('alert_receivers')
    .set({ secret: executor.seals.sealText(secret, workspaceId) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteAlertReceiver(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<void> {
  await executor
    .deleteFrom('alert_receivers')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function findMailReceiver(
  executor: Executor,
  workspaceId: string,
  userId: string,
): Promise<string | undefined> {
  const row = await executor
    .selectFrom('alert_receivers')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.id;
}

export async function countAlertReceivers(executor: Executor, workspaceId: string): Promise<number> {
  const { count } = await executor
    .selectFrom('alert_receivers')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
