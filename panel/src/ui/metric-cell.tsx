import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import type { ReactNode } from 'react';
import { describeChange, formatMetric } from '../lib/format/format-metrics.ts';
import classes from './metric-cell.module.css';

export const signedMetrics: ReadonlySet<AnyMetricId> = new Set(['profit', 'roi']);

export function MetricCell({
  id,
  value,
  before,
  currency,
  decimals,
  all,
  color,
}: {
  id: AnyMetricId;
  /** Value of the metric; undefined while loading, null if there is no value. */
  value: number | null | undefined;
  before: number | null | undefined;
  currency: string;
  // Number of decimals of all values in the column. Each value has its own without it.
  decimals?: number;
  // Value without filters, shown below the total of a filtered report.
  all?: number | null | undefined;
  // Color of the value, instead of that of a gain or loss.
  color?: string | undefined;
}): ReactNode {
  // The placeholder is a plain element for speed, because a newly opened list renders hundreds of placeholders.
  if (value === undefined) return <span className={classes['unknown']} role="img" aria-label="Loading" />;
  const change = describeChange(id, value, before);
  const text = formatMetric(id, value, currency, decimals);
  const isGain = signedMetrics.has(id) && value !== null && /[1-9]/.test(text);
  return (
    <span className={classes['metric']} title={titleOf(id, { value, before, text, currency })}>
      <span
        className={classes['value']}
        style={color === undefined ? undefined : { color }}
        data-gain={isGain && color === undefined ? (value > 0 ? 'good' : 'bad') : undefined}
      >
        {isGain && value > 0 ? '+' : ''}
        {text}
      </span>
      {change === undefined ? null : (
        <span className={classes['change']} data-direction={change.direction}>
          {change.text}
        </span>
      )}
      {all === undefined ? null : (
        <span className={classes['change']}>all: {formatMetric(id, all, currency, decimals)}</span>
      )}
    </span>
  );
}

// Returns the previous value, and the exact value if it has more digits than the column.
function titleOf(
  id: AnyMetricId,
  {
    value,
    before,
    text,
    currency,
  }: { value: number | null; before: number | null | undefined; text: string; currency: string },
): string | undefined {
  const exact = value === null ? '' : formatMetric(id, value, currency);
  const lines = [
    ...(exact.length > text.length ? [exact] : []),
    ...(before === undefined || before === null ? [] : [`Previous: ${formatMetric(id, before, currency)}`]),
  ];
  return lines.length === 0 ? undefined : lines.join('\n');
}
