import { judgeAttempt, type AttemptOutcome } from '../../domain/postbacks/judge-attempt.ts';
import type { AlertMessage } from '../../domain/alerts/alert-message.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { VapidKeys } from '../../platform/web-push/vapid.ts';
import {
  claimAlertDeliveries,
  recordAlertDelivery,
  type ClaimedDelivery,
  type ReceiverAddress,
} from '../../store/alerts/alert-messages.ts';
import { kindsFor } from '../attention/alert-rules.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import type { OutboundClient } from '../outbound/create-outbound-client.ts';
import { requirePermission } from '../permissions.ts';
import { deleteGoneDevice, isGone } from './delete-receiver.ts';
import { readPushKeys } from './push-keys.ts';
import { sendPush } from './send-push.ts';
import { signWebhook, writeAlertMail } from './write-message.ts';

export type AlertTools = {
  outbound: OutboundClient;
  mailer: Mailer | undefined;
  panelUrl: string;
};

/**
 * How long a claimed message stays reserved for the process that claimed it. Long enough to call a receiver or send a
 * mail and save the result.
 */
export const leaseMs = 60_000;
const atATime = 16;

/**
 * Sends due messages and returns the number of attempts. Messages that a killed process had claimed are sent again when
 * their lease expires.
 */
export async function notifyDue(
  context: ServiceContext,
  tools: AlertTools,
  signal?: AbortSignal,
): Promise<number> {
  requirePermission(context.actor, 'alerts.watch');
  const now = context.now();
  const claimed = await asSystem(context, (executor) =>
    claimAlertDeliveries(executor, { now, leaseMs, limit: atATime }),
  );
  await Promise.all(claimed.map((delivery) => deliver(context, tools, delivery, signal)));
  return claimed.length;
}

async function deliver(
  context: ServiceContext,
  tools: AlertTools,
  delivery: ClaimedDelivery,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { workspaceId, message, receiverId, attempts: step, address } = delivery;
  const at = context.now();
  const vapid = address.type === 'push' ? await readPushKeys(context) : undefined;
  const outcome = await notifyReceiver(tools, { workspaceId, message, address, vapid }, { now: at, signal });
  const verdict = judgeAttempt(outcome, { step, nowMs: at.getTime(), random: Math.random() });
  const delayMs = verdict.state === 'waiting' ? verdict.delayMs : 0;
  const owner = { workspaceId, actor: context.actor };
  await asSystem(context, async (executor) => {
    if (isGone(address, outcome)) return await deleteGoneDevice(executor, owner, receiverId, outcome);
    return await recordAlertDelivery(executor, {
      messageId: message.id,
      receiverId,
      state: verdict.state,
      at,
      nextAt: new Date(at.getTime() + delayMs),
      status: outcome.status,
      error: outcome.error,
    });
  });
}

type AlertNotification = {
  workspaceId: string;
  message: AlertMessage & { createdAt: Date };
  address: ReceiverAddress;
  /** Keys for push services. Only needed for devices. */
  vapid?: VapidKeys | undefined;
};

/** Makes one attempt to send a message. Never throws, because every failure is an outcome. */
export async function notifyReceiver(
  tools: AlertTools,
  { workspaceId, message, address, vapid }: AlertNotification,
  { now, signal }: { now: Date; signal?: AbortSignal | undefined },
): Promise<AttemptOutcome> {
  if (address.type === 'push')
    return await sendPush(tools, { workspaceId, message, address, vapid }, { now, signal });
  if (address.type === 'mail') return await mail(tools, message, address);
  if (address.secret === undefined) return { status: null, error: 'sealed_secret' };
  const call = signWebhook(message, address.secret, now);
  const result = await tools.outbound.send({
    url: address.url,
    method: 'POST',
    ...call,
    partition: workspaceId,
    ...(signal === undefined ? {} : { signal }),
  });
  if (result.kind === 'failed') return { status: result.status ?? null, error: result.error };
  return { status: result.status, error: null, retryAfter: result.headers['retry-after'] };
}

/** Sends a mail. A mail that the mail server accepts counts as status 200. */
async function mail(
  { mailer, panelUrl }: AlertTools,
  message: AlertMessage,
  { email, role }: Extract<ReceiverAddress, { type: 'mail' }>,
): Promise<AttemptOutcome> {
  const kinds = kindsFor({ type: 'user', id: '', label: email, role });
  const written = writeAlertMail(message, email, { panelUrl, kinds });
  if (written === undefined) return { status: 200, error: null };
  if (mailer === undefined) return { status: null, error: 'no_mail_server' };
  try {
    await mailer.send(written);
    return { status: 200, error: null };
  } catch {
    return { status: null, error: 'mail_server' };
  }
}
