import type { MetricId } from '@waypost/contract/report-metrics.ts';
import type { ReactNode } from 'react';
import { describeChange, formatMetric } from '../lib/format-metrics.ts';
import classes from './metric-cell.module.css';

/** What says by itself whether it is good or bad. */
export const signedMetrics: ReadonlySet<MetricId> = new Set(['profit', 'roi']);

/** A number, and below it how far it is from what it was the time before. */
export function MetricCell({
  id,
  value,
  before,
  currency,
}: {
  id: MetricId;
  /** Undefined where it is not known yet; null where there is none. */
  value: number | null | undefined;
  before: number | null | undefined;
  currency: string;
}): ReactNode {
  // Hundreds of these stand in a list that was just opened.
  if (value === undefined)
    return <span className={classes['unknown']} role="img" aria-label="Not known yet" />;
  const change = describeChange(id, value, before);
  const isGain = signedMetrics.has(id) && value !== null && value !== 0;
  return (
    <span
      className={classes['metric']}
      title={change === undefined ? undefined : `Before: ${formatMetric(id, before, currency)}`}
    >
      <span className={classes['value']} data-gain={isGain ? (value > 0 ? 'good' : 'bad') : undefined}>
        {isGain && value > 0 ? '+' : ''}
        {formatMetric(id, value, currency)}
      </span>
      {change === undefined ? null : (
        <span className={classes['change']} data-direction={change.direction}>
          {change.text}
        </span>
      )}
    </span>
  );
}
