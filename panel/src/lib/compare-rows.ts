import { reportMetrics, type MetricId } from '@waypost/contract/report-metrics.ts';

export type ReportValues = Readonly<Record<string, string | number | null>>;
/** A row of a report, and the same of the time that it stands beside. */
export type ShownRow = {
  id: string;
  values: ReportValues;
  /** Undefined where it is compared with nothing, or where what it was is not known. */
  before: ReportValues | undefined;
};
/** Rows of one of two times; where there are more than were asked for, what is missing is not known to be nothing. */
export type Side = { rows: readonly ReportValues[]; isWhole: boolean };

/** What tells a row from the others of its report. */
export function keyOf(row: ReportValues, dimensions: readonly string[]): string {
  return JSON.stringify(dimensions.map((id) => row[id] ?? null));
}

/**
 * Rows beside what they were. What was not there counts as nothing, and what is gone keeps its row, unless there may be
 * more than is known here. `isGoneLeftOut` where a condition on numbers says which rows of now are wanted.
 */
export function compareRows(
  { dimensions, metrics }: { dimensions: readonly string[]; metrics: readonly MetricId[] },
  { now, before, isGoneLeftOut }: { now: Side; before: Side; isGoneLeftOut: boolean },
): ShownRow[] {
  const nothing = Object.fromEntries(metrics.map((id) => [id, isSummed(id) ? 0 : null]));
  const earlier = new Map(before.rows.map((values) => [keyOf(values, dimensions), values]));
  const rows = now.rows.map((values): ShownRow => {
    const id = keyOf(values, dimensions);
    return { id, values, before: earlier.get(id) ?? (before.isWhole ? nothing : undefined) };
  });
  if (isGoneLeftOut || !now.isWhole) return rows;
  const known = new Set(rows.map(({ id }) => id));
  const gone = [...earlier].filter(([id]) => !known.has(id));
  return [
    ...rows,
    ...gone.map(([id, values]) => ({ id, values: { ...values, ...nothing }, before: values })),
  ];
}

function isSummed(metric: MetricId): boolean {
  return reportMetrics[metric].formula.type !== 'ratio';
}

export function numberOf(values: ReportValues | undefined, id: string): number | null {
  const value = values?.[id];
  return typeof value === 'number' ? value : null;
}

/** How far a number is from what it was; null where one of them is not there. */
export function changeOf({ values, before }: ShownRow, id: string): number | null {
  const [now, was] = [numberOf(values, id), numberOf(before, id)];
  return now === null || was === null ? null : now - was;
}
