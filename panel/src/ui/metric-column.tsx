import type { FieldLabels } from '@waypost/contract/reports/field-labels.ts';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { explainMetric, metricLabel } from '../lib/reports/metric-labels.ts';
import { MetricCell } from './metric-cell.tsx';
import type { Column } from './table/column.ts';
import { describeMetric } from '../lib/format/describe-metric.ts';

const widthByUnit: Readonly<Record<string, number>> = { currency: 104, percent: 84 };

type ReadMetric<Row> = (row: Row) => {
  /** Value of the metric; undefined while loading, null if there is no value. */
  value: number | null | undefined;
  before: number | null | undefined;
};

export function metricColumn<Row>(
  id: AnyMetricId,
  currency: string,
  read: ReadMetric<Row>,
  names?: FieldLabels,
): Column<Row> {
  const label = metricLabel(id, names);
  return {
    id,
    label,
    help: explainMetric(id),
    value: (row) => read(row).value ?? null,
    cell: (row) => <MetricCell id={id} currency={currency} {...read(row)} />,
    isFigure: true,
    isMain: id === 'visits' || id === 'profit',
    widthPx: Math.max(widthByUnit[describeMetric(id).unit] ?? 72, label.length * 8 + 36),
  };
}
