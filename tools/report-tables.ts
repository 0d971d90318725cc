import { dimensionIds, reportDimensions, type DimensionId } from '../contract/src/report-dimensions.ts';
import { metricIds, reportMetrics, writeFormula, type MetricId } from '../contract/src/report-metrics.ts';

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
  return `| ${nameSeries(id, '20')} | ${sentence} | ${writeFormula(id)} |`;
}

function describeDimension(id: DimensionId): string {
  const { sentence, example, choices } = reportDimensions[id];
  const values =
    choices === undefined ? `\`${example}\`` : choices.map((choice) => `\`${choice}\``).join(' ');
  return `| ${nameSeries(id, '15')} | ${sentence} | ${values} |`;
}

function nameSeries(id: string, last: string): string {
  const [, name] = series.exec(id) ?? [];
  return name === undefined ? `\`${id}\`` : `\`${id}\` … \`${name}${last}\``;
}
