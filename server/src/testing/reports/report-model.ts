import {
  answerMetrics,
  compareMicros,
  hasNonzeroSum,
  type Micros,
  type ModelRow,
} from './report-model-metrics.ts';
import { readTimeDimensions } from './report-model-time.ts';

export type ModelFilter = { field: string; operator: string; values: readonly string[] };

export type ModelQuery = {
  fromMs: number;
  toMs: number;
  timezone: string;
  dimensions: readonly string[];
  metrics: readonly string[];
  filters: readonly ModelFilter[];
  sortBy: string;
  sortDir: string;
  /** True if the report includes test traffic. A filter on the test tag also includes test traffic. */
  includeTests: boolean;
  countBy: 'visit' | 'conversion';
};

export type ModelReport = {
  rows: Record<string, string | number | null>[];
  totals: Record<string, number | null>;
};

type Value = string | number | null;
type TaggedRow = { row: ModelRow; tag: string | null };
type Group = { values: Value[]; members: ModelRow[]; micros: Map<string, Micros> };

const timeDimensions = new Set(['hour', 'day', 'week', 'month', 'weekday', 'hourOfDay']);

/** Computes a report row by row with simple loops. Tests compare reports from the API with the result. */
export function answerReport(recorded: readonly ModelRow[], question: ModelQuery): ModelReport {
  const rows = question.countBy === 'conversion' ? recorded.flatMap(splitByTime) : recorded;
  const { dimensions, metrics } = question;
  const metricFilters = question.filters.filter(({ field }) => isMetric(field));
  const counted = new Set([...metrics, ...metricFilters.map(({ field }) => field)]);
  const taggedRows = tagRows(rows, question);
  const byTag = dimensions.includes('tag') ? taggedRows : dropDuplicateRows(taggedRows);
  // A report without dimensions has exactly one row, even if all metrics are zero.
  const groups = groupRows(byTag, question)
    .filter(([, members]) => dimensions.length === 0 || hasNonzeroSum(members, counted))
    .map(([values, members]) => ({ values, members, micros: answerMetrics(members, counted) }));
  const matching = groups.filter(
    (group) => dimensions.length === 0 || metricFilters.every((filter) => matchesGroup(group, filter)),
  );
  matching.sort((left, right) => compareGroups(left, right, question));
  // If metric filters removed rows, the totals cover only the remaining rows.
  const shown = new Set(matching.flatMap(({ members }) => members));
  const totals = answerMetrics(
    dropDuplicateRows(taggedRows)
      .map(({ row }) => row)
      .filter((row) => dimensions.length === 0 || metricFilters.length === 0 || shown.has(row)),
    new Set(metrics),
  );
  return {
    rows: matching.map(({ values, micros }) => ({
      ...Object.fromEntries(dimensions.map((id, index) => [id, values[index] ?? null])),
      ...formatMetrics(metrics, micros),
    })),
    totals: formatMetrics(metrics, totals),
  };
}

const conversionCounts = new Set(['events', 'conversions', 'rejections']);

// Separates what counts at the time of the visit from what counts at the time of the conversion.
function splitByTime(row: ModelRow): ModelRow[] {
  const { receivedMs, counts } = row;
  if (receivedMs === undefined) return [row];
  const pick = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(counts).filter(([name]) => isWanted(name)));
  return [
    { ...row, counts: pick((name) => !conversionCounts.has(name)), revenue: 0n, value: 0n },
    {
      ...row,
      counts: pick((name) => conversionCounts.has(name)),
      cost: 0n,
      visitTimeMs: receivedMs,
    },
  ];
}

/** Returns each matching row once per matching tag of its visit, or once if the visit has no tags. */
function tagRows(rows: readonly ModelRow[], question: ModelQuery): TaggedRow[] {
  const { fromMs, toMs, filters, timezone } = question;
  const dimensionFilters = filters.filter(({ field }) => !isMetric(field));
  const tags = new Map<string, Set<string>>();
  for (const { visitId, tags: own } of rows) {
    if (visitId === null) continue;
    const known = tags.get(visitId) ?? new Set();
    for (const tag of own) known.add(tag);
    tags.set(visitId, known);
  }
  const tagsOf = (row: ModelRow) => (row.visitId === null ? row.tags : [...(tags.get(row.visitId) ?? [])]);
  const withTests =
    question.includeTests ||
    filters.some(
      ({ field, operator, values }) => field === 'tag' && operator === '=' && values.includes('waypost-test'),
    );
  return rows
    .filter(({ visitTimeMs }) => visitTimeMs >= fromMs && visitTimeMs <= toMs)
    .filter((row) => withTests || !row.tags.includes('waypost-test'))
    .flatMap((row): TaggedRow[] => {
      const own = tagsOf(row);
      return own.length === 0 ? [{ row, tag: null }] : own.map((tag) => ({ row, tag }));
    })
    .filter((one) =>
      dimensionFilters.every((filter) => matchesValue(valueOf(one, filter.field, timezone), filter)),
    );
}

function dropDuplicateRows(taggedRows: readonly TaggedRow[]): TaggedRow[] {
  const seen = new Set<ModelRow>();
  return taggedRows.filter(({ row }) => !seen.has(row) && seen.add(row));
}

function groupRows(
  taggedRows: readonly TaggedRow[],
  { dimensions, timezone }: ModelQuery,
): [Value[], ModelRow[]][] {
  const groups = new Map<string, [Value[], ModelRow[]]>();
  if (dimensions.length === 0) groups.set('[]', [[], []]);
  for (const one of taggedRows) {
    const values = dimensions.map((id) => valueOf(one, id, timezone));
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? [values, []];
    group[1].push(one.row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function valueOf({ row, tag }: TaggedRow, dimension: string, timezone: string): Value {
  if (dimension === 'tag') return tag;
  if (dimension === 'status') return row.status || null;
  if (timeDimensions.has(dimension)) return readTimeDimensions(row.visitTimeMs, timezone)[dimension] ?? null;
  return row.values[dimension] ?? null;
}

function isMetric(field: string): boolean {
  return /^(?:visits|\w+Visits|lpviews|lpclicks|uniqueLpclicks|conversions\w*|approveRate|event\d+|(?:revenue|cost|value)\d*|revenue[A-Z]\w+|profit|roi|roas|ctr|cr|lpcr|ep[vc]|cp[vca]|aov)$/.test(
    field,
  );
}

function matchesValue(value: Value, { field, operator, values }: ModelFilter): boolean {
  if (operator === '=') return values.includes(String(value ?? ''));
  if (operator === '!=') return !values.includes(String(value ?? ''));
  if (operator === 'notContains') return !values.some((part) => lower(value).includes(lower(part)));
  if (value === null) return false;
  if (operator === 'contains') return values.some((part) => lower(value).includes(lower(part)));
  if (operator === 'startsWith') return values.some((part) => lower(value).startsWith(lower(part)));
  const order = compareValues(
    field,
    value,
    typeof value === 'number' ? Number(values[0]) : (values[0] ?? ''),
  );
  return operator === '>' ? order > 0 : order < 0;
}

function lower(value: Value): string {
  return String(value ?? '').toLowerCase();
}

function matchesGroup({ micros }: Group, { field, operator, values }: ModelFilter): boolean {
  const value = micros.get(field) ?? null;
  const isListed = values.some((text) =>
    text === '' ? value === null : value !== null && value * 1_000_000n === units(text),
  );
  if (operator === '=') return isListed;
  if (operator === '!=') return !isListed;
  if (value === null) return false;
  const bound = units(values[0] ?? '');
  return operator === '>' ? value * 1_000_000n > bound : value * 1_000_000n < bound;
}

function units(text: string): bigint {
  const [whole = '', part = ''] = text.replace('-', '').split('.');
  return BigInt(whole + part.padEnd(12, '0')) * (text.startsWith('-') ? -1n : 1n);
}

/** Compares two groups for sorting. Null comes last in both directions. */
function compareGroups(left: Group, right: Group, { sortBy, sortDir, dimensions }: ModelQuery): number {
  const column = dimensions.indexOf(sortBy);
  const first =
    column === -1
      ? compareMicros(left.micros.get(sortBy) ?? null, right.micros.get(sortBy) ?? null, sortDir)
      : compareNullable(sortBy, left.values[column] ?? null, right.values[column] ?? null, sortDir);
  if (first !== 0) return first;
  for (const [index, id] of dimensions.entries()) {
    const order = compareNullable(id, left.values[index] ?? null, right.values[index] ?? null, 'asc');
    if (order !== 0) return order;
  }
  return 0;
}

function compareNullable(dimension: string, left: Value, right: Value, direction: string): number {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
  return compareValues(dimension, left, right) * (direction === 'asc' ? 1 : -1);
}

function compareValues(dimension: string, left: Value, right: Value): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [one, other] = [String(left), String(right)];
  const order = Buffer.compare(Buffer.from(one), Buffer.from(other));
  // If two hours are the same instant, the hour with the later clock time comes first.
  return dimension === 'hour' ? Date.parse(one) - Date.parse(other) || -order : order;
}

function formatMetrics(metrics: readonly string[], micros: ReadonlyMap<string, Micros>) {
  return Object.fromEntries(
    metrics.map((id) => {
      const value = micros.get(id) ?? null;
      return [id, value === null ? null : numberOf(value)];
    }),
  );
}

/** Converts millionths through decimal text, because dividing two numbers would round twice. */
function numberOf(micros: bigint): number {
  const digits = String(micros < 0n ? -micros : micros).padStart(7, '0');
  return Number(`${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`);
}
