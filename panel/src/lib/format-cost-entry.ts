import type { CostEntry } from './api.ts';

/** What an amount does to the visits of its days. */
export const costEntryModes = [
  { value: 'add', label: 'Comes on top' },
  { value: 'correct', label: 'Corrects, up or down' },
  { value: 'replace', label: 'Replaces all cost so far' },
];

/** The days of an entry in the workspace's zone, with its hours where it is no whole day. */
export function formatCostPeriod({ from, to, tokens }: CostEntry, timezone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, dateStyle: 'medium' });
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, timeStyle: 'medium' });
  const [first, last] = [new Date(from), new Date(to)];
  const isWhole = hour.format(first) === '00:00:00' && hour.format(last) === '23:59:59';
  const say = (moment: Date) =>
    isWhole ? day.format(moment) : `${day.format(moment)} ${hour.format(moment)}`;
  const days = say(first) === say(last) ? say(first) : `${say(first)} to ${say(last)}`;
  const only = Object.entries(tokens).map(([name, value]) => `${name} is ${value}`);
  return [days, ...only].join(', ');
}

/** How far entries have come, as people call it. */
export const costStates: Record<CostEntry['status'], string> = {
  pending: 'Being spread',
  spread: 'Spread',
  withdrawing: 'Being taken back',
  withdrawn: 'Taken back',
  failed: 'Failed',
};

/** How far it has come, and how many visits it lies on. */
export function formatCostStatus(entry: CostEntry): string {
  const { status, reason, visits, mode, replacedBy } = entry;
  if (status === 'failed') return reason === null ? costStates.failed : `${costStates.failed}: ${reason}`;
  if (status === 'spread' && replacedBy !== null) return 'Replaced by a later entry';
  const on =
    visits === null || status === 'withdrawn'
      ? ''
      : `, ${visits.toLocaleString('en')} ${visits === 1 ? 'visit' : 'visits'}`;
  const how = mode === 'add' ? '' : mode === 'correct' ? ', a correction' : ', in place of what was there';
  return `${costStates[status]}${on}${how}`;
}
