import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { ReactNode } from 'react';
import { describeChange, formatMetric } from '../lib/format/format-metrics.ts';
import classes from './metric-cell.module.css';

export const signedMetrics: ReadonlySet<MetricId> = new Set(['profit', 'roi']);

export function MetricCell({
  id,
  value,
  before,
  currency,
}: {
  id: MetricId;
  /** Value of the metric; undefined while loading, null if there is no value. */
  value: number | null | undefined;
  before: number | null | undefined;
  currency: string;
}): ReactNode {
  // The placeholder is a plain element for speed, because a newly opened list renders hundreds of placeholders.
  if (value === undefined) return <span className={classes['unknown']} role="img" aria-label="Loading" />;
  const change = describeChange(id, value, before);
  const isGain = signedMetrics.has(id) && value !== null && value !== 0;
  return (
    <span
      className={classes['metric']}
      title={change === undefined ? undefined : `Previous: ${formatMetric(id, before, currency)}`}
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
