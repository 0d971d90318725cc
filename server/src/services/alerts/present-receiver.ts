import type { AlertDevice, AlertReceiver } from '@waypost/contract/monitoring/alerts.ts';
import { isId } from '../../platform/ids.ts';
import { serviceOf } from '../../store/alerts/alert-devices.ts';
import { listAlertReceivers, type StoredReceiver } from '../../store/alerts/alert-receivers.ts';
import type { Executor } from '../../store/database/database.ts';
import { refuseMissing } from '../refuse-missing.ts';

export function presentReceiver(receiver: StoredReceiver): AlertReceiver {
  const { id, email, url, createdAt } = receiver;
  const last = presentLast(receiver);
  const shared = { id, createdAt: createdAt.toISOString(), last };
  if (receiver.memberId !== null)
    return { ...shared, type: 'push', to: [formatDevice(receiver), email].join(', ') };
  return { ...shared, type: email === null ? 'webhook' : 'mail', to: email ?? url ?? '' };
}

export function presentDevice(receiver: StoredReceiver, fingerprint: string | null): AlertDevice {
  const { id, deviceName, url, createdAt } = receiver;
  const [name, service] = [deviceName ?? '', serviceOf(url)];
  return {
    id,
    name,
    service,
    fingerprint,
    createdAt: createdAt.toISOString(),
    last: presentLast(receiver),
  };
}

function formatDevice({ deviceName, url }: StoredReceiver): string {
  return `${deviceName} (${serviceOf(url)})`;
}

function presentLast({ lastAt, lastState, lastStatus, lastError }: StoredReceiver): AlertReceiver['last'] {
  if (lastAt === null) return null;
  return { at: lastAt.toISOString(), isOk: lastState === 'delivered', status: lastStatus, error: lastError };
}

export async function getReceiver(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<AlertReceiver> {
  const [row] = isId(id) ? await listAlertReceivers(executor, workspaceId, { id }) : [];
  return row === undefined ? refuseMissing('receiver') : presentReceiver(row);
}

// Returns the name for the audit log. The path of a webhook is left out, because it can be a secret.
export function nameOf({ type, to }: Pick<AlertReceiver, 'type' | 'to'>): string {
  return type === 'webhook' ? new URL(to).host : to;
}
