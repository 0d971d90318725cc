import { z } from 'zod';
import { attentionItem, attentionKinds } from './attention.ts';
import { bothWays, listPage, listQuery } from './paging.ts';
import { timestamp } from './records.ts';

const { kind, message, subject, count } = attentionItem.shape;

/** One occurrence: it begins once and is over once. */
const alarm = z
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
  .meta({ id: 'Alarm' });
export type Alarm = z.infer<typeof alarm>;

export const alarmListQuery = listQuery(['-openedAt', ...bothWays('openedAt')], {
  state: z.enum(['open', 'past'], 'must be open or past').meta({ default: 'open' }).optional(),
});
export const alarmPage = listPage(alarm).meta({ id: 'AlarmPage' });
export type AlarmPage = z.infer<typeof alarmPage>;

const threshold = z.number('must be a number');

export const alarmRule = z
  .strictObject({
    kind,
    isOn: z.boolean(),
    threshold: threshold.nullable().meta({ description: 'Null where the rule has none.' }),
    isChanged: z.boolean().meta({ description: 'Whether it is other than without anybody’s doing.' }),
  })
  .meta({ id: 'AlarmRule' });
export type AlarmRule = z.infer<typeof alarmRule>;

export const alarmRules = z
  .strictObject({
    rules: z.array(alarmRule).meta({
      description: 'Those of the installation are in its first workspace only, for whoever may see it.',
    }),
    currency: z.string().meta({ description: 'Of thresholds of money.' }),
  })
  .meta({ id: 'AlarmRules' });

export const alarmRuleChange = z
  .strictObject({
    isOn: z.boolean('must be true or false'),
    threshold: threshold.nullable().meta({ description: 'Null or left out: the usual one.' }).optional(),
  })
  .meta({ id: 'AlarmRuleChange' });

export function isAlarmKind(text: string): text is (typeof attentionKinds)[number] {
  return attentionKinds.some((known) => known === text);
}

const lastResult = z
  .strictObject({
    at: timestamp,
    isOk: z.boolean(),
    status: z.int().nullable().meta({ description: 'The HTTP status, where there was one.' }),
    error: z.string().nullable().meta({ description: 'Why it did not arrive, in one word.' }),
  })
  .meta({ id: 'AlarmReceiverResult' });
export type AlarmReceiverResult = z.infer<typeof lastResult>;

/** Who is told: a member by mail, or a program by a signed call. */
export const alarmReceiver = z
  .strictObject({
    id: z.uuid(),
    type: z.enum(['mail', 'webhook']),
    to: z.string().meta({ description: 'The address of the member, or the URL.' }),
    createdAt: timestamp,
    last: lastResult.nullable(),
  })
  .meta({ id: 'AlarmReceiver' });
export type AlarmReceiver = z.infer<typeof alarmReceiver>;

export const alarmReceivers = z
  .strictObject({ receivers: z.array(alarmReceiver) })
  .meta({ id: 'AlarmReceivers' });

export const newAlarmWebhook = z
  .strictObject({
    url: z
      .string('must be a text')
      .trim()
      .meta({ description: 'Where each message is sent, by POST; an https URL on the public internet.' }),
  })
  .meta({ id: 'NewAlarmWebhook' });

/** What the answer has where there is a new secret. */
export const alarmWebhookSecret = z
  .strictObject({
    id: z.uuid(),
    secret: z.string().meta({ description: 'For checking signatures. Shown in this answer only.' }),
  })
  .meta({ id: 'AlarmWebhookSecret' });
export type AlarmWebhookSecret = z.infer<typeof alarmWebhookSecret>;

export const alarmMail = z
  .strictObject({
    isWanted: z.boolean('must be true or false').meta({ description: 'Whether the caller is mailed.' }),
  })
  .meta({ id: 'AlarmMail' });

/** What everybody may know of how alarms are told here. */
export const alarmSummary = z
  .strictObject({
    open: z.int().min(0),
    isMailed: z.boolean().meta({ description: 'Whether the caller is mailed.' }),
    canSendMail: z.boolean(),
    receivers: z.int().min(0),
  })
  .meta({ id: 'AlarmSummary' });
export type AlarmSummary = z.infer<typeof alarmSummary>;
