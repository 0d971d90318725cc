const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

export function formatExact(date: Date): string {
  return exact.format(date);
}

export function formatMoment(date: Date, current: Date): string {
  const distance = date.getTime() - current.getTime();
  if (Math.abs(distance) > 14 * 86_400_000) return exact.format(date);
  const step = steps.find(([, least]) => Math.abs(distance) >= least);
  if (step === undefined) return 'just now';
  const [unit, size] = step;
  return relative.format(Math.round(distance / size), unit);
}
