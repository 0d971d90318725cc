import type { ReportSchedule } from '../../../lib/api/api.ts';

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

type Times = Pick<ReportSchedule, 'frequency' | 'weekday' | 'monthDay' | 'hour'>;

export function describeTimes({ frequency, weekday, monthDay, hour }: Times): string {
  const time = `at ${formatHour(hour)}`;
  if (frequency === 'daily') return `Every day ${time}`;
  if (frequency === 'weekly') return `Every ${weekdays[(weekday ?? 1) - 1] ?? ''} ${time}`;
  return monthDay === 31
    ? `On the last day of every month ${time}`
    : `On day ${monthDay ?? 1} of every month ${time}`;
}

export function describeReceivers({
  channel,
  chatId,
  members,
  addresses,
}: Pick<ReportSchedule, 'channel' | 'chatId' | 'members' | 'addresses'>): string {
  if (channel === 'telegram') return `Telegram chat ${chatId ?? ''}`;
  const all = [...members.map(({ email }) => email), ...addresses];
  return all.length === 0 ? 'No recipients left' : `Email to ${all.join(', ')}`;
}
