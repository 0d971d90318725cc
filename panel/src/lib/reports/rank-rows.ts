import { formatDimensionValue } from './dimension-labels.ts';
import { numberOf, type ReportValues } from './compare-rows.ts';
import { isRecordDimension, type DimensionId } from '@waypost/contract/reports/report-dimensions.ts';

export type RankedRow = {
  value: string | number | null;
  name: string;
  // Share of the visits, from 0 to 1. Undefined if there are no visits.
  visitShare: number | undefined;
  values: ReportValues;
};

type RankOptions = {
  dimension: DimensionId;
  labels: Readonly<Record<string, string>> | undefined;
  // Visits of all rows.
  visits: number | null;
};

// Returns all rows, most profitable first. Rows with equal profit are ordered by visits.
export function rankRows(
  rows: readonly ReportValues[],
  { dimension, labels, visits }: RankOptions,
): RankedRow[] {
  return rows
    .map((values) => {
      const value = values[dimension] ?? null;
      const count = numberOf(values, 'visits');
      return {
        value,
        name:
          value === null && isRecordDimension(dimension)
            ? 'None'
            : formatDimensionValue(dimension, value, labels),
        visitShare: count === null || visits === null || visits === 0 ? undefined : count / visits,
        values,
      };
    })
    .toSorted(
      (one, other) =>
        (numberOf(other.values, 'profit') ?? 0) - (numberOf(one.values, 'profit') ?? 0) ||
        (numberOf(other.values, 'visits') ?? 0) - (numberOf(one.values, 'visits') ?? 0),
    );
}

// Returns the best rows, and the rows that lose the most, worst first. No row is in both lists.
export function splitRanked(ranked: readonly RankedRow[], count: number) {
  const best = ranked.slice(0, count);
  const worst = ranked
    .slice(count)
    .filter(({ values }) => (numberOf(values, 'profit') ?? 0) < 0)
    .slice(-count)
    .toReversed();
  return { best, worst };
}
