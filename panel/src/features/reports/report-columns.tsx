import { reportDimensions, type DimensionId } from '@waypost/contract/report-dimensions.ts';
import type { MetricId } from '@waypost/contract/report-metrics.ts';
import type { ReactNode } from 'react';
import { dimensionLabel, sayDimensionValue } from '../../lib/dimension-labels.ts';
import { MetricCell } from '../../ui/metric-cell.tsx';
import { metricColumn } from '../../ui/metric-column.tsx';
import type { Column } from '../../ui/table/column.ts';
import type { ShownRow } from './use-report.ts';

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Values = Readonly<Record<string, string | number | null>> | undefined;

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
    ...metrics.map((id) => ({
      ...metricColumn<ShownRow>(id, currency, ({ values, before }) => numbersOf(id, values, before)),
      isServerSort: true,
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
    ...Object.fromEntries(
      metrics.map((id) => [
        id,
        <MetricCell key={id} id={id} currency={currency} {...numbersOf(id, totals, before)} />,
      ]),
    ),
  };
}

function numbersOf(id: MetricId, values: Values, before: Values) {
  return { value: numberOf(values, id), before: before === undefined ? undefined : numberOf(before, id) };
}

function numberOf(values: Values, id: MetricId): number | null {
  const value = values?.[id];
  return typeof value === 'number' ? value : null;
}
