import type { AnyMetricId } from './custom-metric-ids.ts';
import type { MetricInfo } from './describe-metric.ts';
import { dimensionLabel, formatDimensionValue } from './dimension-labels.ts';
import type { FieldLabels } from './field-labels.ts';
import { operatorLabels } from './operator-labels.ts';
import { writeMetricNumber } from './read-metric-number.ts';
import { isDimensionId } from './report-dimensions.ts';
import type { ReportFilter } from './report-forms.ts';

// Names of records by dimension and ID.
type RecordNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function formatFilter(
  { field, op, values }: ReportFilter,
  {
    labels,
    names,
    describeMetric,
  }: {
    labels: RecordNames;
    names?: FieldLabels | undefined;
    describeMetric: (id: AnyMetricId) => MetricInfo;
  },
): string {
  const name = isDimensionId(field)
    ? dimensionLabel(field, names)
    : (names?.get(field) ?? describeMetric(field).label);
  const texts = values.map((value) =>
    isDimensionId(field)
      ? formatDimensionValue(field, value, labels[field])
      : typeof value === 'number'
        ? writeMetricNumber(describeMetric(field), value)
        : String(value),
  );
  const shown =
    texts.length > 3 ? `${texts.slice(0, 3).join(', ')} and ${texts.length - 3} more` : texts.join(', ');
  return `${name} ${operatorLabels[op]} ${shown}`;
}
