import { defaultMetrics, isMetricId, type MetricId } from '@waypost/contract/report-metrics.ts';
import type { ListedCampaign } from '../../lib/api.ts';
import { listedMetrics } from '../../lib/metric-labels.ts';
import { metricColumn } from '../../ui/metric-column.tsx';
import { countryColumn, createdColumn, nameColumn } from '../../ui/record/columns.tsx';
import type { Column } from '../../ui/table/column.ts';
import { StatusBadge } from './status-badge.tsx';
import type { MetricsById } from './use-campaign-metrics.ts';

const shownAtFirst: readonly MetricId[] = defaultMetrics;

/** What is said of campaigns, and then every metric; numbers that are not here yet hold their place. */
export function campaignColumns({
  metrics,
  isPartly,
  names,
  currency,
}: {
  metrics: MetricsById | undefined;
  /** Those that are missing will not come. */
  isPartly: boolean;
  names: ReadonlyMap<string, string>;
  currency: string;
}): Column<ListedCampaign>[] {
  const made = createdColumn<ListedCampaign>();
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
      label: 'Source',
      value: ({ trafficSourceId }) => names.get(trafficSourceId) ?? '',
      widthPx: 120,
      isExtra: true,
    },
    { ...countryColumn(), isExtra: true },
    ...listedMetrics.map((id) => ({
      ...metricColumn<ListedCampaign>(id, currency, (row) => {
        const known = metrics?.[row.id];
        return { value: known === undefined ? missing : known.now?.[id], before: known?.before?.[id] };
      }),
      isExtra: !shownAtFirst.includes(id),
    })),
    { ...made, isExtra: true },
  ];
}

/** The metrics among columns: what is shown, in the beginning or by choice, and what the list is ordered by. */
export function neededMetrics(chosen: readonly string[] | undefined, sort: string): MetricId[] {
  return [...new Set([...(chosen ?? shownAtFirst), sort.replace('-', '')])].filter(isMetricId);
}
