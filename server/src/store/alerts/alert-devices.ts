import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

// Subscription of a browser. The endpoint is a secret: anyone who knows it can use up the quota of the device.
export type DeviceSubscription = { endpoint: string; p256dh: string; auth: string };

type Device = DeviceSubscription & { id: string; name: string };

// Prevents URLs of devices from being called like those of webhooks.
const scheme = 'push:';

export function serviceOf(url: string | null): string {
  return url?.slice(scheme.length) ?? '';
}

export function openDevice(
  { seals }: Executor,
  workspaceId: string,
  sealed: string | null,
): DeviceSubscription | undefined {
  const text = sealed === null ? undefined : seals.openText(sealed, workspaceId);
  return text === undefined ? undefined : (JSON.parse(text) as DeviceSubscription);
}

function deviceColumns({ seals }: Executor, workspaceId: string, { name, endpoint, p256dh, auth }: Device) {
  return {
    device_name: name,
    url: `${scheme}${new URL(endpoint).host}`,
    secret: seals.sealText(JSON.stringify({ endpoint, p256dh, auth }), workspaceId),
  };
}

export async function insertAlertDevice(
  executor: Executor,
  workspaceId: string,
  device: Device & { memberId: string; createdAt: Date },
): Promise<void> {
  const { id, memberId, createdAt } = device;
  await executor
    .insertInto('alert_receivers')
    .values({
      id,
      workspace_id: workspaceId,
      user_id: null,
      member_id: memberId,
      created_at: createdAt,
      ...deviceColumns(executor, workspaceId, device),
    })
    .execute();
}

export async function updateAlertDevice(
  executor: Executor,
  workspaceId: string,
  device: Device,
): Promise<void> {
  await executor
    .updateTable('alert_receivers')
    .set(deviceColumns(executor, workspaceId, device))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', device.id)
    .execute();
}

export type OpenedDevice = { id: string; memberId: string; subscription: DeviceSubscription | undefined };

// Lists the devices of all members. There are few, and their endpoints can only be compared decrypted.
export async function listOpenedDevices(executor: Executor, workspaceId: string): Promise<OpenedDevice[]> {
  const { rows } = await sql<{ id: string; memberId: string; secret: string }>`
    SELECT id, member_id AS "memberId", secret FROM alert_receivers
    WHERE workspace_id = ${workspaceId} AND member_id IS NOT NULL`.execute(executor);
  return rows.map(({ id, memberId, secret }) => ({
    id,
    memberId,
    subscription: openDevice(executor, workspaceId, secret),
  }));
}

// Locks the workspace's devices until the transaction ends, so that concurrent requests cannot exceed the limits.
export async function lockAlertDevices(executor: Executor, workspaceId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`alert devices ${workspaceId}`}, 0))`.execute(
    executor,
  );
}
