import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { formatShort } from '../../lib/format/format-short.ts';
import type { HourMap } from '../../lib/reports/hour-map.ts';
import { signedMetrics } from '../../ui/metric-cell.tsx';
import classes from './hour-grid.module.css';

// Explains the colors of the heat map. Values beyond the ends of the scale have the color of its end.
export function HourLegend({
  metric,
  map: { smallest, largest },
}: {
  metric: AnyMetricId;
  map: HourMap;
}): ReactNode {
  const { currency } = useWorkspace().workspace;
  const short = (value: number) => formatShort(metric, value, currency);
  const isSigned = signedMetrics.has(metric);
  return (
    <div className={classes['legend']} role="group" aria-label="Legend">
      {smallest < 0 ? (
        <>
          <span>{short(smallest)} or less</span>
          <span className={classes['scale']} data-tone="bad" aria-hidden />
        </>
      ) : null}
      <span>{short(0)}</span>
      {largest > 0 ? (
        <>
          <span className={classes['scale']} data-tone={isSigned ? 'good' : undefined} aria-hidden />
          <span>{short(largest)} or more</span>
        </>
      ) : null}
    </div>
  );
}
