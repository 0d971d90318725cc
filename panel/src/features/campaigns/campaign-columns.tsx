import {
  defaultMetrics,
  isMetricId,
  namedMetricIds,
  type MetricId,
} from '@waypost/contract/reports/report-metrics.ts';
import type { ListedCampaign } from '../../lib/api/api.ts';
import { metricColumn } from '../../ui/metric-column.tsx';
import { countryColumn, createdColumn, nameColumn } from '../../ui/record/columns.tsx';
import type { Column } from '../../ui/table/column.ts';
import { StatusBadge } from './status-badge.tsx';
import type { MetricsById } from './use-campaign-metrics.ts';

const defaultColumns: readonly MetricId[] = defaultMetrics;

export function campaignColumns({
  metrics,
  isPartly,
  names,
  currency,
}: {
  metrics: MetricsById | undefined;
  /** True if the list is too long to load metrics for every row. */
  isPartly: boolean;
  names: ReadonlyMap<string, string>;
  currency: string;
}): Column<ListedCampaign>[] {
  const created = createdColumn<ListedCampaign>();
  const missing = isPartly ? null : undefined;
  return [
    { ...nameColumn<ListedCampaign>(), widthPx: 200 },
    {
      id: 'status',
      label: 'Status',
      value: ({ status }) => status,
      cell: ({ status }) => <StatusBadge status={status} />,
      widthPx: 104,
      isServerSort: true,
    },
    {
      id: 'source',
      label: 'Traffic source',
      value: ({ trafficSourceId }) => names.get(trafficSourceId) ?? '',
      widthPx: 140,
      isExtra: true,
    },
    { ...countryColumn(), isExtra: true },
    ...namedMetricIds.map((id) => ({
      ...metricColumn<ListedCampaign>(id, currency, (row) => {
        const known = metrics?.[row.id];
        return { value: known === undefined ? missing : known.now?.[id], before: known?.before?.[id] };
      }),
      isExtra: !defaultColumns.includes(id),
    })),
    { ...created, isExtra: true },
  ];
}

/** Returns the metrics to load: the metrics in visible columns and the metric that the list is sorted by. */
export function neededMetrics(chosen: readonly string[] | undefined, sort: string): MetricId[] {
  return [...new Set([...(chosen ?? defaultColumns), sort.replace('-', '')])].filter(isMetricId);
}
