import { shiftDay } from './period-before.ts';

// Returns true for a value of a time dimension that contains the current time, such as today.
export function isRunningPeriod(
  id: string,
  value: unknown,
  { day, time }: { day: string; time: string },
): boolean {
  if (typeof value !== 'string') return false;
  if (id === 'day') return value === day;
  if (id === 'month') return value === day.slice(0, 7);
  if (id === 'week') return value <= day && shiftDay(value, 7) > day;
  return id === 'hour' && value.slice(0, 13) === `${day}T${time.slice(0, 2)}`;
}
