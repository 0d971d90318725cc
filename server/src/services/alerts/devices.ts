import { formatAgent } from '@waypost/contract/accounts/format-agent.ts';
import {
  newAlertDevice,
  type AlertDevice,
  type AlertDevices,
  type AlertReceiver,
  type AlertReceiverResult,
} from '@waypost/contract/monitoring/alerts.ts';
import { createHash } from 'node:crypto';
import { judgeOutboundUrl } from '../../domain/outbound/judge-url.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import { isPushPublicKey } from '../../platform/web-push/encrypt-push.ts';
import {
  insertAlertDevice,
  listOpenedDevices,
  lockAlertDevices,
  updateAlertDevice,
  type DeviceSubscription,
  type OpenedDevice,
} from '../../store/alerts/alert-devices.ts';
import { listAlertReceivers } from '../../store/alerts/alert-receivers.ts';
import type { Executor } from '../../store/database/database.ts';
import type { SignedInContext } from '../accounts/account-context.ts';
import { recordChange } from '../audit/record-change.ts';
import { inSnapshot, inWorkspace } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';
import type { WithOutbound } from '../tools.ts';
import { deleteReceiver } from './delete-receiver.ts';
import { getReceiver, nameOf, presentDevice, presentReceiver } from './present-receiver.ts';
import { providePublicPushKey } from './push-keys.ts';
import { requireRoom } from './receivers.ts';
import { sendTest } from './send-test.ts';

const devicesMax = 5;
export const tooManyDevices = `You can have at most ${devicesMax} devices in a workspace. Remove one first.`;

// Lists the caller's own devices.
export async function listDevices(context: SignedInContext): Promise<AlertDevices> {
  requirePermission(context.actor, 'alerts.read');
  const publicKey = await providePublicPushKey(context);
  const devices = await inSnapshot(context, async (executor) => await readDevices(executor, context), 'list');
  return { publicKey: publicKey ?? null, devices };
}

async function readDevices(
  executor: Executor,
  { workspaceId, actor }: SignedInContext,
): Promise<AlertDevice[]> {
  const opened = await listOpenedDevices(executor, workspaceId);
  const rows = await listAlertReceivers(executor, workspaceId, { memberId: actor.id });
  return rows.map((row) => {
    const endpoint = opened.find(({ id }) => id === row.id)?.subscription?.endpoint;
    return presentDevice(row, endpoint === undefined ? null : fingerprintOf(endpoint));
  });
}

function fingerprintOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url');
}

// Saves the subscription of the caller's browser. A browser that the caller has already added stays one device. A
// browser has one subscription, so the same endpoint of another member is removed: the caller now uses the browser.
export async function addDevice(context: SignedInContext, input: unknown): Promise<AlertDevice> {
  const { actor, workspaceId } = context;
  requirePermission(actor, 'alerts.read');
  const { replaces, ...subscription } = parseInput(newAlertDevice, input);
  refuseUnusable(context, subscription);
  const { endpoint } = subscription;
  return await inWorkspace(context, async (executor) => {
    await lockAlertDevices(executor, workspaceId);
    const opened = await listOpenedDevices(executor, workspaceId);
    const own = opened.filter(({ memberId }) => memberId === actor.id);
    for (const one of opened.filter(({ memberId }) => memberId !== actor.id))
      if (one.subscription?.endpoint === endpoint)
        await deleteReceiver(executor, context, await getReceiver(executor, workspaceId, one.id));
    const known = own.find((one) => one.subscription?.endpoint === (replaces ?? endpoint));
    if (known === undefined && replaces !== undefined) return refuseMissing('device');
    if (known === undefined) await requireDeviceRoom(executor, workspaceId, own);
    const device = { id: known?.id ?? newId(), name: formatAgent(context.userAgent), ...subscription };
    await saveDevice(executor, context, device, known);
    const [row] = await listAlertReceivers(executor, workspaceId, { id: device.id });
    return row === undefined ? refuseMissing('device') : presentDevice(row, fingerprintOf(endpoint));
  });
}

function refuseUnusable(
  { outboundAllow = [] }: SignedInContext,
  { endpoint, p256dh }: DeviceSubscription,
): void {
  const judged = judgeOutboundUrl(endpoint, outboundAllow);
  if (!judged.ok) throw invalidInput([{ path: 'endpoint', message: judged.reason }]);
  if (!endpoint.startsWith('https:'))
    throw invalidInput([{ path: 'endpoint', message: 'must start with https://' }]);
  if (!isPushPublicKey(Buffer.from(p256dh, 'base64url')))
    throw invalidInput([{ path: 'p256dh', message: 'must be a point on the curve P-256' }]);
}

async function requireDeviceRoom(
  executor: Executor,
  workspaceId: string,
  own: readonly OpenedDevice[],
): Promise<void> {
  if (own.length >= devicesMax) throw new WaypostError('CONFLICT', tooManyDevices, { reason: 'too-many' });
  await requireRoom(executor, workspaceId);
}

async function saveDevice(
  executor: Executor,
  { workspaceId, actor, now }: SignedInContext,
  device: DeviceSubscription & { id: string; name: string },
  known: OpenedDevice | undefined,
): Promise<void> {
  if (known === undefined)
    await insertAlertDevice(executor, workspaceId, { ...device, memberId: actor.id, createdAt: now() });
  else await updateAlertDevice(executor, workspaceId, device);
  const name = nameOf(await getReceiver(executor, workspaceId, device.id));
  await recordChange(executor, workspaceId, actor, {
    action: known === undefined ? 'alert-receiver.create' : 'alert-receiver.renew',
    subjectId: device.id,
    name,
    ...(known === undefined ? { after: { type: 'push', to: name } } : {}),
  });
}

export async function removeDevice(context: SignedInContext, id: string): Promise<null> {
  requirePermission(context.actor, 'alerts.read');
  return await inWorkspace(context, async (executor) => {
    await deleteReceiver(executor, context, await getOwnDevice(executor, context, id));
    return null;
  });
}

export async function testDevice(
  context: SignedInContext & WithOutbound,
  id: string,
): Promise<AlertReceiverResult> {
  requirePermission(context.actor, 'alerts.read');
  await inWorkspace(context, async (executor) => await getOwnDevice(executor, context, id));
  return await sendTest(context, id);
}

// Returns a device of the caller. Devices of other members are treated like devices that do not exist.
async function getOwnDevice(
  executor: Executor,
  { workspaceId, actor }: SignedInContext,
  id: string,
): Promise<AlertReceiver> {
  const filter = { id, memberId: actor.id };
  const [row] = isId(id) ? await listAlertReceivers(executor, workspaceId, filter) : [];
  return row === undefined ? refuseMissing('device') : presentReceiver(row);
}
