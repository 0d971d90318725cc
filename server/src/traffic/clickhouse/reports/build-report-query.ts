import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { TimeRange } from '../../../domain/calendar/read-time-range.ts';
import { listSums, type Sum } from '../../../domain/reports/metric-sums.ts';
import {
  withinDefinition,
  type ReportPage,
  type ReportDefinition,
} from '../../../domain/reports/report-definition.ts';
import {
  comparedMetrics,
  hasNonZeroSum,
  listedGroups,
  orderSql,
  sumNames,
  usesTags,
} from '../../plan-report.ts';
import { QueryParameters } from '../query-parameters.ts';
import { netRowCount } from '../rollups.ts';
import { fromWorkspaceRows, isNotTest } from '../workspace-rows.ts';
import { keyOf, valueOf } from './dimension-sql.ts';
import { dimensionCondition, metricCondition } from './filter-sql.ts';
import { comparedMetric, sumSql, wholeSql } from './metric-sql.ts';
import { fromRowsAtOwnTimes } from './own-times.ts';
import { isExactTime, planRows, type RowPlan } from './plan-rows.ts';
import { addsNoTags, fromTaggedRows } from './tag-rows.ts';

// SQL expressions for the local time of a visit: seconds since 1970 in local time, and the UTC offset in seconds.
type LocalTime = { localSeconds: string; offsetSeconds: string };

// Uses UTC offsets from Waypost's own calendar instead of ClickHouse's time zones, because days would not add up if two
// versions of the time zone rules were used.
function buildLocalTime(parameters: QueryParameters, { timeColumn, spans }: RowPlan): LocalTime {
  const offsets = spans.map(({ offsetMs }) => parameters.bind('Int64', offsetMs / 1_000));
  const ends = spans.slice(1).map(({ startMs }) => timeSql(parameters, timeColumn, startMs));
  const branches = ends.map((end, at) => `${timeColumn} < ${end}, ${offsets[at]}`);
  const last = offsets.at(-1) ?? '0';
  const offsetSeconds = branches.length === 0 ? last : `multiIf(${[...branches, last].join(', ')})`;
  const seconds = isExactTime(timeColumn)
    ? `intDiv(toUnixTimestamp64Milli(${timeColumn}), 1000)`
    : `toInt64(toUnixTimestamp(${timeColumn}))`;
  return { localSeconds: `(${seconds} + ${offsetSeconds})`, offsetSeconds };
}

function timeSql(parameters: QueryParameters, column: RowPlan['timeColumn'], timeMs: number): string {
  return isExactTime(column)
    ? `fromUnixTimestamp64Milli(${parameters.bind('Int64', timeMs)})`
    : `toDateTime(${parameters.bind('UInt32', Math.ceil(timeMs / 1_000))}, 'UTC')`;
}

/** A query that selects the dimensions, the sums as integers and, for a page, the total number of rows. */
export type ReportSql = { query: string; parameters: QueryParameters['values'] };

export function buildReportQuery(
  workspaceId: string,
  definition: ReportDefinition,
  page?: ReportPage,
): ReportSql {
  const parameters = new QueryParameters();
  const sums = listSums(definition.metrics);
  const nameOf = sumNames(sums);
  const shown = [
    ...definition.dimensions.map((_, at) => `toString(d${at})`),
    ...sums.map((sum) => `toString(${wholeSql(sum, nameOf(sum))})`),
    ...(page === undefined ? [] : ['count() OVER ()']),
  ];
  const query = `SELECT ${shown.join(', ')} ${selectGroups(parameters, workspaceId, definition)}
    ORDER BY ${orderSql(definition, 'd')} ${page === undefined ? '' : `LIMIT ${limitSql(parameters, page)}`}`;
  return { query, parameters: parameters.values };
}

export function buildCountQuery(workspaceId: string, definition: ReportDefinition): ReportSql {
  const parameters = new QueryParameters();
  const query = `SELECT count() ${selectGroups(parameters, workspaceId, definition)}`;
  return { query, parameters: parameters.values };
}

// Selects one row per matching group: dimensions as `d0`, sums as `s0`, compared metrics as `m0` and so on.
function selectGroups(
  parameters: QueryParameters,
  workspaceId: string,
  definition: ReportDefinition,
): string {
  const { dimensions, metrics, metricFilters } = definition;
  const compared = comparedMetrics(definition);
  // The sums of the requested metrics come first, because callers read them by index.
  const sums = listSums([...metrics, ...compared]);
  const parts = compared.map((metric, at) => comparedMetric(metric, sumNames(sums), at));
  const values = dimensions.map((dimension, at) => `${valueOf(dimension, `k${at}`)} AS d${at}`);
  const levels = [
    [...values, ...parts.flatMap(({ first }) => first)],
    parts.flatMap(({ second }) => second),
    parts.map(({ shown }, at) => `${shown} AS m${at}`),
  ];
  const grouped = groupRows(parameters, workspaceId, definition, sums);
  const nested = levels.reduce(
    (inner, more) => (more.length === 0 ? inner : `SELECT *, ${more.join(', ')} FROM (${inner})`),
    grouped,
  );
  // Without dimensions there is always exactly one row.
  const conditions =
    dimensions.length === 0
      ? []
      : [
          hasNonZeroSum(sums),
          ...metricFilters.map((filter) =>
            metricCondition(parameters, `m${compared.indexOf(filter.field)}`, filter),
          ),
        ];
  return `FROM (${nested}) ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`;
}

function groupRows(
  parameters: QueryParameters,
  workspaceId: string,
  definition: ReportDefinition,
  sums: readonly Sum[],
): string {
  const { dimensions } = definition;
  const plan = planRows(definition);
  const keyFor = keyBuilder(parameters, plan);
  const nameOf = sumNames(sums);
  const selected = [
    ...dimensions.map((dimension, at) => `${keyFor(dimension)} AS k${at}`),
    ...sums.map((sum) => `${sumSql(sum)} AS ${nameOf(sum)}`),
  ];
  // Groups in which all rows were reversed are excluded.
  const groupBy =
    dimensions.length === 0
      ? ''
      : `GROUP BY ${dimensions.map((_, at) => `k${at}`).join(', ')} HAVING ${netRowCount} != 0`;
  return `SELECT ${selected.join(', ')} ${fromRows(parameters, workspaceId, definition, plan)} ${groupBy} ${preferRollup(plan)}`;
}

// Names the rollup explicitly. Otherwise, ClickHouse would check all rollups first, which takes up to a fifth of the
// time of a small report.
function preferRollup({ rollup }: RowPlan): string {
  return rollup === undefined ? '' : `SETTINGS preferred_optimize_projection_name = '${rollup}'`;
}

function keyBuilder(parameters: QueryParameters, plan: RowPlan): (dimension: DimensionId) => string {
  const { localSeconds, offsetSeconds } = buildLocalTime(parameters, plan);
  return (dimension) => keyOf(dimension, localSeconds, offsetSeconds);
}

// Filters only by visit time. A filter on the rows' own time would exclude rows that rollups include: if an edge's
// clock was wrong, a row's own time can be long before its visit. Parts without visits in the range are skipped anyway.
function inRange(
  parameters: QueryParameters,
  { timeColumn }: RowPlan,
  { fromMs, toMs }: TimeRange,
): string[] {
  const bindTime = (ms: number) => timeSql(parameters, timeColumn, ms);
  const to = isExactTime(timeColumn) ? `<= ${bindTime(toMs)}` : `< ${bindTime(toMs + 1)}`;
  return [`${timeColumn} >= ${bindTime(fromMs)} AND ${timeColumn} ${to}`];
}

function fromRows(
  parameters: QueryParameters,
  workspaceId: string,
  definition: ReportDefinition,
  plan: RowPlan,
): string {
  const { dimensions, dimensionFilters, withTests, range } = definition;
  const hasTags = usesTags(definition);
  const conditionsAt = (at: RowPlan) => [
    ...inRange(parameters, at, range),
    ...filterConditions(parameters, { workspaceId, definition, plan: at }, (id) => id !== 'tag'),
    ...(withTests === true ? [] : [isNotTest]),
    ...(hasTags ? [addsNoTags] : []),
  ];
  const rows = plan.hasOwnTimes
    ? fromRowsAtOwnTimes(parameters, workspaceId, (timeColumn) => conditionsAt({ ...plan, timeColumn }))
    : fromWorkspaceRows(parameters, workspaceId, conditionsAt(plan));
  if (!hasTags) return rows;
  const keyFor = keyBuilder(parameters, plan);
  const ofCampaign = dimensionFilters.filter(({ field }) => field === 'campaign');
  return fromTaggedRows(parameters, workspaceId, {
    rows,
    visitConditions: [
      // A conversion in the time range can belong to a visit before it.
      ...(plan.hasOwnTimes ? [] : inRange(parameters, plan, range)),
      ...ofCampaign.map((filter) => dimensionCondition(parameters, keyFor(filter.field), filter)),
    ],
    tagConditions: filterConditions(parameters, { workspaceId, definition, plan }, (id) => id === 'tag'),
    isGrouped: dimensions.includes('tag'),
    timeColumn: plan.hasOwnTimes ? 'counted_time' : 'visit_time',
  });
}

type FilterContext = { workspaceId: string; definition: ReportDefinition; plan: RowPlan };

// Returns the conditions of the filters with these dimensions. Conditions on tags apply to joined rows.
function filterConditions(
  parameters: QueryParameters,
  { workspaceId, definition, plan }: FilterContext,
  isWanted: (id: DimensionId) => boolean,
): string[] {
  const { dimensionFilters, within } = definition;
  const keyFor = keyBuilder(parameters, plan);
  const filters = dimensionFilters.filter(({ field }) => isWanted(field));
  const conditions = filters.map((filter) => dimensionCondition(parameters, keyFor(filter.field), filter));
  // A group with a tag is compared together with the other dimensions.
  if (within === undefined || !isWanted(within.dimensions.includes('tag') ? 'tag' : 'campaign'))
    return conditions;
  return [...conditions, groupCondition(parameters, workspaceId, definition, keyFor)];
}

// Returns a condition that is true for rows in one of the groups of `within`. With tags, the groups are collected in an
// array, because the condition is then inside a lambda, where ClickHouse does not allow `IN` with a subquery.
function groupCondition(
  parameters: QueryParameters,
  workspaceId: string,
  definition: ReportDefinition,
  keyFor: (dimension: DimensionId) => string,
): string {
  const { dimensions = [], metricFilters = [], groups: listed } = definition.within ?? {};
  if (listed !== undefined)
    return listedGroups({ dimensions, groups: listed }, (filter) =>
      dimensionCondition(parameters, keyFor(filter.field), filter),
    );
  const groups = selectGroups(
    parameters,
    workspaceId,
    withinDefinition(definition, { dimensions, metricFilters }),
  );
  const rowKey = `tuple(${dimensions.map(keyFor).join(', ')})`;
  const groupKey = `tuple(${dimensions.map((_, at) => `k${at}`).join(', ')})`;
  return dimensions.includes('tag')
    ? `has((SELECT groupArray(toString(${groupKey})) ${groups}), toString(${rowKey}))`
    : `${rowKey} GLOBAL IN (SELECT ${groupKey} ${groups})`;
}

function limitSql(parameters: QueryParameters, { limit, offset }: ReportPage): string {
  return `${parameters.bind('UInt64', limit)} OFFSET ${parameters.bind('UInt64', offset)}`;
}
