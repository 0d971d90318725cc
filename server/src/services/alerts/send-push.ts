import type { AlertMessage } from '../../domain/alerts/alert-message.ts';
import type { AttemptOutcome } from '../../domain/postbacks/judge-attempt.ts';
import { encryptPush } from '../../platform/web-push/encrypt-push.ts';
import { signVapid, type VapidKeys } from '../../platform/web-push/vapid.ts';
import type { ReceiverAddress } from '../../store/alerts/alert-messages.ts';
import type { DeviceSubscription } from '../../store/alerts/alert-devices.ts';
import { kindsFor } from '../attention/alert-rules.ts';
import type { OutboundClient } from '../outbound/create-outbound-client.ts';
import { writePush, type Push } from './write-push.ts';

type PushNotification = {
  workspaceId: string;
  message: AlertMessage;
  address: Extract<ReceiverAddress, { type: 'push' }>;
  vapid: VapidKeys | undefined;
};

type PushTools = { outbound: OutboundClient; panelUrl: string };

type SendOptions = { now: Date; signal?: AbortSignal | undefined };

// How long a push service keeps a message for a device that is offline. Older alerts are only in the panel.
const lifetimeSeconds = 24 * 3_600;
const shortBytesMax = 600;
const wordsMax = 200;

// Makes one attempt to send a message to a device. A message without alerts that the member may see is not sent.
export async function sendPush(
  tools: PushTools,
  { workspaceId, message, address: { role, subscription }, vapid }: PushNotification,
  options: SendOptions,
): Promise<AttemptOutcome> {
  const kinds = kindsFor({ type: 'user', id: '', label: '', role });
  const push = writePush(message, { kinds });
  if (push === undefined) return { status: 200, error: null };
  if (subscription === undefined || vapid === undefined) return { status: null, error: 'sealed_device' };
  const send = async (content: Push) =>
    await callPushService(tools, { workspaceId, subscription, vapid, push: content }, options);
  const outcome = await send(push);
  if (outcome.status !== 413) return outcome;
  const shorter = writePush(message, { kinds, bytesMax: shortBytesMax });
  return shorter === undefined ? outcome : await send(shorter);
}

type PushCall = { workspaceId: string; subscription: DeviceSubscription; vapid: VapidKeys; push: Push };

async function callPushService(
  { outbound, panelUrl }: PushTools,
  { workspaceId, subscription, vapid, push }: PushCall,
  { now, signal }: SendOptions,
): Promise<AttemptOutcome> {
  const { endpoint, p256dh, auth } = subscription;
  const keys = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') };
  const result = await outbound.send({
    url: endpoint,
    method: 'POST',
    headers: {
      authorization: signVapid(vapid, { endpoint, contact: contactOf(panelUrl), now }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(lifetimeSeconds),
      urgency: push.urgency,
      topic: push.topic,
    },
    body: encryptPush(Buffer.from(JSON.stringify(push.content)), keys),
    partition: workspaceId,
    ...(signal === undefined ? {} : { signal }),
  });
  if (result.kind === 'failed') return { status: result.status ?? null, error: result.error };
  const { status, headers, body } = result;
  const isAccepted = status >= 200 && status < 300;
  return { status, error: isAccepted ? null : readWords(body, endpoint), retryAfter: headers['retry-after'] };
}

// Push services accept only https and mailto URLs. Without TLS, the panel is open only on the machine itself.
function contactOf(panelUrl: string): string {
  return panelUrl.startsWith('https:') ? panelUrl : 'mailto:waypost@localhost.localdomain';
}

// Returns the push service's explanation as one line of text, without the endpoint, which some services repeat.
function readWords(body: string, endpoint: string): string | null {
  const secret = new URL(endpoint).pathname.split('/').findLast((part) => part !== '') ?? endpoint;
  const words = body
    .replaceAll(endpoint, '…')
    .replaceAll(secret, '…')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return words === '' ? null : words.slice(0, wordsMax);
}
