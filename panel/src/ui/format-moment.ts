const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

// Without a time zone, uses that of the browser.
export function formatExact(date: Date, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

export function formatMoment(date: Date, current: Date, timeZone: string | undefined): string {
  const distance = date.getTime() - current.getTime();
  if (Math.abs(distance) > 14 * 86_400_000) return formatExact(date, timeZone);
  const step = steps.find(([, least]) => Math.abs(distance) >= least);
  if (step === undefined) return 'just now';
  const [unit, size] = step;
  return relative.format(Math.round(distance / size), unit);
}
