import {
  dimensionIds,
  publicDimensionIds,
  reportDimensions,
  type DimensionId,
} from '../contract/src/reports/report-dimensions.ts';
import {
  metricIds,
  publicMetricIds,
  reportMetrics,
  writeFormula,
  type MetricId,
} from '../contract/src/reports/report-metrics.ts';

const series = /^(token|event|revenue|cost|value)(\d+)$/;

export function metricsTable(): string {
  const lines = metricIds.filter((id) => !isOneOfSeries(id)).map(describeMetric);
  return ['| Metric | Meaning | Formula |', '| --- | --- | --- |', ...lines].join('\n');
}

export function dimensionsTable(): string {
  const lines = dimensionIds.filter((id) => !isOneOfSeries(id)).map(describeDimension);
  return ['| Dimension | Meaning | Examples |', '| --- | --- | --- |', ...lines].join('\n');
}

/**
 * Returns true for IDs such as `token2` to `token15`, which are left out because the row for `token1` describes the
 * whole series.
 */
function isOneOfSeries(id: string): boolean {
  return (series.exec(id)?.[2] ?? '1') !== '1';
}

function describeMetric(id: MetricId): string {
  const { sentence } = reportMetrics[id];
  const name = nameSeries(id, '20') + markOf(publicMetricIds.includes(id));
  return `| ${name} | ${describeSeries(sentence)} | ${describeSeries(writeFormula(id))} |`;
}

function describeDimension(id: DimensionId): string {
  const { sentence, example, choices } = reportDimensions[id];
  const values =
    choices === undefined ? `\`${example}\`` : choices.map((choice) => `\`${choice}\``).join(' ');
  const name = nameSeries(id, '15') + markOf(publicDimensionIds.includes(id));
  return `| ${name} | ${describeSeries(sentence)} | ${values} |`;
}

/** Rewrites the description of the first entry of a series, so that it applies to all entries. */
function describeSeries(text: string): string {
  return text.replace('index 1', 'this index').replace('Token 1', 'Token');
}

function markOf(isPublic: boolean): string {
  return isPublic ? '' : ' \\*';
}

function nameSeries(id: string, last: string): string {
  const [, name] = series.exec(id) ?? [];
  return name === undefined ? `\`${id}\`` : `\`${id}\` … \`${name}${last}\``;
}
