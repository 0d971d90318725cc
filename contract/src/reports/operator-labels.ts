import { isDimensionId, reportDimensions, type DimensionId } from './report-dimensions.ts';
import type { AnyMetricId } from './custom-metric-ids.ts';
import type { ReportFilter } from './report-forms.ts';

export const operatorLabels: Readonly<Record<ReportFilter['op'], string>> = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  startsWith: 'starts with',
  gt: 'is above',
  lt: 'is below',
};

export function opsOf(field: DimensionId | AnyMetricId): ReportFilter['op'][] {
  if (!isDimensionId(field)) return ['gt', 'lt'];
  const { kind } = reportDimensions[field];
  if (kind === 'text' || kind === 'tag') return ['is', 'isNot', 'contains', 'notContains', 'startsWith'];
  return kind === 'time' || kind === 'number' ? ['is', 'isNot', 'gt', 'lt'] : ['is', 'isNot'];
}

export function isOfSeveral(op: ReportFilter['op']): boolean {
  return op !== 'gt' && op !== 'lt';
}

/** Returns true if the operator compares whole values. Only such an operator can compare with the unknown value. */
export function isExactOp(op: ReportFilter['op']): boolean {
  return op === 'is' || op === 'isNot';
}
