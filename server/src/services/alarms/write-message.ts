import { createHmac, randomBytes } from 'node:crypto';
import { attentionKinds } from '@waypost/contract/attention.ts';
import { alarmRuleKinds } from '@waypost/contract/alarm-rules.ts';
import type { AlarmMessage, ToldAlarm } from '../../domain/alarms/alarm-message.ts';
import type { Mail } from '../../platform/mail.ts';
import type { UntoldAlarm } from '../../store/alarms/alarms.ts';

/** So many of a kind are named; of an outage of everything the number says more than the list. */
const namedMax = 20;
const secretPrefix = 'whsec_';
const secretBytes = 32;

export function presentTold({ openedAt, recoveredAt, ...alarm }: UntoldAlarm): ToldAlarm {
  return {
    ...alarm,
    openedAt: openedAt.toISOString(),
    recoveredAt: recoveredAt?.toISOString() ?? null,
  };
}

export function makeWebhookSecret(): string {
  return `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`;
}

/** A call after the scheme of Standard Webhooks: receivers check it with any of its libraries. */
export function signWebhook(
  message: AlarmMessage & { createdAt: Date },
  secret: string,
  now: Date,
): { headers: Record<string, string>; body: string } {
  const { id, type, data, createdAt } = message;
  const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data: shorten(data) });
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  };
}

/** How many there are is told besides, where not all are named. */
function shorten({ workspace, opened, recovered }: AlarmMessage['data']) {
  return {
    workspace,
    opened: firstOfKinds(opened),
    recovered: firstOfKinds(recovered),
    openedCount: opened.length,
    recoveredCount: recovered.length,
  };
}

function firstOfKinds(alarms: readonly ToldAlarm[]): ToldAlarm[] {
  return attentionKinds.flatMap((kind) => alarms.filter((alarm) => alarm.kind === kind).slice(0, namedMax));
}

/** Plain text. Undefined where nothing of it is for this person. */
export function writeAlarmMail(
  { id, type, data }: AlarmMessage,
  to: string,
  { panelUrl, kinds }: { panelUrl: string; kinds: readonly string[] },
): Mail | undefined {
  const about = { id, to };
  const link = ['', `${panelUrl}/alarms`, ''];
  const { name } = data.workspace;
  if (type === 'alarms.test') {
    const text = [`This is a test: alarms of the workspace "${name}" reach you.`, ...link].join('\n');
    return { ...about, subject: `Waypost: a test of the alarms of ${name}`, text };
  }
  const opened = data.opened.filter(({ kind }) => kinds.includes(kind));
  const recovered = data.recovered.filter(({ kind }) => kinds.includes(kind));
  if (opened.length + recovered.length === 0) return undefined;
  const counts = [
    ...(opened.length === 0 ? [] : [`${opened.length} new`]),
    ...(recovered.length === 0 ? [] : [`${recovered.length} over`]),
  ];
  const text = [...writeList('New:', opened), ...writeList('Over:', recovered), ...link].join('\n');
  return { ...about, subject: `Waypost alarms of ${name}: ${counts.join(', ')}`, text };
}

function writeList(title: string, alarms: readonly ToldAlarm[]): string[] {
  if (alarms.length === 0) return [];
  const kinds = attentionKinds.filter((kind) => alarms.some((alarm) => alarm.kind === kind));
  return [
    title,
    ...kinds.flatMap((kind) => {
      const ofKind = alarms.filter((alarm) => alarm.kind === kind);
      const named = ofKind.slice(0, namedMax).map(sayAlarm);
      const more = ofKind.length - named.length;
      const rest = more > 0 ? [`  and ${more} more of the kind: ${alarmRuleKinds[kind].name}`] : [];
      return [...named, ...rest];
    }),
    '',
  ];
}

function sayAlarm({ subject, message }: ToldAlarm): string {
  return `- ${subject === null ? '' : `${subject.name}: `}${message}`;
}
