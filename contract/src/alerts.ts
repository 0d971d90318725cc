import { z } from 'zod';
import { attentionItem, attentionKinds } from './attention.ts';
import { bothWays, listPage, listQuery } from './paging.ts';
import { timestamp } from './records.ts';

const { kind, message, subject, count } = attentionItem.shape;

/** One occurrence: it begins once and is over once. */
const alert = z
  .strictObject({
    id: z.uuid(),
    kind,
    message,
    subject,
    count,
    openedAt: timestamp,
    lastSeenAt: timestamp.meta({
      description: 'When it was last found; of one that is over, the last time.',
    }),
    recoveredAt: timestamp.nullable().meta({ description: 'Null while it lasts.' }),
    told: z.int().min(0).meta({ description: 'How many receivers took the message of its beginning.' }),
    toldWaiting: z.int().min(0).meta({ description: 'How many have not taken it yet.' }),
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
    threshold: threshold.nullable().meta({ description: 'Null where the rule has none.' }),
    isChanged: z.boolean().meta({ description: 'Whether it is other than without anybody’s doing.' }),
  })
  .meta({ id: 'AlertRule' });
export type AlertRule = z.infer<typeof alertRule>;

export const alertRules = z
  .strictObject({
    rules: z.array(alertRule).meta({
      description: 'Those of the installation are in its first workspace only, for whoever may see it.',
    }),
    currency: z.string().meta({ description: 'Of thresholds of money.' }),
  })
  .meta({ id: 'AlertRules' });

export const alertRuleChange = z
  .strictObject({
    isOn: z.boolean('must be true or false'),
    threshold: threshold.nullable().meta({ description: 'Null or left out: the usual one.' }).optional(),
  })
  .meta({ id: 'AlertRuleChange' });

export function isAlertKind(text: string): text is (typeof attentionKinds)[number] {
  return attentionKinds.some((known) => known === text);
}

const lastResult = z
  .strictObject({
    at: timestamp,
    isOk: z.boolean(),
    status: z.int().nullable().meta({ description: 'The HTTP status, where there was one.' }),
    error: z.string().nullable().meta({ description: 'Why it did not arrive, in one word.' }),
  })
  .meta({ id: 'AlertReceiverResult' });
export type AlertReceiverResult = z.infer<typeof lastResult>;

/** Who is told: a member by mail, or a program by a signed call. */
export const alertReceiver = z
  .strictObject({
    id: z.uuid(),
    type: z.enum(['mail', 'webhook']),
    to: z.string().meta({ description: 'The address of the member, or the URL.' }),
    createdAt: timestamp,
    last: lastResult.nullable(),
  })
  .meta({ id: 'AlertReceiver' });
export type AlertReceiver = z.infer<typeof alertReceiver>;

export const alertReceivers = z
  .strictObject({ receivers: z.array(alertReceiver) })
  .meta({ id: 'AlertReceivers' });

export const newAlertWebhook = z
  .strictObject({
    url: z
      .string('must be a text')
      .trim()
      .meta({ description: 'Where each message is sent, by POST; an https URL on the public internet.' }),
  })
  .meta({ id: 'NewAlertWebhook' });

/** What the answer has where there is a new secret. */
export const alertWebhookSecret = z
  .strictObject({
    id: z.uuid(),
    secret: z.string().meta({ description: 'For checking signatures. Shown in this answer only.' }),
  })
  .meta({ id: 'AlertWebhookSecret' });
export type AlertWebhookSecret = z.infer<typeof alertWebhookSecret>;

export const alertMail = z
  .strictObject({
    isWanted: z.boolean('must be true or false').meta({ description: 'Whether the caller is mailed.' }),
  })
  .meta({ id: 'AlertMail' });

/** What everybody may know of how alerts are told here. */
export const alertSummary = z
  .strictObject({
    open: z.int().min(0),
    isMailed: z.boolean().meta({ description: 'Whether the caller is mailed.' }),
    canSendMail: z.boolean(),
    receivers: z.int().min(0),
  })
  .meta({ id: 'AlertSummary' });
export type AlertSummary = z.infer<typeof alertSummary>;
