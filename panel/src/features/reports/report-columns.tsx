import type { DimensionId } from '@waypost/contract/report-dimensions.ts';
import { reportDimensions } from '@waypost/contract/report-dimensions.ts';
import { reportMetrics, type MetricId } from '@waypost/contract/report-metrics.ts';
import type { ReactNode } from 'react';
import { dimensionLabel, sayDimensionValue } from '../../lib/dimension-labels.ts';
import { explainMetric, metricLabel } from '../../lib/metric-labels.ts';
import { MetricCell } from '../../ui/metric-cell.tsx';
import type { Column } from '../../ui/table/column.ts';
import type { ShownRow } from './use-report.ts';

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Values = Readonly<Record<string, string | number | null>> | undefined;

const usualPx: Readonly<Record<string, number>> = { currency: 104, percent: 84 };

/** What rows are by, then what they count. */
export function reportColumns(
  dimensions: readonly DimensionId[],
  metrics: readonly MetricId[],
  { labels, currency }: { labels: Labels; currency: string },
): Column<ShownRow>[] {
  return [
    ...dimensions.map((id, at): Column<ShownRow> => ({
      id,
      label: dimensionLabel(id),
      help: `${reportDimensions[id].sentence}.`,
      value: ({ values }) => sayDimensionValue(id, values[id], labels[id]),
      widthPx: at === 0 ? 220 : 150,
      isServerSort: true,
    })),
    ...metrics.map((id): Column<ShownRow> => ({
      id,
      label: metricLabel(id),
      help: explainMetric(id),
      value: ({ values }) => numberOf(values, id) ?? null,
      cell: ({ values, before }) => cellOf(id, values, before, currency),
      isFigure: true,
      isMain: id === 'visits' || id === 'profit',
      isServerSort: true,
      widthPx: Math.max(usualPx[reportMetrics[id].unit] ?? 76, metricLabel(id).length * 7 + 28),
    })),
  ];
}

/** In the foot, by columns. */
export function reportTotals(
  first: DimensionId,
  metrics: readonly MetricId[],
  { totals, before, currency }: { totals: Values; before: Values; currency: string },
): Record<string, ReactNode> {
  return {
    [first]: 'Total',
    ...Object.fromEntries(metrics.map((id) => [id, cellOf(id, totals, before, currency)])),
  };
}

function cellOf(id: MetricId, values: Values, before: Values, currency: string): ReactNode {
  return (
    <MetricCell
      id={id}
      value={numberOf(values, id) ?? null}
      before={before === undefined ? undefined : numberOf(before, id)}
      currency={currency}
    />
  );
}

function numberOf(values: Values, id: MetricId): number | null | undefined {
  const value = values?.[id];
  return typeof value === 'number' ? value : null;
}
