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

/** Every metric with its formula, for docs/reports.md. */
export function metricsTable(): string {
  const lines = metricIds.filter((id) => !isOneOfSeries(id)).map(describeMetric);
  return ['| Metric | Is | Formula |', '| --- | --- | --- |', ...lines].join('\n');
}

/** Every dimension with an example. */
export function dimensionsTable(): string {
  const lines = dimensionIds.filter((id) => !isOneOfSeries(id)).map(describeDimension);
  return ['| Dimension | Rows are grouped by | Such as |', '| --- | --- | --- |', ...lines].join('\n');
}

/** Those that differ by a number only are one line, that of the first. */
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

/** The page says what it means. */
function markOf(isPublic: boolean): string {
  return isPublic ? '' : ' \\*';
}

function nameSeries(id: string, last: string): string {
  const [, name] = series.exec(id) ?? [];
  return name === undefined ? `\`${id}\`` : `\`${id}\` … \`${name}${last}\``;
}
