import type { AlertReceiver } from '@waypost/contract/monitoring/alerts.ts';
import type { AttemptOutcome } from '../../domain/postbacks/judge-attempt.ts';
import type { ReceiverAddress } from '../../store/alerts/alert-messages.ts';
import { deleteAlertReceiver, listAlertReceivers } from '../../store/alerts/alert-receivers.ts';
import type { Executor } from '../../store/database/database.ts';
import { recordChange } from '../audit/record-change.ts';
import type { WorkspaceContext } from '../context.ts';
import { nameOf, presentReceiver } from './present-receiver.ts';

type Owner = Pick<WorkspaceContext, 'workspaceId' | 'actor'>;

export async function deleteReceiver(
  executor: Executor,
  { workspaceId, actor }: Owner,
  receiver: AlertReceiver,
  details: Record<string, unknown> = {},
): Promise<void> {
  const { id, type } = receiver;
  await deleteAlertReceiver(executor, workspaceId, id);
  const name = nameOf(receiver);
  const change = {
    action: 'alert-receiver.delete',
    subjectId: id,
    name,
    before: { type, to: name },
    details,
  };
  await recordChange(executor, workspaceId, actor, change);
}

// Returns whether a push service no longer knows the device, so that no message can ever reach it.
export function isGone({ type }: ReceiverAddress, { status }: AttemptOutcome): boolean {
  return type === 'push' && (status === 404 || status === 410);
}

// Deletes a device that is gone, unless another worker has just deleted it.
export async function deleteGoneDevice(
  executor: Executor,
  owner: Owner,
  id: string,
  { status }: AttemptOutcome,
): Promise<void> {
  const [row] = await listAlertReceivers(executor, owner.workspaceId, { id });
  if (row !== undefined) await deleteReceiver(executor, owner, presentReceiver(row), { status });
}
