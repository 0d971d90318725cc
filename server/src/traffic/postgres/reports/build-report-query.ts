import type { DimensionId } from '@waypost/contract/report-dimensions.ts';
import { listSums, type Sum } from '../../../domain/reports/metric-sums.ts';
import {
  withinDefinition,
  type DimensionFilter,
  type ReportPage,
  type ReportDefinition,
} from '../../../domain/reports/report-definition.ts';
import {
  comparedMetrics,
  countsSomething,
  describeNeeds,
  orderSql,
  sumNames,
  type ReportNeeds,
} from '../../plan-report.ts';
import { Parameters } from '../parameters.ts';
import { findRollup, isNoTest, type Rollup } from '../rollups.ts';
import { buildLocalTime, dimensionCondition, keyOf, zeroOf, type LocalTime } from './dimension-sql.ts';
import { comparedMetric, metricCondition, sumSql, wholeSql } from './metric-sql.ts';
import { fromTaggedRows } from './tag-rows.ts';

/** A statement whose columns are the dimensions, the sums in whole numbers, and with a page the number of all rows. */
export type ReportSql = { text: string; values: unknown[] };

/** What a question is asked of: the rows, or a rollup that has all it needs. */
type Source = { rollup: Rollup | undefined; timeColumn: string; localTime: LocalTime; needs: ReportNeeds };

/** The rows of a report, sorted; all of them, or one page. */
export function buildReportQuery(
  workspaceId: string,
  question: ReportDefinition,
  page?: ReportPage,
): ReportSql {
  const parameters = new Parameters();
  const sums = listSums(question.metrics);
  const nameOf = sumNames(sums);
  const shown = [
    ...question.dimensions.map((_, at) => `k${at}::text`),
    ...sums.map((sum) => wholeSql(sum, nameOf(sum))),
    ...(page === undefined ? [] : ['count(*) OVER ()']),
  ].map((sql, at) => `${sql} AS c${at}`);
  const groups = selectGroups(parameters, workspaceId, question);
  const limit =
    page === undefined
      ? ''
      : `LIMIT ${parameters.bind('bigint', page.limit)} OFFSET ${parameters.bind('bigint', page.offset)}`;
  const text = `SELECT ${shown.join(', ')} ${groups} ORDER BY ${orderSql(question, 'k')} ${limit}`;
  return { text, values: parameters.values };
}

/** How many rows a report has, for a page behind its end. */
export function buildCountQuery(workspaceId: string, question: ReportDefinition): ReportSql {
  const parameters = new Parameters();
  const text = `SELECT count(*) AS c0 ${selectGroups(parameters, workspaceId, question)}`;
  return { text, values: parameters.values };
}

/** One row for each group that is meant: keys as `k0`, sums as `s0`, compared metrics as `m0` and so on. */
function selectGroups(parameters: Parameters, workspaceId: string, question: ReportDefinition): string {
  const { dimensions, metrics, metricFilters } = question;
  const compared = comparedMetrics(question);
  // Those of the metrics come first: callers know them by their place.
  const sums = listSums([...metrics, ...compared]);
  const values = compared.map((metric, at) => `${comparedMetric(metric, sumNames(sums))} AS m${at}`);
  const grouped = groupRows(parameters, workspaceId, question, sums);
  const nested =
    values.length === 0 ? grouped : `SELECT *, ${values.join(', ')} FROM (${grouped}) AS grouped`;
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
  return `FROM (${nested}) AS compared ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`;
}

/** The sums of each group. */
function groupRows(
  parameters: Parameters,
  workspaceId: string,
  question: ReportDefinition,
  sums: readonly Sum[],
): string {
  const { dimensions } = question;
  const source = planSource(question);
  const nameOf = sumNames(sums);
  const selected = [
    ...dimensions.map((dimension, at) => `${keyOf(dimension, source.localTime)} AS k${at}`),
    ...sums.map((sum) => `${sumSql(sum, source.rollup !== undefined)} AS ${nameOf(sum)}`),
  ];
  const groupBy = dimensions.length === 0 ? '' : `GROUP BY ${dimensions.map((_, at) => at + 1).join(', ')}`;
  return `SELECT ${selected.join(', ')} ${fromRows(parameters, workspaceId, question, source)} ${groupBy}`;
}

/** Answers are the same whichever is taken; a rollup is read in a fraction of the time. */
function planSource(question: ReportDefinition): Source {
  const needs = describeNeeds(question);
  const rollup = findRollup(needs);
  const timeColumn = rollup === undefined ? 'visit_time' : 'start';
  return { rollup, timeColumn, localTime: buildLocalTime(timeColumn, needs.spans), needs };
}

function fromRows(
  parameters: Parameters,
  workspaceId: string,
  question: ReportDefinition,
  { rollup, timeColumn, localTime }: Source,
): string {
  const { range, dimensions, dimensionFilters, within, withTests } = question;
  const write = (filter: DimensionFilter) =>
    dimensionCondition(parameters, keyOf(filter.field, localTime), filter);
  const own = [
    `workspace_id = ${parameters.bind('uuid', workspaceId)}`,
    `${timeColumn} >= ${parameters.bind('bigint', range.fromMs)}`,
    `${timeColumn} <= ${parameters.bind('bigint', range.toMs)}`,
  ];
  const inGroups = within === undefined ? [] : [groupCondition(parameters, workspaceId, question, localTime)];
  const isOfTags = within?.dimensions.includes('tag') === true;
  const ofRows = dimensionFilters.filter(({ field }) => field !== 'tag').map(write);
  if (rollup === undefined && withTests !== true) ofRows.push(isNoTest);
  const ofTags = dimensionFilters.filter(({ field }) => field === 'tag').map(write);
  if (isOfTags) ofTags.push(...inGroups);
  else ofRows.push(...inGroups);
  const isGrouped = dimensions.includes('tag');
  if (!isGrouped && ofTags.length === 0)
    return `FROM traffic.${rollup?.table ?? 'events'} WHERE ${joinConditions([...own, ...ofRows])}`;
  return fromTaggedRows({
    conditions: joinConditions([...own, ...ofRows]),
    visitConditions: joinConditions([
      ...own,
      ...dimensionFilters.filter(({ field }) => field === 'campaign').map(write),
    ]),
    tagConditions: ofTags,
    isGrouped,
  });
}

/** Whether a row is in one of the groups of `within`. NULL is a key like any other, and equal to itself. */
function groupCondition(
  parameters: Parameters,
  workspaceId: string,
  question: ReportDefinition,
  localTime: LocalTime,
): string {
  const { dimensions = [], metricFilters = [] } = question.within ?? {};
  const own = dimensions.map((id) => comparableKey(id, keyOf(id, localTime)));
  const groups = selectGroups(
    parameters,
    workspaceId,
    withinDefinition(question, { dimensions, metricFilters }),
  );
  const found = dimensions.map((id, at) => comparableKey(id, `k${at}`));
  return `(${own.join(', ')}) IN (SELECT ${found.join(', ')} ${groups})`;
}

function comparableKey(id: DimensionId, key: string): string {
  return `coalesce(${key}, ${zeroOf(id)}), ${key} IS NULL`;
}

/** Each in brackets of its own: an OR in one of them must not open the others. */
function joinConditions(conditions: readonly string[]): string {
  return conditions.map((condition) => `(${condition})`).join(' AND ');
}
