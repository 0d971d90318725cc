import { attributeConditions } from '@waypost/contract/visits/attribute-lists.ts';
import {
  isRecordDimension,
  reportDimensions,
  type DimensionId,
} from '@waypost/contract/reports/report-dimensions.ts';
import type { ReportValues } from '../../../lib/reports/compare-rows.ts';
import type { ReportFilter, ReportValue } from '../report-search.ts';

// A value that a row stands for, such as a placement or an offer.
export type RowSubject = { field: DimensionId; value: string };

// Records that a path of a rotator, or the rules with this path, refer to with a weight.
export type WeightedKind = 'path' | 'landing' | 'offer';

export type RowSubjects = {
  campaignId: string | undefined;
  // Values that a rule can block.
  toBlock: RowSubject[];
  weighted: (RowSubject & { field: WeightedKind })[];
  // All values, for filters and copying. Null is an unknown value.
  values: { field: DimensionId; value: ReportValue }[];
};

const blockedKinds: ReadonlySet<string> = new Set(['text', 'country', 'choice']);
const weightedKinds: readonly string[] = ['path', 'landing', 'offer'] satisfies WeightedKind[];

export function subjectsOf(
  values: ReportValues,
  { dimensions, filters }: { dimensions: readonly DimensionId[]; filters: readonly ReportFilter[] },
): RowSubjects {
  const all = dimensions.map((field) => ({ field, value: values[field] ?? null }));
  const known = all.flatMap(({ field, value }) =>
    value === null || value === '' ? [] : [{ field, value: String(value) }],
  );
  return {
    campaignId: known.find(({ field }) => field === 'campaign')?.value ?? onlyValueOf(filters, 'campaign'),
    toBlock: known.filter(({ field }) => canBlock(field)),
    weighted: known.filter((subject): subject is RowSubjects['weighted'][number] =>
      weightedKinds.includes(subject.field),
    ),
    values: all,
  };
}

// A value can be blocked if a rotator rule can have a condition on it.
function canBlock(field: DimensionId): boolean {
  return (
    !isRecordDimension(field) &&
    blockedKinds.has(reportDimensions[field].kind) &&
    Object.hasOwn(attributeConditions, field)
  );
}

function onlyValueOf(filters: readonly ReportFilter[], name: DimensionId): string | undefined {
  const [value, ...others] = filters.flatMap(({ field, op, values }) =>
    field === name && op === 'is' ? values : [],
  );
  return others.length === 0 && typeof value === 'string' ? value : undefined;
}
