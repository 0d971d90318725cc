import type { ReactNode } from 'react';
import { now } from '../lib/time/now.ts';
import { useStore } from '../lib/api/store.ts';
import { formatExact, formatMoment } from './format-moment.ts';

export function Timestamp({ at }: { at: string }): ReactNode {
  const current = useStore(now);
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatExact(date)}>
      {formatMoment(date, current)}
    </time>
  );
}
