import type { AttentionItem } from '../api/api.ts';
import { recordPath } from './screen.ts';

export const attentionTitles: Readonly<Record<AttentionItem['kind'], string>> = {
  'late-traffic': 'Reports delayed',
  'part-failing': 'Component failing',
  'lost-traffic': 'Traffic stopped',
  'lost-conversions': 'Conversions stopped',
  'unmatched-events': 'Rejected conversions',
  'paused-receiver': 'Receiver failing',
  'failed-postbacks': 'Failed postbacks',
  'failed-report': 'Scheduled report not delivered',
  'full-offer': 'Offer cap reached',
  'full-path': 'Path cap reached',
  warning: 'Possible mistake',
  'expiring-key': 'API key expires soon',
  'old-geo-files': 'GeoIP database outdated',
  'low-disk': 'Low disk space',
  'growing-spool': 'Spool growing',
  'overdue-backup': 'Backup failed or overdue',
  'spend-without-conversions': 'Spend without conversions',
  'unusual-conversion-rate': 'Unusual conversion rate',
  'expiring-certificate': 'Certificate expires soon',
};

const systemKinds = new Set<AttentionItem['kind']>([
  'part-failing',
  'low-disk',
  'growing-spool',
  'overdue-backup',
  'old-geo-files',
]);

type LinkTarget = { to: string; search?: Record<string, unknown> };

/** Returns the screen where the problem can be fixed, or undefined if the problem cannot be fixed in the panel. */
export function attentionLink({
  kind,
  subject,
}: Pick<AttentionItem, 'kind' | 'subject'>): LinkTarget | undefined {
  if (systemKinds.has(kind)) return { to: '/system' };
  if (subject === null) return undefined;
  if (kind === 'unmatched-events') return { to: '/inbox', search: { campaignId: subject.id } };
  if (kind === 'paused-receiver') return { to: '/postbacks' };
  if (kind === 'failed-postbacks') return { to: '/postbacks', search: { state: 'failed' } };
  if (kind === 'failed-report') return { to: '/reports', search: { delivery: 'schedules' } };
  const to = recordPath(subject.type, subject.id);
  return to === undefined ? undefined : { to };
}
