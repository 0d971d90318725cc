import { dayIn } from '@waypost/contract/reports/date-range.ts';
import { shiftDay } from '@waypost/contract/reports/period-before.ts';
import type { ReportFrequency } from '@waypost/contract/reports/report-schedules.ts';
import { readMoment } from '../calendar/read-moment.ts';

export type ScheduleTimes = {
  frequency: ReportFrequency;
  weekday: number | null;
  monthDay: number | null;
  hour: number;
};

// A month has at most 31 days, and a time zone can skip a day.
const searchedDays = 64;

// Returns the first time after `after` at which the schedule is due. An hour that the clocks skip is replaced by the
// next one that exists, and an hour that they repeat is due once, at its first occurrence.
export function nextDueTime(times: ScheduleTimes, timezone: string, after: Date): Date {
  const first = shiftDay(dayIn(timezone, after), -1);
  for (let at = 0; at < searchedDays; at += 1) {
    const day = shiftDay(first, at);
    if (!isDueOn(times, day)) continue;
    const moment = readMoment(`${day} ${String(times.hour).padStart(2, '0')}:00:00`, timezone);
    if (moment !== undefined && moment.firstMs > after.getTime()) return new Date(moment.firstMs);
  }
  throw new Error('schedule without a due time');
}

// Returns the last due time up to `now` and the first after it. Earlier due times that were missed are skipped.
export function skipMissed(
  times: ScheduleTimes,
  timezone: string,
  { dueAt, now }: { dueAt: Date; now: Date },
): { dueAt: Date; nextAt: Date } {
  let [last, nextAt] = [dueAt, nextDueTime(times, timezone, dueAt)];
  while (nextAt <= now) [last, nextAt] = [nextAt, nextDueTime(times, timezone, nextAt)];
  return { dueAt: last, nextAt };
}

function isDueOn({ frequency, weekday, monthDay }: ScheduleTimes, day: string): boolean {
  if (frequency === 'daily') return true;
  if (frequency === 'weekly') return (new Date(`${day}T00:00:00Z`).getUTCDay() || 7) === weekday;
  const date = Number(day.slice(8));
  const isLast = shiftDay(day, 1).endsWith('-01');
  return date === monthDay || (isLast && date < (monthDay ?? 0));
}
