import {
  dimensionIds,
  isTimeDimension,
  reportDimensions,
  type DimensionId,
} from '@waypost/contract/reports/report-dimensions.ts';
import { metricIds, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { ModelRow } from './report-model-metrics.ts';
import { readTimeDimensions } from './report-model-time.ts';
import type { ModelFilter, ModelQuery } from './report-model.ts';

export type Random = { below: (count: number) => number; pick: <Item>(items: readonly Item[]) => Item };

/** Returns a Mulberry32 generator, which produces the same numbers for the same seed on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (count: number) => next() % count;
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined && items.length === 0) throw new Error('nothing to pick from');
      return item as (typeof items)[number];
    },
  };
}

export const zones = [
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'UTC',
  'Asia/Kolkata',
  'Australia/Sydney',
  'America/St_Johns',
  'America/New_York',
  'Pacific/Chatham',
  'Africa/Casablanca',
];

/** Creates a random report. Most of its filters use values that occur in the traffic. */
export function makeRandomQuery(facts: readonly ModelRow[], random: Random): ModelQuery {
  const timezone = random.pick(zones);
  const dimensions = pickSome(dimensionIds, random.below(4), random);
  const metrics = pickSome(metricIds, 1 + random.below(6), random);
  const filters = Array.from({ length: random.below(4) }, () => makeFilter(facts, timezone, random));
  if (dimensions.includes('tag') || filters.some(({ field }) => field === 'tag')) {
    filters.push({
      field: 'campaign',
      operator: '=',
      values: [String(random.pick(facts).values['campaign'])],
    });
    if (dimensions.length === 1 && dimensions[0] !== 'day') dimensions.push('day');
  }
  const [one, other] = [random.pick(facts).visitTimeMs, random.pick(facts).visitTimeMs];
  const coversAll = random.below(2) === 0;
  return {
    ...(coversAll ? fullTimeRange(facts) : { fromMs: Math.min(one, other), toMs: Math.max(one, other) }),
    timezone,
    dimensions,
    metrics,
    filters,
    sortBy: random.pick([...dimensions, ...metrics]),
    sortDir: random.pick(['asc', 'desc']),
    includeTests: random.below(4) === 0,
    countBy: random.pick(['visit', 'visit', 'conversion'] as const),
  };
}

export function fullTimeRange(facts: readonly ModelRow[]): Pick<ModelQuery, 'fromMs' | 'toMs'> {
  const years = facts.map(({ visitTimeMs }) => new Date(visitTimeMs).getUTCFullYear());
  return { fromMs: Date.UTC(Math.min(...years), 0, 1), toMs: Date.UTC(Math.max(...years) + 1, 0, 1) };
}

function pickSome<Id>(ids: readonly Id[], count: number, random: Random): Id[] {
  return [...new Set(Array.from({ length: count }, () => random.pick(ids)))];
}

function makeFilter(facts: readonly ModelRow[], timezone: string, random: Random): ModelFilter {
  if (random.below(3) === 0) return makeMetricFilter(random.pick(metricIds), random);
  const field = random.pick(dimensionIds);
  const values = Array.from({ length: 1 + random.below(3) }, () =>
    String(valueOf(random.pick(facts), field, timezone, random) ?? ''),
  );
  const { kind } = reportDimensions[field];
  if ((kind === 'text' || kind === 'tag') && random.below(2) === 0) {
    const operator = random.pick(['contains', 'notContains', 'startsWith']);
    return { field, operator, values: values.map((value) => makePart(value, random)) };
  }
  const isOrdered = isTimeDimension(field) || field === 'configVersion';
  const operator = random.pick(isOrdered ? ['=', '!=', '>', '<'] : ['=', '!=']);
  if (operator === '=' || operator === '!=') return { field, operator, values };
  return { field, operator, values: [values.find((value) => value !== '') ?? '1'] };
}

function makePart(text: string, random: Random): string {
  const characters = Array.from(text);
  const begin = random.below(3) === 0 ? random.below(characters.length + 1) : 0;
  const part = characters.slice(begin, begin + 1 + random.below(4)).join('') || random.pick(['a', 'E', 'Ö']);
  return random.pick([part, part.toUpperCase(), part.toLowerCase()]);
}

function makeMetricFilter(field: MetricId, random: Random): ModelFilter {
  const operator = random.pick(['=', '!=', '>', '<']);
  const number = random.pick(['0', '1', '2', '0.5', '-1', '0.001', '3.3333333333']);
  const isList = operator === '=' || operator === '!=';
  return { field, operator, values: isList ? [number, random.pick(['', '1', '0'])] : [number] };
}

function valueOf(
  row: ModelRow,
  field: DimensionId,
  timezone: string,
  random: Random,
): string | number | null | undefined {
  if (isTimeDimension(field)) return readTimeDimensions(row.visitTimeMs, timezone)[field];
  if (field === 'status') return row.status;
  const value = field === 'tag' ? random.pick([...row.tags, 'late', '']) : row.values[field];
  // Filter values cannot contain the separator.
  return typeof value === 'string' && value.includes('|') ? '' : value;
}

/** Builds the query string: expressions are encoded separately and joined with plain commas. */
export function formatQueryString(question: ModelQuery, more: Record<string, string> = {}): string {
  const { dimensions, metrics, filters, timezone, sortBy, sortDir } = question;
  const filter = filters
    .map(({ field, operator, values }) => encodeURIComponent(`${field}${operator}${values.join('|')}`))
    .join(',');
  const parameters = {
    from: new Date(question.fromMs).toISOString(),
    to: new Date(question.toMs).toISOString(),
    timezone,
    metrics: metrics.join(','),
    sortBy,
    sortDir,
    ...(dimensions.length === 0 ? {} : { dimensions: dimensions.join(',') }),
    ...more,
  };
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/reports?${[...pairs, ...(filter === '' ? [] : [`filter=${filter}`])].join('&')}`;
}

const bodyOperators: Readonly<Record<string, string>> = { '=': 'is', '!=': 'isNot', '>': 'gt', '<': 'lt' };

export function formatQueryBody(question: ModelQuery): Record<string, unknown> {
  const { fromMs, toMs, timezone, dimensions, metrics, filters, sortBy, sortDir } = question;
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    timezone,
    dimensions,
    metrics,
    filters: filters.map(({ field, operator, values }) => ({
      field,
      op: bodyOperators[operator] ?? operator,
      values: values.map((value) => (value === '' ? null : value)),
    })),
    sortBy,
    sortDir,
    includeTests: question.includeTests,
    countBy: question.countBy,
  };
}
