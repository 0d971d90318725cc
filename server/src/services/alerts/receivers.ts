import {
  alertMail,
  newAlertWebhook,
  type AlertReceiver,
  type AlertReceiverResult,
  type AlertWebhookSecret,
} from '@waypost/contract/monitoring/alerts.ts';
import { judgeAttempt } from '../../domain/postbacks/judge-attempt.ts';
import { judgeOutboundUrl } from '../../domain/outbound/judge-url.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import {
  findReceiverAddress,
  insertAlertMessage,
  recordAlertDelivery,
} from '../../store/alerts/alert-messages.ts';
import {
  countAlertReceivers,
  deleteAlertReceiver,
  findMailReceiver,
  insertAlertReceiver,
  listAlertReceivers,
  replaceReceiverSecret,
  type StoredReceiver,
} from '../../store/alerts/alert-receivers.ts';
import type { Executor } from '../../store/database/database.ts';
import type { SignedInContext } from '../accounts/account-context.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem, inWorkspace, readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithAccounts, WithOutbound } from '../tools.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { getWorkspace } from '../workspaces/workspaces.ts';
import { notifyReceiver } from './notify-receiver.ts';
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

function presentReceiver({ id, email, url, createdAt, ...last }: StoredReceiver): AlertReceiver {
  const { lastAt, lastState, lastStatus, lastError } = last;
  return {
    id,
    type: email === null ? 'webhook' : 'mail',
    to: email ?? url ?? '',
    createdAt: createdAt.toISOString(),
    last:
      lastAt === null
        ? null
        : { at: lastAt.toISOString(), isOk: lastState === 'delivered', status: lastStatus, error: lastError },
  };
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

async function requireRoom(executor: Executor, workspaceId: string): Promise<void> {
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
    const { type, to } = await getReceiver(executor, context.workspaceId, id);
    await deleteAlertReceiver(executor, context.workspaceId, id);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'alert-receiver.delete',
      subjectId: id,
      name: nameOf({ type, to }),
      before: { type, to: nameOf({ type, to }) },
    });
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
    if (receiver.type === 'mail') refuseMissing('webhook');
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
  const { workspaceId, actor, outbound, accounts } = context;
  requirePermission(actor, 'alerts.manage');
  const { panelUrl, mailer } = accounts;
  const { receiver, address, workspace } = await inWorkspace(context, async (executor) => ({
    receiver: await getReceiver(executor, workspaceId, id),
    address: await findReceiverAddress(executor, workspaceId, id),
    workspace: { id: workspaceId, name: (await getWorkspace(executor, workspaceId)).name },
  }));
  const now = context.now();
  const data = { workspace, opened: [], recovered: [] };
  const message = { id: newId(), type: 'alerts.test' as const, data, createdAt: now };
  const notification = { workspaceId, message, address: address ?? refuseMissing('receiver') };
  const outcome = await notifyReceiver({ outbound, mailer, panelUrl }, notification, { now });
  const isOk = judgeAttempt(outcome, { step: 0, nowMs: now.getTime(), random: 0 }).state === 'delivered';
  const { status, error } = outcome;
  await asSystem(context, async (executor) => {
    await insertAlertMessage(executor, workspaceId, { ...message, receiverId: id, now });
    const state = isOk ? 'delivered' : 'failed';
    const result = {
      messageId: message.id,
      receiverId: id,
      state,
      at: now,
      nextAt: now,
      status,
      error,
    } as const;
    await recordAlertDelivery(executor, result);
    await recordChange(executor, workspaceId, actor, {
      action: 'alert-receiver.test',
      subjectId: id,
      name: nameOf(receiver),
      details: { isOk, status, error },
    });
  });
  return { at: now.toISOString(), isOk, status, error };
}

async function getReceiver(executor: Executor, workspaceId: string, id: string): Promise<AlertReceiver> {
  const [row] = isId(id) ? await listAlertReceivers(executor, workspaceId, id) : [];
  return row === undefined ? refuseMissing('receiver') : presentReceiver(row);
}

/**
 * Returns the address of a mail receiver or the host of a webhook. The path is left out, because it can be a secret.
 */
function nameOf({ type, to }: Pick<AlertReceiver, 'type' | 'to'>): string {
  return type === 'mail' ? to : new URL(to).host;
}
