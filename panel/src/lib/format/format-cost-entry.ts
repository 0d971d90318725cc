import type { FieldLabels } from '@waypost/contract/reports/field-labels.ts';
import type { CostEntry } from '../api/api.ts';
import { dayIn } from '../time/date-range.ts';
import { dayBounds } from '../time/day-bounds.ts';

export const costEntryModes = [
  { value: 'add', label: 'Add to existing cost' },
  { value: 'correct', label: 'Correct existing cost' },
  { value: 'replace', label: 'Replace existing cost' },
];

/**
 * Formats the period of a cost entry in the workspace's time zone. Adds times if the period does not consist of whole
 * days.
 */
export function formatCostPeriod(
  { from, to, tokens }: CostEntry,
  timezone: string,
  labels?: FieldLabels,
): string {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, dateStyle: 'medium' });
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, timeStyle: 'medium' });
  const [first, last] = [new Date(from), new Date(to)];
  const whole = dayBounds({ from: dayIn(timezone, first), to: dayIn(timezone, last) }, timezone);
  const isWhole = isSameSecond(from, whole.from) && isSameSecond(to, whole.to);
  const format = (moment: Date) =>
    isWhole ? day.format(moment) : `${day.format(moment)} ${hour.format(moment)}`;
  const days = format(first) === format(last) ? format(first) : `${format(first)} – ${format(last)}`;
  const only = Object.entries(tokens).map(([name, value]) => `${labels?.get(name) ?? name} is ${value}`);
  return [days, ...only].join(', ');
}

function isSameSecond(one: string, other: string): boolean {
  return Math.floor(Date.parse(one) / 1_000) === Math.floor(Date.parse(other) / 1_000);
}

export const costStates: Record<CostEntry['status'], string> = {
  pending: 'Applying',
  spread: 'Applied',
  withdrawing: 'Reversing',
  withdrawn: 'Reversed',
  failed: 'Failed',
};

export function formatCostStatus(entry: CostEntry): string {
  const { status, reason, visits, mode, replacedBy } = entry;
  if (status === 'failed') return reason === null ? costStates.failed : `${costStates.failed}: ${reason}`;
  if (status === 'spread' && replacedBy !== null) return 'Replaced by a later entry';
  const on =
    visits === null || status === 'withdrawn'
      ? ''
      : `${status === 'spread' ? ' to' : ','} ${visits.toLocaleString('en')} ${visits === 1 ? 'visit' : 'visits'}`;
  const how = mode === 'add' ? '' : mode === 'correct' ? ' (correction)' : ' (replacement)';
  return `${costStates[status]}${on}${how}`;
}
