import {
  dimensionIds,
  publicDimensionIds,
  reportDimensions,
  type DimensionId,
} from '../contract/src/report-dimensions.ts';
import {
  metricIds,
  publicMetricIds,
  reportMetrics,
  writeFormula,
  type MetricId,
} from '../contract/src/report-metrics.ts';

const series = /^(token|event|revenue|cost|value)(\d+)$/;

/** Returns a table of all metrics with their formulas for docs/reports.md. */
export function metricsTable(): string {
  const lines = metricIds.filter((id) => !isOneOfSeries(id)).map(describeMetric);
  return ['| Metric | Is | Formula |', '| --- | --- | --- |', ...lines].join('\n');
}

export function dimensionsTable(): string {
  const lines = dimensionIds.filter((id) => !isOneOfSeries(id)).map(describeDimension);
  return ['| Dimension | Rows are grouped by | Such as |', '| --- | --- | --- |', ...lines].join('\n');
}

/** Returns true for ids such as `token2` to `token15`, because the row for `token1` describes the whole series. */
function isOneOfSeries(id: string): boolean {
  return (series.exec(id)?.[2] ?? '1') !== '1';
}

function describeMetric(id: MetricId): string {
  const { sentence } = reportMetrics[id];
  const name = nameSeries(id, '20') + markOf(publicMetricIds.includes(id));
  return `| ${name} | ${sentence} | ${writeFormula(id)} |`;
}

function describeDimension(id: DimensionId): string {
  const { sentence, example, choices } = reportDimensions[id];
  const values =
    choices === undefined ? `\`${example}\`` : choices.map((choice) => `\`${choice}\``).join(' ');
  const name = nameSeries(id, '15') + markOf(publicDimensionIds.includes(id));
  return `| ${name} | ${sentence} | ${values} |`;
}

function markOf(isPublic: boolean): string {
  return isPublic ? '' : ' \\*';
}

function nameSeries(id: string, last: string): string {
  const [, name] = series.exec(id) ?? [];
  return name === undefined ? `\`${id}\`` : `\`${id}\` … \`${name}${last}\``;
}
