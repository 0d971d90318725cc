import type { ThresholdUnit } from '@waypost/contract/monitoring/alert-rules.ts';

/** Returns the threshold to save, or undefined if no threshold was typed or it has not changed. */
export function readThreshold(draft: string | undefined, current: number | null): number | undefined {
  const threshold = Number(draft);
  return draft === undefined || draft.trim() === '' || threshold === current ? undefined : threshold;
}

const unitNames: Partial<Record<ThresholdUnit, string>> = {
  minutes: 'minutes',
  hours: 'hours',
  days: 'days',
  percent: '%',
  megabytes: 'MB',
  // The name of the rule already says what is counted.
  postbacks: '',
};

export function formatUnit(unit: ThresholdUnit, currency: string): string {
  return unitNames[unit] ?? currency;
}
