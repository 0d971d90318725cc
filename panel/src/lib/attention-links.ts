import type { AttentionItem } from './api.ts';
import { recordPath } from './record-paths.ts';

/** What each kind is called. */
export const attentionTitles: Readonly<Record<AttentionItem['kind'], string>> = {
  'late-traffic': 'Reports are late',
  'part-failing': 'A part of the installation',
  'lost-traffic': 'Lost its traffic',
  'lost-conversions': 'Lost its conversions',
  'unmatched-events': 'Events that came to nothing',
  'paused-receiver': 'Receiver does not answer',
  'failed-postbacks': 'Postbacks given up',
  'full-offer': 'Offer at its cap',
  'full-path': 'Path at its cap',
  warning: 'Probably not what was meant',
  'expiring-key': 'API key ends soon',
  'old-geo-files': 'Old files of places',
  'low-disk': 'The disk is filling up',
  'growing-spool': 'The spool is growing',
  'spend-without-conversions': 'Spends without conversions',
  'unusual-conversion-rate': 'Unusual conversion rate',
  'expiring-certificate': 'Certificate ends soon',
};

const systemKinds = new Set<AttentionItem['kind']>([
  'part-failing',
  'low-disk',
  'growing-spool',
  'old-geo-files',
]);

type Place = { to: string; search?: Record<string, unknown> };

/** Where it is mended; undefined where that is not in the panel. */
export function attentionLink({ kind, subject }: Pick<AttentionItem, 'kind' | 'subject'>): Place | undefined {
  if (systemKinds.has(kind)) return { to: '/system' };
  if (subject === null) return undefined;
  if (kind === 'unmatched-events') return { to: '/inbox', search: { campaignId: subject.id } };
  if (kind === 'paused-receiver') return { to: '/postbacks' };
  if (kind === 'failed-postbacks') return { to: '/postbacks', search: { state: 'failed' } };
  const to = recordPath(subject.type, subject.id);
  return to === undefined ? undefined : { to };
}
