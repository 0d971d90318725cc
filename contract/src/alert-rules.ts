import type { AttentionKind } from './attention.ts';

/** What a threshold is counted in; money is in the currency of the workspace. */
export type ThresholdUnit = 'minutes' | 'days' | 'percent' | 'megabytes' | 'times' | 'money';

type AlertThreshold = { unit: ThresholdUnit; usual: number; least: number; most: number };

type AlertRuleKind = {
  /** What happens, as the name of the rule. */
  name: string;
  /** Whose matter it is; what is the installation's is told in its first workspace. */
  of: 'workspace' | 'installation';
  /** Whether it is told where nobody has said anything. */
  isOn: boolean;
  /** How long it has to last before it is an alert, where a moment of it is nothing. */
  lastsMinutes?: number;
  threshold?: AlertThreshold;
};

/** One rule for each kind of attention: what is an alert is judged once, there. */
export const alertRuleKinds: Readonly<Record<AttentionKind, AlertRuleKind>> = {
  'part-failing': {
    name: 'A process or an engine does not answer',
    of: 'installation',
    isOn: true,
    lastsMinutes: 2,
  },
  'low-disk': {
    name: 'The disk is filling up: less than this is free',
    of: 'installation',
    isOn: true,
    threshold: { unit: 'percent', usual: 15, least: 1, most: 90 },
  },
  'growing-spool': {
    name: 'The spool is growing: more than this waits to be stored',
    of: 'installation',
    isOn: true,
    lastsMinutes: 2,
    threshold: { unit: 'megabytes', usual: 100, least: 1, most: 100_000 },
  },
  'late-traffic': {
    name: 'Reports are late by more than this',
    of: 'workspace',
    isOn: true,
    threshold: { unit: 'minutes', usual: 10, least: 1, most: 1_440 },
  },
  'lost-traffic': { name: 'A campaign lost its traffic', of: 'workspace', isOn: true },
  'lost-conversions': { name: 'A campaign lost its conversions', of: 'workspace', isOn: true },
  'spend-without-conversions': {
    name: 'A campaign spent this much in 24 hours without a conversion',
    of: 'workspace',
    isOn: true,
    threshold: { unit: 'money', usual: 50, least: 0.01, most: 1_000_000 },
  },
  'unusual-conversion-rate': {
    name: 'The conversion rate of a campaign differs from its usual by this or more',
    of: 'workspace',
    isOn: true,
    threshold: { unit: 'percent', usual: 40, least: 10, most: 1_000 },
  },
  'unmatched-events': {
    name: 'So many events of a campaign came to nothing in 24 hours',
    of: 'workspace',
    isOn: true,
    threshold: { unit: 'times', usual: 10, least: 1, most: 10_000 },
  },
  'paused-receiver': {
    name: 'A receiver of postbacks does not answer',
    of: 'workspace',
    isOn: true,
  },
  'failed-postbacks': {
    name: 'So many postbacks to a receiver were given up in 7 days',
    of: 'workspace',
    isOn: true,
    threshold: { unit: 'times', usual: 5, least: 1, most: 10_000 },
  },
  'full-offer': { name: 'An offer reached its cap', of: 'workspace', isOn: false },
  'full-path': { name: 'A path of a rotator reached its cap', of: 'workspace', isOn: false },
  warning: { name: 'A record that is in use got a warning', of: 'workspace', isOn: false },
  'expiring-key': {
    name: 'An API key ends within',
    of: 'workspace',
    isOn: true,
    threshold: { unit: 'days', usual: 14, least: 1, most: 90 },
  },
  'expiring-certificate': {
    name: 'The certificate of a domain ends within',
    of: 'workspace',
    isOn: true,
    threshold: { unit: 'days', usual: 14, least: 1, most: 60 },
  },
  // Those that come with the product are months old on the day it is installed: nobody shall begin with an alert.
  'old-geo-files': {
    name: 'The files of places are older than',
    of: 'installation',
    isOn: true,
    threshold: { unit: 'days', usual: 365, least: 7, most: 730 },
  },
};
