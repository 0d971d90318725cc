import type { FieldLabels } from '@waypost/contract/reports/field-labels.ts';
import { csvLine } from '@waypost/contract/values/csv-line.ts';
import { isRecordDimension, type DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { numberOf, type ReportRow } from '../../lib/reports/compare-rows.ts';
import { describeMetric } from '../../lib/format/describe-metric.ts';

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Writes compared rows as CSV in display order. Each metric is followed by its previous value and its relative change,
 * or by the change in percentage points for a ratio. Cells without a comparison are empty.
 */
export function comparedCsv(
  rows: readonly ReportRow[],
  {
    dimensions,
    metrics,
    labels,
    names,
  }: {
    dimensions: readonly DimensionId[];
    metrics: readonly AnyMetricId[];
    labels: Labels;
    names?: FieldLabels;
  },
): string {
  const head = [
    ...dimensions.flatMap((id) => (isRecordDimension(id) ? [id, `${id}Name`] : [names?.get(id) ?? id])),
    ...metrics.flatMap((id) => {
      const name = names?.get(id) ?? id;
      return [name, `${name}Before`, isRatio(id) ? `${name}ChangePoints` : `${name}Change`];
    }),
  ];
  const lines = rows.map(({ values, before }) =>
    csvLine([
      ...dimensions.flatMap((id) => {
        const value = values[id] ?? null;
        return isRecordDimension(id) ? [value, labels[id]?.[String(value)] ?? null] : [value];
      }),
      ...metrics.flatMap((id) => {
        const [now, was] = [numberOf(values, id), numberOf(before, id)];
        return [now, was, now === null || was === null ? null : changeOf(id, now, was)];
      }),
    ]),
  );
  return csvLine(head) + lines.join('');
}

function isRatio(id: AnyMetricId): boolean {
  return describeMetric(id).unit === 'percent';
}

function changeOf(id: AnyMetricId, now: number, was: number): number | null {
  // The result is rounded, because 0.3 - 0.1 is not exactly 0.2 in binary.
  if (isRatio(id)) return Number(((now - was) * 100).toFixed(6));
  return was === 0 ? null : (now - was) / Math.abs(was);
}
