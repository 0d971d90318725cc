import type { AttentionKind } from './attention.ts';

/** Unit of a threshold. Amounts are in the workspace's currency. */
export type ThresholdUnit = 'minutes' | 'hours' | 'days' | 'percent' | 'megabytes' | 'postbacks' | 'money';

type AlertThreshold = { unit: ThresholdUnit; default: number; least: number; most: number };

type AlertRuleKind = {
  name: string;
  /** Installation-wide rules belong to the first workspace. */
  of: 'workspace' | 'installation';
  isOn: boolean;
  /** How long the problem must last before an alert starts. If not set, the alert starts immediately. */
  lastsMinutes?: number;
  threshold?: AlertThreshold;
};

/** Rules by kind of attention item. Alerts and attention items use the same checks. */
export const alertRuleKinds: Readonly<Record<AttentionKind, AlertRuleKind>> = {
  'part-failing': {
    name: 'Process or database not responding',
    of: 'installation',
    isOn: true,
    lastsMinutes: 2,
  },
  'low-disk': {
    name: 'Free disk space below',
    of: 'installation',
    isOn: true,
    threshold: { unit: 'percent', default: 15, least: 1, most: 90 },
  },
  'growing-spool': {
    name: 'Spool backlog above',
    of: 'installation',
    isOn: true,
    lastsMinutes: 2,
    threshold: { unit: 'megabytes', default: 100, least: 1, most: 100_000 },
  },
  'overdue-backup': {
    name: 'Automatic backup failed, or last backup older than',
    of: 'installation',
    isOn: true,
    threshold: { unit: 'hours', default: 26, least: 25, most: 720 },
  },
  'late-traffic': {
    name: 'Report data delayed by more than',
    of: 'workspace',
    isOn: true,
    threshold: { unit: 'minutes', default: 10, least: 1, most: 1_440 },
  },
  'lost-traffic': { name: 'Campaign traffic stopped', of: 'workspace', isOn: true },
  'lost-conversions': { name: 'Campaign conversions stopped', of: 'workspace', isOn: true },
  'spend-without-conversions': {
    name: 'Campaign spend in 24 hours without a conversion, at least',
    of: 'workspace',
    isOn: true,
    threshold: { unit: 'money', default: 50, least: 0.01, most: 1_000_000 },
  },
  'unusual-conversion-rate': {
    name: 'Change in a campaign’s conversion rate, at least',
    of: 'workspace',
    isOn: true,
    threshold: { unit: 'percent', default: 40, least: 10, most: 1_000 },
  },
  'unmatched-events': {
    name: 'Rejected incoming postbacks for a campaign in 24 hours, at least',
    of: 'workspace',
    isOn: true,
    threshold: { unit: 'postbacks', default: 10, least: 1, most: 10_000 },
  },
  'paused-receiver': {
    name: 'Postback receiver not responding',
    of: 'workspace',
    isOn: true,
  },
  'failed-postbacks': {
    name: 'Failed postbacks to a receiver in 7 days, at least',
    of: 'workspace',
    isOn: true,
    threshold: { unit: 'postbacks', default: 5, least: 1, most: 10_000 },
  },
  'failed-report': { name: 'Scheduled report not delivered', of: 'workspace', isOn: true },
  'full-offer': { name: 'Offer reached its cap', of: 'workspace', isOn: false },
  'full-path': { name: 'Rotator path reached its cap', of: 'workspace', isOn: false },
  warning: { name: 'Warning on a record in use', of: 'workspace', isOn: false },
  'expiring-key': {
    name: 'API key expires within',
    of: 'workspace',
    isOn: true,
    threshold: { unit: 'days', default: 14, least: 1, most: 90 },
  },
  'expiring-certificate': {
    name: 'Domain certificate expires within',
    of: 'workspace',
    isOn: true,
    threshold: { unit: 'days', default: 14, least: 1, most: 60 },
  },
  // The databases that ship with Waypost can be months old on the day of installation, so a shorter default would
  // trigger an alert immediately.
  'old-geo-files': {
    name: 'GeoIP database older than',
    of: 'installation',
    isOn: true,
    threshold: { unit: 'days', default: 365, least: 7, most: 730 },
  },
};
