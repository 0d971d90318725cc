import {
  defaultMetrics,
  isMetricId,
  reportMetrics,
  type MetricId,
} from '@waypost/contract/report-metrics.ts';
import type { ListedCampaign } from '../../lib/api.ts';
import { explainMetric, listedMetrics, metricLabel } from '../../lib/metric-labels.ts';
import { MetricCell } from '../../ui/metric-cell.tsx';
import { countryColumn, createdColumn, nameColumn } from '../../ui/record/columns.tsx';
import type { Column } from '../../ui/table/column.ts';
import { StatusBadge } from './status-badge.tsx';
import type { MetricsById } from './use-campaign-metrics.ts';

const shownAtFirst: readonly MetricId[] = defaultMetrics;
const usualPx: Readonly<Record<string, number>> = { currency: 104, percent: 84 };

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
    ...listedMetrics.map((id) => metricColumn(id, { metrics, isPartly }, currency)),
    { ...made, isExtra: true },
  ];
}

function metricColumn(
  id: MetricId,
  { metrics, isPartly }: { metrics: MetricsById | undefined; isPartly: boolean },
  currency: string,
): Column<ListedCampaign> {
  const missing = isPartly ? null : undefined;
  return {
    id,
    label: metricLabel(id),
    help: explainMetric(id),
    value: (row) => metrics?.[row.id]?.now?.[id] ?? null,
    cell: (row) => (
      <MetricCell
        id={id}
        value={metrics?.[row.id] === undefined ? missing : metrics[row.id]?.now?.[id]}
        before={metrics?.[row.id]?.before?.[id]}
        currency={currency}
      />
    ),
    isFigure: true,
    isMain: id === 'visits' || id === 'profit',
    isExtra: !shownAtFirst.includes(id),
    // As wide as its name, and as most of its numbers.
    widthPx: Math.max(usualPx[reportMetrics[id].unit] ?? 72, metricLabel(id).length * 7 + 28),
  };
}

/** The metrics among columns: what is shown, in the beginning or by choice, and what the list is ordered by. */
export function neededMetrics(chosen: readonly string[] | undefined, sort: string): MetricId[] {
  return [...new Set([...(chosen ?? shownAtFirst), sort.replace('-', '')])].filter(isMetricId);
}
