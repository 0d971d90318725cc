import {
  alertMail,
  newAlertWebhook,
  type AlertReceiver,
  type AlertReceiverResult,
  type AlertWebhookSecret,
} from '@waypost/contract/monitoring/alerts.ts';
import { judgeOutboundUrl } from '../../domain/outbound/judge-url.ts';
import { WaypostError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  countAlertReceivers,
  deleteAlertReceiver,
  findMailReceiver,
  insertAlertReceiver,
  listAlertReceivers,
  replaceReceiverSecret,
} from '../../store/alerts/alert-receivers.ts';
import type { Executor } from '../../store/database/database.ts';
import type { SignedInContext } from '../accounts/account-context.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithAccounts, WithOutbound } from '../tools.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { deleteReceiver } from './delete-receiver.ts';
import { getReceiver, nameOf, presentReceiver } from './present-receiver.ts';
import { sendTest } from './send-test.ts';
import { makeWebhookSecret } from './write-message.ts';

const receiversMax = 20;
export const tooManyReceivers = `A workspace can have at most ${receiversMax} alert receivers. Remove one first.`;

export async function listReceivers(context: WorkspaceContext): Promise<{ receivers: AlertReceiver[] }> {
  requirePermission(context.actor, 'alerts.manage');
  const rows = await readInWorkspace(context, 'list', (executor) =>
    listAlertReceivers(executor, context.workspaceId),
  );
  return { receivers: rows.map(presentReceiver) };
}

export async function createWebhook(context: WorkspaceContext, input: unknown): Promise<AlertWebhookSecret> {
  const { actor, workspaceId } = context;
  requirePermission(actor, 'alerts.manage');
  const { url } = parseInput(newAlertWebhook, input);
  const judged = judgeOutboundUrl(url, context.outboundAllow ?? []);
  if (!judged.ok) throw invalidInput([{ path: 'url', message: judged.reason }]);
  const [id, secret] = [newId(), makeWebhookSecret()];
  await inWorkspace(context, async (executor) => {
    await requireRoom(executor, workspaceId);
    await insertAlertReceiver(executor, workspaceId, { id, url, secret, createdAt: context.now() });
    await recordChange(executor, workspaceId, actor, {
      action: 'alert-receiver.create',
      subjectId: id,
      name: new URL(url).host,
      after: { type: 'webhook', host: new URL(url).host },
    });
  });
  return { id, secret };
}

export async function requireRoom(executor: Executor, workspaceId: string): Promise<void> {
  if ((await countAlertReceivers(executor, workspaceId)) >= receiversMax)
    throw new WaypostError('CONFLICT', tooManyReceivers, { reason: 'too-many' });
}

export async function setAlertMail(context: SignedInContext, input: unknown): Promise<{ isWanted: boolean }> {
  const { actor, workspaceId } = context;
  requirePermission(actor, 'alerts.read');
  const { isWanted } = parseInput(alertMail, input);
  await inWorkspace(context, async (executor) => {
    const before = await findMailReceiver(executor, workspaceId, actor.id);
    if ((before !== undefined) === isWanted) return;
    const id = before ?? newId();
    if (isWanted) {
      await requireRoom(executor, workspaceId);
      await insertAlertReceiver(executor, workspaceId, { id, userId: actor.id, createdAt: context.now() });
    } else await deleteAlertReceiver(executor, workspaceId, id);
    const side = { type: 'mail', to: actor.label };
    await recordChange(executor, workspaceId, actor, {
      action: isWanted ? 'alert-receiver.create' : 'alert-receiver.delete',
      subjectId: id,
      name: actor.label,
      ...(isWanted ? { after: side } : { before: side }),
    });
  });
  return { isWanted };
}

export async function removeReceiver(context: WorkspaceContext, id: string): Promise<null> {
  requirePermission(context.actor, 'alerts.manage');
  return await inWorkspace(context, async (executor) => {
    await deleteReceiver(executor, context, await getReceiver(executor, context.workspaceId, id));
    return null;
  });
}

/** Replaces the secret. New messages and retries are signed with the new secret as soon as the transaction commits. */
export async function rotateReceiverSecret(
  context: WorkspaceContext,
  id: string,
): Promise<AlertWebhookSecret> {
  requirePermission(context.actor, 'alerts.manage');
  const secret = makeWebhookSecret();
  await inWorkspace(context, async (executor) => {
    const receiver = await getReceiver(executor, context.workspaceId, id);
    if (receiver.type !== 'webhook') refuseMissing('webhook');
    await replaceReceiverSecret(executor, context.workspaceId, { id, secret });
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'alert-receiver.rotate-secret',
      subjectId: id,
      name: nameOf(receiver),
    });
  });
  return { id, secret };
}

export async function testReceiver(
  context: WorkspaceContext & WithAccounts & WithOutbound,
  id: string,
): Promise<AlertReceiverResult> {
  requirePermission(context.actor, 'alerts.manage');
  return await sendTest(context, id);
}
