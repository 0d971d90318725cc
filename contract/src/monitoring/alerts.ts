import { z } from 'zod';
import { attentionItem, attentionKinds } from './attention.ts';
import { bothWays, listPage, listQuery } from '../api/paging.ts';
import { timestamp } from '../api/records.ts';

const { kind, message, subject, count } = attentionItem.shape;

const alert = z
  .strictObject({
    id: z.uuid(),
    kind,
    message,
    subject,
    count,
    openedAt: timestamp,
    lastSeenAt: timestamp.meta({
      description: 'Last time the problem was detected.',
    }),
    recoveredAt: timestamp.nullable().meta({ description: 'Null while the alert is open.' }),
    told: z.int().min(0).meta({ description: 'Number of receivers notified that the alert started.' }),
    toldWaiting: z.int().min(0).meta({ description: 'Number of receivers not notified yet.' }),
  })
  .meta({ id: 'Alert' });
export type Alert = z.infer<typeof alert>;

export const alertListQuery = listQuery(['-openedAt', ...bothWays('openedAt')], {
  state: z.enum(['open', 'past'], 'must be open or past').meta({ default: 'open' }).optional(),
});
export const alertPage = listPage(alert).meta({ id: 'AlertPage' });
export type AlertPage = z.infer<typeof alertPage>;

const threshold = z.number('must be a number');

export const alertRule = z
  .strictObject({
    kind,
    isOn: z.boolean(),
    threshold: threshold.nullable().meta({ description: 'Null for rules without a threshold.' }),
    isChanged: z.boolean().meta({ description: 'True if the rule differs from the default.' }),
  })
  .meta({ id: 'AlertRule' });
export type AlertRule = z.infer<typeof alertRule>;

export const alertRules = z
  .strictObject({
    rules: z.array(alertRule).meta({
      description:
        'Installation rules are included only in the first workspace, and only for members who may view the installation’s status.',
    }),
    currency: z.string().meta({ description: 'Currency of money thresholds.' }),
  })
  .meta({ id: 'AlertRules' });

export const alertRuleChange = z
  .strictObject({
    isOn: z.boolean('must be true or false'),
    threshold: threshold
      .nullable()
      .meta({ description: 'Null or omitted for the default threshold.' })
      .optional(),
  })
  .meta({ id: 'AlertRuleChange' });

export function isAlertKind(text: string): text is (typeof attentionKinds)[number] {
  return attentionKinds.some((known) => known === text);
}

const lastResult = z
  .strictObject({
    at: timestamp,
    isOk: z.boolean(),
    status: z.int().nullable().meta({ description: 'HTTP status code, if the receiver responded.' }),
    error: z.string().nullable().meta({ description: 'Error code for a failed delivery.' }),
  })
  .meta({ id: 'AlertReceiverResult' });
export type AlertReceiverResult = z.infer<typeof lastResult>;

export const alertReceiver = z
  .strictObject({
    id: z.uuid(),
    type: z.enum(['mail', 'webhook', 'push']),
    to: z.string().meta({
      description:
        'Email address of the member, the webhook URL, or the device with its push service and member.',
    }),
    createdAt: timestamp,
    last: lastResult.nullable(),
  })
  .meta({ id: 'AlertReceiver' });
export type AlertReceiver = z.infer<typeof alertReceiver>;

export const alertReceivers = z
  .strictObject({ receivers: z.array(alertReceiver) })
  .meta({ id: 'AlertReceivers' });

const alertDevice = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ description: 'Browser and operating system.' }),
    service: z.string().meta({ description: 'Host of the push service.' }),
    fingerprint: z.string().nullable().meta({
      description:
        'SHA-256 of the endpoint in base64url, by which a browser recognizes its own subscription. Null if the endpoint can’t be decrypted.',
    }),
    createdAt: timestamp,
    last: lastResult.nullable(),
  })
  .meta({ id: 'AlertDevice' });
export type AlertDevice = z.infer<typeof alertDevice>;

export const alertDevices = z
  .strictObject({
    publicKey: z.string().nullable().meta({
      description: 'VAPID key for subscriptions. Null if the server has no key to encrypt secrets with.',
    }),
    devices: z.array(alertDevice),
  })
  .meta({ id: 'AlertDevices' });
export type AlertDevices = z.infer<typeof alertDevices>;

const endpoint = z.string('must be text').max(1_000, 'must have at most 1000 characters');

/** Subscription of a browser, in the form of `PushSubscription.toJSON()`. */
export const newAlertDevice = z
  .strictObject({
    endpoint: endpoint.meta({ description: 'HTTPS URL of the push service. Never returned.' }),
    p256dh: z
      .string('must be text')
      .regex(/^[\w-]{87}$/, 'must be a P-256 public key of 65 bytes in base64url')
      .meta({ description: 'Public key of the browser. Never returned.' }),
    auth: z
      .string('must be text')
      .regex(/^[\w-]{22}$/, 'must be 16 bytes in base64url')
      .meta({ description: 'Authentication secret of the browser. Never returned.' }),
    replaces: endpoint
      .meta({
        description:
          'Endpoint of one of the caller’s devices that this subscription replaces. Without it, a device is added.',
      })
      .optional(),
  })
  .meta({ id: 'NewAlertDevice' });

export const newAlertWebhook = z
  .strictObject({
    url: z
      .string('must be text')
      .trim()
      .meta({ description: 'HTTPS URL on the public internet. Each notification is sent with POST.' }),
  })
  .meta({ id: 'NewAlertWebhook' });

export const alertWebhookSecret = z
  .strictObject({
    id: z.uuid(),
    secret: z.string().meta({ description: 'Secret for verifying signatures. Returned only once.' }),
  })
  .meta({ id: 'AlertWebhookSecret' });
export type AlertWebhookSecret = z.infer<typeof alertWebhookSecret>;

export const alertMail = z
  .strictObject({
    isWanted: z.boolean('must be true or false').meta({ description: 'Send alert emails to the caller.' }),
  })
  .meta({ id: 'AlertMail' });

export const alertSummary = z
  .strictObject({
    open: z.int().min(0),
    isMailed: z.boolean().meta({ description: 'True if the caller receives alert emails.' }),
    canSendMail: z.boolean(),
    receivers: z.int().min(0),
  })
  .meta({ id: 'AlertSummary' });
export type AlertSummary = z.infer<typeof alertSummary>;
