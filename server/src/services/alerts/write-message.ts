import { createHmac, randomBytes } from 'node:crypto';
import { attentionKinds } from '@waypost/contract/monitoring/attention.ts';
import type { AlertMessage, NotifiedAlert } from '../../domain/alerts/alert-message.ts';
import type { Mail } from '../../platform/mail.ts';
import type { UnsentAlert } from '../../store/alerts/alerts.ts';

/** Maximum number of alerts per kind in a message. In a large outage, the count is more useful than a long list. */
const namedMax = 20;
const secretPrefix = 'whsec_';
const secretBytes = 32;

export function presentNotified({ openedAt, recoveredAt, ...alert }: UnsentAlert): NotifiedAlert {
  return {
    ...alert,
    openedAt: openedAt.toISOString(),
    recoveredAt: recoveredAt?.toISOString() ?? null,
  };
}

export function makeWebhookSecret(): string {
  return `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`;
}

/** Signs a message as specified by Standard Webhooks, so that receivers can verify it with existing libraries. */
export function signWebhook(
  message: AlertMessage & { createdAt: Date },
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

function shorten({ workspace, opened, recovered }: AlertMessage['data']) {
  return {
    workspace,
    opened: firstOfKinds(opened),
    recovered: firstOfKinds(recovered),
    openedCount: opened.length,
    recoveredCount: recovered.length,
  };
}

function firstOfKinds(alerts: readonly NotifiedAlert[]): NotifiedAlert[] {
  return attentionKinds.flatMap((kind) => alerts.filter((alert) => alert.kind === kind).slice(0, namedMax));
}

export function writeAlertMail(
  { id, type, data }: AlertMessage,
  to: string,
  { panelUrl, kinds }: { panelUrl: string; kinds: readonly string[] },
): Mail | undefined {
  const about = { id, to };
  const link = ['', `${panelUrl}/alerts`, ''];
  const { name } = data.workspace;
  if (type === 'alerts.test') {
    const text = [
      `This is a test. You will receive alerts for the workspace "${name}" at this address.`,
      ...link,
    ].join('\n');
    return { ...about, subject: `Waypost test alert for ${name}`, text };
  }
  const opened = data.opened.filter(({ kind }) => kinds.includes(kind));
  const recovered = data.recovered.filter(({ kind }) => kinds.includes(kind));
  if (opened.length + recovered.length === 0) return undefined;
  const counts = [
    ...(opened.length === 0 ? [] : [`${opened.length} new`]),
    ...(recovered.length === 0 ? [] : [`${recovered.length} resolved`]),
  ];
  const text = [...writeList('New:', opened), ...writeList('Resolved:', recovered), ...link].join('\n');
  return { ...about, subject: `Waypost alerts for ${name}: ${counts.join(', ')}`, text };
}

function writeList(title: string, alerts: readonly NotifiedAlert[]): string[] {
  if (alerts.length === 0) return [];
  const kinds = attentionKinds.filter((kind) => alerts.some((alert) => alert.kind === kind));
  return [
    title,
    ...kinds.flatMap((kind) => {
      const ofKind = alerts.filter((alert) => alert.kind === kind);
      const named = ofKind.slice(0, namedMax).map((alert) => `- ${formatAlert(alert)}`);
      const more = ofKind.length - named.length;
      const rest = more > 0 ? [`  and ${more} more of the same kind`] : [];
      return [...named, ...rest];
    }),
    '',
  ];
}

export function formatAlert({ subject, message }: NotifiedAlert): string {
  return `${subject === null ? '' : `${subject.name}: `}${message}`;
}
