import { reportMetrics, type MetricId } from '@waypost/contract/report-metrics.ts';
import { explainMetric, metricLabel } from '../lib/metric-labels.ts';
import { MetricCell } from './metric-cell.tsx';
import type { Column } from './table/column.ts';

const usualPx: Readonly<Record<string, number>> = { currency: 104, percent: 84 };

type Read<Row> = (row: Row) => {
  /** Undefined where it is not known yet; null where there is none. */
  value: number | null | undefined;
  /** The time before, where it is compared with that. */
  before: number | null | undefined;
};

/** A metric as a column of any table, as wide as its name and as most of its numbers. */
export function metricColumn<Row>(id: MetricId, currency: string, read: Read<Row>): Column<Row> {
  return {
    id,
    label: metricLabel(id),
    help: explainMetric(id),
    value: (row) => read(row).value ?? null,
    cell: (row) => <MetricCell id={id} currency={currency} {...read(row)} />,
    isFigure: true,
    isMain: id === 'visits' || id === 'profit',
    widthPx: Math.max(usualPx[reportMetrics[id].unit] ?? 72, metricLabel(id).length * 8 + 36),
  };
}
