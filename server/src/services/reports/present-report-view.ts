import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { columnDecimals } from '@waypost/contract/reports/column-decimals.ts';
import { formatDays } from '@waypost/contract/reports/date-range.ts';
import { dimensionLabel, formatDimensionValue } from '@waypost/contract/reports/dimension-labels.ts';
import { formatFilter } from '@waypost/contract/reports/format-filter.ts';
import { describeChange, formatMetric } from '@waypost/contract/reports/format-metrics.ts';
import { layoutChart, type ChartLayout } from '../../domain/charts/layout-chart.ts';
import type { ReportView } from './read-report-view.ts';

export type ViewTotal = {
  label: string;
  text: string;
  change?: { direction: 'up' | 'down' | 'same'; text: string };
};

// A report as text, ready to be laid out on a page or in a message.
export type PresentedView = {
  name: string;
  workspace: string;
  range: string;
  timezone: string;
  filters: string[];
  // Comparison period, if the totals have changes.
  compared: string | undefined;
  columns: { label: string; isFigure: boolean }[];
  rows: string[][];
  totals: ViewTotal[];
  firstRow: number;
  totalRows: number;
  chart: { title: string; layout: ChartLayout } | undefined;
};

export function presentReportView(view: ReportView): PresentedView {
  const { resolved, report, names, filterLabels, describeMetric } = view;
  const { rows, meta } = report;
  const { dimensions, metrics, labels, currency } = meta;
  const { range, definition, compared } = resolved;
  const labelOf = (id: AnyMetricId) => names.get(id) ?? describeMetric(id).label;
  const formats = metrics.map((id) => metricFormat(view, id));
  return {
    name: view.name,
    workspace: view.workspace,
    range,
    timezone: definition.timezone,
    filters: (definition.filters ?? []).map((filter) =>
      formatFilter(filter, { labels: filterLabels, names, describeMetric }),
    ),
    compared: compared === undefined ? undefined : formatCompared(compared),
    columns: [
      ...dimensions.map((id) => ({ label: dimensionLabel(id, names), isFigure: false })),
      ...metrics.map((id) => ({ label: labelOf(id), isFigure: true })),
    ],
    rows: rows.map((row) => [
      ...dimensions.map((id) => formatDimensionValue(id, row[id], labels[id])),
      ...metrics.map((id, at) => formats[at]?.(row[id]) ?? ''),
    ]),
    totals: metrics.map((id, at) => {
      const total = meta.totals?.[id] ?? null;
      const change = describeChange(describeMetric(id), total, numberOf(view.totalsBefore?.[id]));
      return {
        label: labelOf(id),
        text: formats[at]?.(total) ?? '',
        ...(change === undefined ? {} : { change }),
      };
    }),
    firstRow: meta.offset,
    totalRows: meta.totalRows,
    chart: presentChart(view, labelOf, currency),
  };
}

// Formats all values of a column with the same number of decimals.
function metricFormat({ report: { rows, meta }, describeMetric }: ReportView, id: AnyMetricId) {
  const metric = describeMetric(id);
  const values = [...rows.map((row) => numberOf(row[id])), meta.totals?.[id]];
  const decimals = columnDecimals(metric, values, meta.currency);
  return (value: unknown) => formatMetric(metric, numberOf(value), meta.currency, decimals);
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function formatCompared({ from, to }: { from: string; to: string }): string {
  const until = to.slice(11, 16);
  return `${formatDays({ from, to: to.slice(0, 10) })}${until === '' ? '' : `, up to ${until}`}`;
}

function presentChart(
  { chart, describeMetric }: ReportView,
  labelOf: (id: AnyMetricId) => string,
  currency: string,
): PresentedView['chart'] {
  if (chart === undefined) return undefined;
  const { metric, step, points } = chart;
  const { unit } = describeMetric(metric);
  const title = `${labelOf(metric)}${unit === 'currency' ? ` (${currency})` : ''} by ${step}`;
  return { title, layout: layoutChart(points, unit === 'percent') };
}
