import type { DimensionId } from '@waypost/contract/report-dimensions.ts';
import type { TimeRange } from '../../../domain/calendar/read-time-range.ts';
import { listSums, type Sum } from '../../../domain/reports/metric-sums.ts';
import {
  withinDefinition,
  type DimensionFilter,
  type ReportPage,
  type ReportDefinition,
} from '../../../domain/reports/report-definition.ts';
import { comparedMetrics, countsSomething, orderSql, sumNames } from '../../plan-report.ts';
import { QueryParameters } from '../query-parameters.ts';
import { rowsLeft } from '../rollups.ts';
import { fromWorkspaceRows, isNoTest } from '../workspace-rows.ts';
import { keyOf, valueOf } from './dimension-sql.ts';
import { dimensionCondition, metricCondition } from './filter-sql.ts';
import { comparedMetric, sumSql, wholeSql } from './metric-sql.ts';
import { planRows, type RowPlan } from './plan-rows.ts';
import { fromTaggedRows } from './tag-rows.ts';

/** What clocks showed at a visit, as texts for a query: seconds since 1970 on the clock, and its distance from UTC. */
type LocalTime = { localSeconds: string; offsetSeconds: string };

/**
 * Offsets come from the same calendar that everything else here goes by, not from ClickHouse's own: two versions of the
 * rules of clock changes would give days that do not add up.
 */
function buildLocalTime(parameters: QueryParameters, { timeColumn, spans }: RowPlan): LocalTime {
  const offsets = spans.map(({ offsetMs }) => parameters.bind('Int64', offsetMs / 1_000));
  const ends = spans.slice(1).map(({ startMs }) => momentSql(parameters, timeColumn, startMs));
  const branches = ends.map((end, at) => `${timeColumn} < ${end}, ${offsets[at]}`);
  const last = offsets.at(-1) ?? '0';
  const offsetSeconds = branches.length === 0 ? last : `multiIf(${[...branches, last].join(', ')})`;
  const seconds =
    timeColumn === 'visit_time'
      ? 'intDiv(toUnixTimestamp64Milli(visit_time), 1000)'
      : `toInt64(toUnixTimestamp(${timeColumn}))`;
  return { localSeconds: `(${seconds} + ${offsetSeconds})`, offsetSeconds };
}

/** A moment that a column of time is compared with, in that column's own type. */
function momentSql(parameters: QueryParameters, column: RowPlan['timeColumn'], momentMs: number): string {
  return column === 'visit_time'
    ? `fromUnixTimestamp64Milli(${parameters.bind('Int64', momentMs)})`
    : `toDateTime(${parameters.bind('UInt32', Math.ceil(momentMs / 1_000))}, 'UTC')`;
}

/** A query whose columns are the dimensions, the sums in whole numbers, and with a page the number of all rows. */
export type ReportSql = { query: string; parameters: QueryParameters['values'] };

/** The rows of a report, sorted; all of them, or one page. */
export function buildReportQuery(
  workspaceId: string,
  question: ReportDefinition,
  page?: ReportPage,
): ReportSql {
  const parameters = new QueryParameters();
  const sums = listSums(question.metrics);
  const nameOf = sumNames(sums);
  const shown = [
    ...question.dimensions.map((_, at) => `toString(d${at})`),
    ...sums.map((sum) => `toString(${wholeSql(sum, nameOf(sum))})`),
    ...(page === undefined ? [] : ['count() OVER ()']),
  ];
  const query = `SELECT ${shown.join(', ')} ${selectGroups(parameters, workspaceId, question)}
    ORDER BY ${orderSql(question, 'd')} ${page === undefined ? '' : `LIMIT ${pageText(parameters, page)}`}`;
  return { query, parameters: parameters.values };
}

/** How many rows a report has, for a page behind its end. */
export function buildCountQuery(workspaceId: string, question: ReportDefinition): ReportSql {
  const parameters = new QueryParameters();
  const query = `SELECT count() ${selectGroups(parameters, workspaceId, question)}`;
  return { query, parameters: parameters.values };
}

/** One row for each group that is meant: dimensions as `d0`, sums as `s0`, compared metrics as `m0` and so on. */
function selectGroups(parameters: QueryParameters, workspaceId: string, question: ReportDefinition): string {
  const { dimensions, metrics, metricFilters } = question;
  const compared = comparedMetrics(question);
  // Those of the metrics come first: callers know them by their place.
  const sums = listSums([...metrics, ...compared]);
  const parts = compared.map((metric, at) => comparedMetric(metric, sumNames(sums), at));
  const values = dimensions.map((dimension, at) => `${valueOf(dimension, `k${at}`)} AS d${at}`);
  const levels = [
    [...values, ...parts.flatMap(({ first }) => first)],
    parts.flatMap(({ second }) => second),
    parts.map(({ shown }, at) => `${shown} AS m${at}`),
  ];
  const grouped = groupRows(parameters, workspaceId, question, sums);
  const nested = levels.reduce(
    (inner, more) => (more.length === 0 ? inner : `SELECT *, ${more.join(', ')} FROM (${inner})`),
    grouped,
  );
  // Without dimensions there is exactly one row, whatever it says.
  const conditions =
    dimensions.length === 0
      ? []
      : [
          countsSomething(sums),
          ...metricFilters.map((filter) =>
            metricCondition(parameters, `m${compared.indexOf(filter.field)}`, filter),
          ),
        ];
  return `FROM (${nested}) ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`;
}

/** The sums of each group, by keys `k0` and so on. */
function groupRows(
  parameters: QueryParameters,
  workspaceId: string,
  question: ReportDefinition,
  sums: readonly Sum[],
): string {
  const { dimensions } = question;
  const plan = planRows(question);
  const keyFor = keyBuilder(parameters, plan);
  const nameOf = sumNames(sums);
  const selected = [
    ...dimensions.map((dimension, at) => `${keyFor(dimension)} AS k${at}`),
    ...sums.map((sum) => `${sumSql(sum)} AS ${nameOf(sum)}`),
  ];
  // Of what was taken back there is no group.
  const groupBy =
    dimensions.length === 0
      ? ''
      : `GROUP BY ${dimensions.map((_, at) => `k${at}`).join(', ')} HAVING ${rowsLeft} != 0`;
  return `SELECT ${selected.join(', ')} ${fromRows(parameters, workspaceId, question, plan)} ${groupBy} ${preferRollup(plan)}`;
}

/** ClickHouse would find it by itself, but looks at all of them first, which is a fifth of the time of a small report. */
function preferRollup({ rollup }: RowPlan): string {
  return rollup === undefined ? '' : `SETTINGS preferred_optimize_projection_name = '${rollup}'`;
}

function keyBuilder(parameters: QueryParameters, plan: RowPlan): (dimension: DimensionId) => string {
  const { localSeconds, offsetSeconds } = buildLocalTime(parameters, plan);
  return (dimension) => keyOf(dimension, localSeconds, offsetSeconds);
}

/**
 * Conditions on the time of visits, and on nothing else: a row whose own time lies long before its visit, because the
 * clock of an edge was wrong, is in a rollup too. Parts without such visits need not be opened all the same.
 */
function inRange(
  parameters: QueryParameters,
  { timeColumn }: RowPlan,
  { fromMs, toMs }: TimeRange,
): string[] {
  const moment = (ms: number) => momentSql(parameters, timeColumn, ms);
  const to = timeColumn === 'visit_time' ? `<= ${moment(toMs)}` : `< ${moment(toMs + 1)}`;
  return [`${timeColumn} >= ${moment(fromMs)} AND ${timeColumn} ${to}`];
}

function fromRows(
  parameters: QueryParameters,
  workspaceId: string,
  question: ReportDefinition,
  plan: RowPlan,
): string {
  const { range, dimensions, dimensionFilters, within, withTests } = question;
  const keyFor = keyBuilder(parameters, plan);
  const write = (filter: DimensionFilter) => dimensionCondition(parameters, keyFor(filter.field), filter);
  const ofTime = inRange(parameters, plan, range);
  const inGroups = within === undefined ? [] : [groupCondition(parameters, workspaceId, question, keyFor)];
  const isOfTags = within?.dimensions.includes('tag') === true;
  const ofRows = dimensionFilters.filter(({ field }) => field !== 'tag').map(write);
  if (withTests !== true) ofRows.push(isNoTest);
  const ofTags = dimensionFilters.filter(({ field }) => field === 'tag').map(write);
  if (isOfTags) ofTags.push(...inGroups);
  else ofRows.push(...inGroups);
  const isGrouped = dimensions.includes('tag');
  if (!isGrouped && ofTags.length === 0)
    return fromWorkspaceRows(parameters, workspaceId, [...ofTime, ...ofRows]);
  return fromTaggedRows(parameters, workspaceId, {
    conditions: [...ofTime, ...ofRows],
    visitConditions: [...ofTime, ...dimensionFilters.filter(({ field }) => field === 'campaign').map(write)],
    tagConditions: ofTags,
    isGrouped,
  });
}

/** Whether a row is in one of the groups of `within`; within lambdas, as those of tags, no subquery can be a set. */
function groupCondition(
  parameters: QueryParameters,
  workspaceId: string,
  question: ReportDefinition,
  keyFor: (dimension: DimensionId) => string,
): string {
  const { dimensions = [], metricFilters = [] } = question.within ?? {};
  const groups = selectGroups(
    parameters,
    workspaceId,
    withinDefinition(question, { dimensions, metricFilters }),
  );
  const own = `tuple(${dimensions.map(keyFor).join(', ')})`;
  const found = `tuple(${dimensions.map((_, at) => `k${at}`).join(', ')})`;
  return dimensions.includes('tag')
    ? `has((SELECT groupArray(toString(${found})) ${groups}), toString(${own}))`
    : `${own} IN (SELECT ${found} ${groups})`;
}

function pageText(parameters: QueryParameters, { limit, offset }: ReportPage): string {
  return `${parameters.bind('UInt64', limit)} OFFSET ${parameters.bind('UInt64', offset)}`;
}
