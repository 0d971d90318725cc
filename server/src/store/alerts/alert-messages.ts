import type { MemberRole } from '@waypost/contract/accounts/access.ts';
import { sql } from 'kysely';
import type { AlertMessage } from '../../domain/alerts/alert-message.ts';
import type { Executor } from '../database/database.ts';
import { isSame } from '../database/lookup.ts';
import { openDevice, type DeviceSubscription } from './alert-devices.ts';

/** Queues a message that is due immediately, for all receivers of the workspace or only for `receiverId`. */
export async function insertAlertMessage(
  executor: Executor,
  workspaceId: string,
  message: AlertMessage & { receiverId?: string; now: Date },
): Promise<void> {
  const { id, type, data, now, receiverId = null } = message;
  await sql`
    INSERT INTO alert_messages (id, workspace_id, type, content, created_at)
    VALUES (${id}, ${workspaceId}, ${type}, ${JSON.stringify(data)}, ${now})`.execute(executor);
  await sql`
    INSERT INTO alert_deliveries (workspace_id, message_id, receiver_id, next_at)
    SELECT workspace_id, ${id}, id, ${now} FROM alert_receivers
    WHERE workspace_id = ${workspaceId} AND (${receiverId}::uuid IS NULL OR id = ${receiverId}::uuid)`.execute(
    executor,
  );
}

export type ReceiverAddress =
  | { type: 'mail'; email: string; role: MemberRole }
  | { type: 'webhook'; url: string; secret: string | undefined }
  | { type: 'push'; role: MemberRole; subscription: DeviceSubscription | undefined };

export type ClaimedDelivery = {
  workspaceId: string;
  message: AlertMessage & { createdAt: Date };
  receiverId: string;
  attempts: number;
  address: ReceiverAddress;
};

type AddressRow = {
  workspaceId: string;
  email: string | null;
  role: MemberRole | null;
  url: string | null;
  secret: string | null;
  isDevice: boolean;
};

type DeliveryRow = AddressRow & {
  messageId: string;
  messageType: AlertMessage['type'];
  content: AlertMessage['data'];
  createdAt: Date;
  receiverId: string;
  attempts: number;
};

export const dueDeliveries = (now: Date) =>
  sql`alert_deliveries WHERE state = 'waiting' AND next_at <= ${now}`;

export async function claimAlertDeliveries(
  executor: Executor,
  { now, leaseMs, limit }: { now: Date; leaseMs: number; limit: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<DeliveryRow>`
    WITH due AS MATERIALIZED (
      SELECT message_id, receiver_id FROM ${dueDeliveries(now)}
      ORDER BY next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE alert_deliveries AS delivery SET next_at = ${new Date(now.getTime() + leaseMs)}
      FROM due
      WHERE ${isSame('delivery.message_id', 'due.message_id')} AND (delivery.receiver_id = due.receiver_id) IS TRUE
      RETURNING delivery.*
    )
    SELECT message.id AS "messageId", message.type AS "messageType", message.content,
      message.created_at AS "createdAt", delivery.receiver_id AS "receiverId", delivery.attempts, ${addressColumns}
    FROM claimed AS delivery
    CROSS JOIN LATERAL (SELECT * FROM alert_messages WHERE alert_messages.id = delivery.message_id OFFSET 0) AS message
    JOIN ${receivers} ON receiver.id = delivery.receiver_id`.execute(executor);
  return rows.map((row) => {
    const { workspaceId, receiverId, attempts, messageId: id, messageType: type, content, createdAt } = row;
    const message = { id, type, data: content, createdAt };
    return { workspaceId, receiverId, attempts, message, address: readAddress(executor, row) };
  });
}

export async function findReceiverAddress(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<ReceiverAddress | undefined> {
  const { rows } = await sql<AddressRow>`
    SELECT ${addressColumns} FROM ${receivers}
    WHERE receiver.workspace_id = ${workspaceId} AND receiver.id = ${id}`.execute(executor);
  return rows.map((row) => readAddress(executor, row))[0];
}

const addressColumns = sql`receiver.workspace_id AS "workspaceId", users.email, memberships.role, receiver.url,
  receiver.secret, receiver.member_id IS NOT NULL AS "isDevice"`;
const receivers = sql`(alert_receivers AS receiver
  LEFT JOIN users ON users.id = coalesce(receiver.user_id, receiver.member_id)
  LEFT JOIN memberships ON memberships.workspace_id = receiver.workspace_id
    AND memberships.user_id = coalesce(receiver.user_id, receiver.member_id))`;

function readAddress(executor: Executor, row: AddressRow): ReceiverAddress {
  const { workspaceId, email, role, url, secret, isDevice } = row;
  if (isDevice && role !== null)
    return { type: 'push', role, subscription: openDevice(executor, workspaceId, secret) };
  if (email !== null && role !== null) return { type: 'mail', email, role };
  const decrypted = secret === null ? undefined : executor.seals.openText(secret, workspaceId);
  return { type: 'webhook', url: url ?? '', secret: decrypted };
}

type DeliveryResult = {
  messageId: string;
  receiverId: string;
  state: 'waiting' | 'delivered' | 'failed';
  at: Date;
  nextAt: Date;
  status: number | null;
  error: string | null;
};

/** Records the result of an attempt, unless the message has already been delivered. */
export async function recordAlertDelivery(executor: Executor, result: DeliveryResult): Promise<void> {
  const { messageId, receiverId, state, at, nextAt, status, error } = result;
  await sql`
    UPDATE alert_deliveries SET state = ${state}, attempts = attempts + 1, next_at = ${nextAt},
      last_attempt_at = ${at}, last_status = ${status}, last_error = ${error}
    WHERE message_id = ${messageId} AND receiver_id = ${receiverId} AND state <> 'delivered'`.execute(
    executor,
  );
}
