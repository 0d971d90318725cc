import { readMetricNumber } from '../../lib/reports/read-metric-number.ts';
import { isExactOp, isOfSeveral } from '@waypost/contract/reports/operator-labels.ts';
import type { ReportFilter, ReportValue } from './report-search.ts';
import { isKnownMetric } from '../../lib/format/describe-metric.ts';

/** Returns the filter in the form, or undefined if a value is missing or not a number. */
export function writeFilter({
  field,
  op,
  texts,
  isUnknown,
}: Pick<ReportFilter, 'field' | 'op'> & {
  texts: readonly string[];
  isUnknown: boolean;
}): ReportFilter | undefined {
  const used = isOfSeveral(op) ? texts : texts.slice(0, 1);
  const values: ReportValue[] = [
    ...used.map((text) => (isKnownMetric(field) ? readMetricNumber(field, text) : text)),
    ...(isExactOp(op) && isUnknown ? [null] : []),
  ];
  const isGood =
    values.length > 0 && values.every((value) => typeof value !== 'number' || Number.isFinite(value));
  return isGood ? { field, op, values } : undefined;
}
