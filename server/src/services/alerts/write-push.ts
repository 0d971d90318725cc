import type { AlertMessage, NotifiedAlert } from '../../domain/alerts/alert-message.ts';
import { formatAlert } from './write-message.ts';

type DeviceNotification = {
  // A notification replaces the one with the same tag on the device.
  tag: string;
  title: string;
  body: string;
};

// Content that the service worker of the panel shows. Paths are relative to the panel.
type PushContent = { path: string; notifications: DeviceNotification[] };

export type Push = {
  content: PushContent;
  urgency: 'normal' | 'high';
  // A push service keeps only the newest undelivered message of a topic. At most 32 characters of base64url.
  topic: string;
};

// Below the limit of all push services, with room for the encryption.
export const pushBytesMax = 2_900;

// The longest form that fits is used. In the shortest, a single notification states how many alerts there are.
const forms = [
  { alertsMax: 4, textMax: 400 },
  { alertsMax: 4, textMax: 160 },
  { alertsMax: 2, textMax: 80 },
  { alertsMax: 0, textMax: 80 },
];

// Writes the notifications about the alerts of the given kinds. Returns undefined if there are none.
export function writePush(
  message: AlertMessage,
  { kinds, bytesMax = pushBytesMax }: { kinds: readonly string[]; bytesMax?: number },
): Push | undefined {
  const { id, type, data } = message;
  const alerts = [...data.opened, ...data.recovered].filter(({ kind }) => kinds.includes(kind));
  if (type === 'alerts.changed' && alerts.length === 0) return undefined;
  const [first] = alerts;
  // If the device was offline since the alert started, it gets only the message about its recovery.
  const topic = alerts.length === 1 && first !== undefined ? first.id : id;
  const isUrgent = alerts.length === 0 || alerts.some(({ recoveredAt }) => recoveredAt === null);
  const contents = forms.map((form) => writeContent(message, alerts, form));
  const content = contents.find((one) => Buffer.byteLength(JSON.stringify(one)) <= bytesMax);
  return {
    content: content ?? writeContent(message, alerts, { alertsMax: 0, textMax: 80 }),
    urgency: isUrgent ? 'high' : 'normal',
    topic: topic.replaceAll('-', ''),
  };
}

function writeContent(
  { type, data }: AlertMessage,
  alerts: readonly NotifiedAlert[],
  { alertsMax, textMax }: { alertsMax: number; textMax: number },
): PushContent {
  const workspace = shorten(data.workspace.name, 80);
  const path = `/alerts?ws=${data.workspace.id}`;
  const ofWorkspace = `workspace ${data.workspace.id}`;
  if (type === 'alerts.test') {
    const body = 'This is a test. Alerts for this workspace will appear on this device.';
    return { path, notifications: [{ tag: ofWorkspace, title: `Test alert for ${workspace}`, body }] };
  }
  const shown = alerts.slice(0, alertsMax);
  const rest = alerts.slice(alertsMax);
  const notifications = shown.map((alert) => ({
    tag: alert.id,
    title: `${alert.recoveredAt === null ? 'Alert' : 'Resolved'}: ${workspace}`,
    body: shorten(formatAlert(alert), textMax),
  }));
  if (rest.length === 0) return { path, notifications };
  const more = shown.length === 0 ? '' : ' more';
  const summary = { tag: ofWorkspace, title: `Alerts: ${workspace}`, body: `${countAlerts(rest, more)}.` };
  return { path, notifications: [...notifications, summary] };
}

function countAlerts(alerts: readonly NotifiedAlert[], more: string): string {
  const recovered = alerts.filter(({ recoveredAt }) => recoveredAt !== null).length;
  const opened = alerts.length - recovered;
  return [
    ...(opened === 0 ? [] : [`${opened}${more} new`]),
    ...(recovered === 0 ? [] : [`${recovered}${more} resolved`]),
  ].join(', ');
}

function shorten(text: string, charactersMax: number): string {
  const characters = Array.from(text);
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax - 1).join('')}…`;
}
