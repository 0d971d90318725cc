import {
  defaultMetrics,
  isMetricId,
  namedMetricIds,
  type MetricId,
} from '@waypost/contract/reports/report-metrics.ts';
import type { ReactNode } from 'react';
import type { MetricsById } from '../../lib/records/use-record-metrics.ts';
import { totalOf } from '../../lib/reports/metric-totals.ts';
import { MetricCell } from '../metric-cell.tsx';
import { metricColumn } from '../metric-column.tsx';
import type { Column } from '../table/column.ts';

type Known = {
  metrics: MetricsById | undefined;
  /** True if the list is too long to load metrics for every row. */
  isPartly: boolean;
  currency: string;
};

const defaultColumns: readonly MetricId[] = defaultMetrics;

export function metricColumns<Row extends { id: string }>({
  metrics,
  isPartly,
  currency,
}: Known): Column<Row>[] {
  const missing = isPartly ? null : undefined;
  return namedMetricIds.map((id) => ({
    ...metricColumn<Row>(id, currency, (row) => {
      const known = metrics?.[row.id];
      return { value: known === undefined ? missing : known.now?.[id], before: known?.before?.[id] };
    }),
    isExtra: !defaultColumns.includes(id),
  }));
}

/** Returns the metrics to load: the metrics in visible columns and the metric that the list is sorted by. */
export function neededMetrics(chosen: readonly string[] | undefined, sort: string): MetricId[] {
  return [...new Set([...(chosen ?? defaultColumns), sort.replace('-', '')])].filter(isMetricId);
}

export function metricTotals(
  rows: readonly { id: string }[],
  wanted: readonly MetricId[],
  { metrics, currency }: Pick<Known, 'metrics' | 'currency'>,
): Record<string, ReactNode> {
  const known = rows.map(({ id }) => metrics?.[id]);
  const cells = wanted.map((id) => [
    id,
    <MetricCell
      key={id}
      id={id}
      value={totalOf(
        id,
        known.map((one) => one?.now),
      )}
      before={totalOf(
        id,
        known.map((one) => one?.before),
      )}
      currency={currency}
    />,
  ]);
  return { name: 'Total', ...(Object.fromEntries(cells) as Record<string, ReactNode>) };
}
