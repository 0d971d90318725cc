import type { AlertReceiverResult } from '@waypost/contract/monitoring/alerts.ts';
import { judgeAttempt } from '../../domain/postbacks/judge-attempt.ts';
import { newId } from '../../platform/ids.ts';
import {
  findReceiverAddress,
  insertAlertMessage,
  recordAlertDelivery,
} from '../../store/alerts/alert-messages.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem, inWorkspace, type WorkspaceContext } from '../context.ts';
import { refuseMissing } from '../refuse-missing.ts';
import type { WithAccounts, WithOutbound } from '../tools.ts';
import { getWorkspace } from '../workspaces/workspaces.ts';
import { deleteGoneDevice, isGone } from './delete-receiver.ts';
import { notifyReceiver } from './notify-receiver.ts';
import { getReceiver, nameOf } from './present-receiver.ts';
import { readPushKeys } from './push-keys.ts';

// Sends a test message to a receiver. The caller has checked the permission.
export async function sendTest(
  context: WorkspaceContext & WithAccounts & WithOutbound,
  id: string,
): Promise<AlertReceiverResult> {
  const { workspaceId, actor, outbound, accounts } = context;
  const { panelUrl, mailer } = accounts;
  const { receiver, address, workspace } = await inWorkspace(context, async (executor) => ({
    receiver: await getReceiver(executor, workspaceId, id),
    address: (await findReceiverAddress(executor, workspaceId, id)) ?? refuseMissing('receiver'),
    workspace: { id: workspaceId, name: (await getWorkspace(executor, workspaceId)).name },
  }));
  const now = context.now();
  const data = { workspace, opened: [], recovered: [] };
  const message = { id: newId(), type: 'alerts.test' as const, data, createdAt: now };
  const vapid = address.type === 'push' ? await readPushKeys(context) : undefined;
  const notification = { workspaceId, message, address, vapid };
  const outcome = await notifyReceiver({ outbound, mailer, panelUrl }, notification, { now });
  const isOk = judgeAttempt(outcome, { step: 0, nowMs: now.getTime(), random: 0 }).state === 'delivered';
  const { status, error } = outcome;
  await asSystem(context, async (executor) => {
    await insertAlertMessage(executor, workspaceId, { ...message, receiverId: id, now });
    await recordAlertDelivery(executor, {
      messageId: message.id,
      receiverId: id,
      state: isOk ? 'delivered' : 'failed',
      at: now,
      nextAt: now,
      status,
      error,
    });
    await recordChange(executor, workspaceId, actor, {
      action: 'alert-receiver.test',
      subjectId: id,
      name: nameOf(receiver),
      details: { isOk, status, error },
    });
    if (isGone(address, outcome)) await deleteGoneDevice(executor, context, id, outcome);
  });
  return { at: now.toISOString(), isOk, status, error };
}
