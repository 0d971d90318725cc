import { Text } from '@mantine/core';
import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { ReactNode } from 'react';
import type { PanelReport } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { explainMetric, metricLabel } from '../../lib/reports/metric-labels.ts';
import { MetricCell } from '../metric-cell.tsx';
import classes from './numbers.module.css';
import { readFigure } from './use-numbers.ts';

export const figureMetrics = [
  'cost',
  'revenue',
  'profit',
  'roi',
  'visits',
  'lpclicks',
  'conversions',
] as const satisfies MetricId[];

export function Figures({
  now,
  before,
  chosen,
  onChoose,
}: {
  now: PanelReport | undefined;
  before: PanelReport | undefined;
  chosen: MetricId;
  onChoose: (metric: MetricId) => void;
}): ReactNode {
  const { currency } = useWorkspace().workspace;
  return (
    <FigureGrid label="Metrics">
      {figureMetrics.map((id) => (
        <button
          key={id}
          type="button"
          className={classes['figure']}
          aria-pressed={id === chosen}
          title={explainMetric(id)}
          onClick={() => onChoose(id)}
        >
          <Text size="xs" c="dimmed" component="span" display="block">
            {metricLabel(id)}
          </Text>
          <span className={classes['value']}>
            <MetricCell
              id={id}
              value={readFigure(now, id)}
              before={readFigure(before, id)}
              currency={currency}
            />
          </span>
        </button>
      ))}
    </FigureGrid>
  );
}

// Lays out the tiles of `figureMetrics`, or their placeholders.
export function FigureGrid({ label, children }: { label?: string; children: ReactNode }): ReactNode {
  return (
    <div className={classes['frame']}>
      <div className={classes['figures']} role={label === undefined ? undefined : 'group'} aria-label={label}>
        {children}
      </div>
    </div>
  );
}
