import type { ReactNode } from 'react';
import { now } from '../lib/now.ts';
import { useStore } from '../lib/store.ts';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

export function Timestamp({ at }: { at: string }): ReactNode {
  const current = useStore(now);
  const date = new Date(at);
  return (
    <time dateTime={at} title={exact.format(date)}>
      {formatMoment(date, current)}
    </time>
  );
}

function formatMoment(date: Date, current: Date): string {
  const distance = date.getTime() - current.getTime();
  if (Math.abs(distance) > 14 * 86_400_000) return exact.format(date);
  const step = steps.find(([, least]) => Math.abs(distance) >= least);
  if (step === undefined) return 'just now';
  const [unit, size] = step;
  return relative.format(Math.round(distance / size), unit);
}
