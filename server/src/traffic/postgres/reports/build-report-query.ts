import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import { listSums, type Sum } from '../../../domain/reports/metric-sums.ts';
import {
  withinDefinition,
  type DimensionFilter,
  type ReportPage,
  type ReportDefinition,
} from '../../../domain/reports/report-definition.ts';
import {
  comparedMetrics,
  hasNonZeroSum,
  describeNeeds,
  orderSql,
  sumNames,
  type ReportNeeds,
} from '../../plan-report.ts';
import { Parameters } from '../parameters.ts';
import { findRollup, isNotTest, type Rollup } from '../rollups.ts';
import { buildLocalTime, dimensionCondition, keyOf, zeroOf, type LocalTime } from './dimension-sql.ts';
import { comparedMetric, metricCondition, sumSql, wholeSql } from './metric-sql.ts';
import { fromTaggedRows } from './tag-rows.ts';

/** A query that selects the dimensions, the sums as integers and, for a page, the total number of rows. */
export type ReportSql = { text: string; values: unknown[] };

type Source = { rollup: Rollup | undefined; timeColumn: string; localTime: LocalTime; needs: ReportNeeds };

export function buildReportQuery(
  workspaceId: string,
  definition: ReportDefinition,
  page?: ReportPage,
): ReportSql {
  const parameters = new Parameters();
  const sums = listSums(definition.metrics);
  const nameOf = sumNames(sums);
  const shown = [
    ...definition.dimensions.map((_, at) => `k${at}::text`),
    ...sums.map((sum) => wholeSql(sum, nameOf(sum))),
    ...(page === undefined ? [] : ['count(*) OVER ()']),
  ].map((sql, at) => `${sql} AS c${at}`);
  const groups = selectGroups(parameters, workspaceId, definition);
  const limit =
    page === undefined
      ? ''
      : `LIMIT ${parameters.bind('bigint', page.limit)} OFFSET ${parameters.bind('bigint', page.offset)}`;
  const text = `SELECT ${shown.join(', ')} ${groups} ORDER BY ${orderSql(definition, 'k')} ${limit}`;
  return { text, values: parameters.values };
}

export function buildCountQuery(workspaceId: string, definition: ReportDefinition): ReportSql {
  const parameters = new Parameters();
  const text = `SELECT count(*) AS c0 ${selectGroups(parameters, workspaceId, definition)}`;
  return { text, values: parameters.values };
}

// Selects one row per matching group: keys as `k0`, sums as `s0`, compared metrics as `m0` and so on.
function selectGroups(parameters: Parameters, workspaceId: string, definition: ReportDefinition): string {
  const { dimensions, metrics, metricFilters } = definition;
  const compared = comparedMetrics(definition);
  // The sums of the requested metrics come first, because callers read them by index.
  const sums = listSums([...metrics, ...compared]);
  const values = compared.map((metric, at) => `${comparedMetric(metric, sumNames(sums))} AS m${at}`);
  const grouped = groupRows(parameters, workspaceId, definition, sums);
  const nested =
    values.length === 0 ? grouped : `SELECT *, ${values.join(', ')} FROM (${grouped}) AS grouped`;
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
  return `FROM (${nested}) AS compared ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`;
}

function groupRows(
  parameters: Parameters,
  workspaceId: string,
  definition: ReportDefinition,
  sums: readonly Sum[],
): string {
  const { dimensions } = definition;
  const source = planSource(definition);
  const nameOf = sumNames(sums);
  const selected = [
    ...dimensions.map((dimension, at) => `${keyOf(dimension, source.localTime)} AS k${at}`),
    ...sums.map((sum) => `${sumSql(sum, source.rollup !== undefined)} AS ${nameOf(sum)}`),
  ];
  const groupBy = dimensions.length === 0 ? '' : `GROUP BY ${dimensions.map((_, at) => at + 1).join(', ')}`;
  return `SELECT ${selected.join(', ')} ${fromRows(parameters, workspaceId, definition, source)} ${groupBy}`;
}

function planSource(definition: ReportDefinition): Source {
  const needs = describeNeeds(definition);
  const rollup = findRollup(needs);
  const timeColumn = rollup === undefined ? 'visit_time' : 'start';
  return { rollup, timeColumn, localTime: buildLocalTime(timeColumn, needs.spans), needs };
}

function fromRows(
  parameters: Parameters,
  workspaceId: string,
  definition: ReportDefinition,
  { rollup, timeColumn, localTime }: Source,
): string {
  const { range, dimensions, dimensionFilters, within, withTests } = definition;
  const toCondition = (filter: DimensionFilter) =>
    dimensionCondition(parameters, keyOf(filter.field, localTime), filter);
  const baseConditions = [
    `workspace_id = ${parameters.bind('uuid', workspaceId)}`,
    `${timeColumn} >= ${parameters.bind('bigint', range.fromMs)}`,
    `${timeColumn} <= ${parameters.bind('bigint', range.toMs)}`,
  ];
  const withinConditions =
    within === undefined ? [] : [groupCondition(parameters, workspaceId, definition, localTime)];
  const isWithinTags = within?.dimensions.includes('tag') === true;
  const rowConditions = dimensionFilters.filter(({ field }) => field !== 'tag').map(toCondition);
  if (rollup === undefined && withTests !== true) rowConditions.push(isNotTest);
  const tagConditions = dimensionFilters.filter(({ field }) => field === 'tag').map(toCondition);
  if (isWithinTags) tagConditions.push(...withinConditions);
  else rowConditions.push(...withinConditions);
  const isGrouped = dimensions.includes('tag');
  if (!isGrouped && tagConditions.length === 0)
    return `FROM traffic.${rollup?.table ?? 'events'} WHERE ${joinConditions([...baseConditions, ...rowConditions])}`;
  return fromTaggedRows({
    conditions: joinConditions([...baseConditions, ...rowConditions]),
    visitConditions: joinConditions([
      ...baseConditions,
      ...dimensionFilters.filter(({ field }) => field === 'campaign').map(toCondition),
    ]),
    tagConditions,
    isGrouped,
  });
}

// Returns a condition that is true for rows in one of the groups of `within`. Two NULL keys count as equal.
function groupCondition(
  parameters: Parameters,
  workspaceId: string,
  definition: ReportDefinition,
  localTime: LocalTime,
): string {
  const { dimensions = [], metricFilters = [] } = definition.within ?? {};
  const rowKeys = dimensions.map((id) => comparableKey(id, keyOf(id, localTime)));
  const groups = selectGroups(
    parameters,
    workspaceId,
    withinDefinition(definition, { dimensions, metricFilters }),
  );
  const groupKeys = dimensions.map((id, at) => comparableKey(id, `k${at}`));
  return `(${rowKeys.join(', ')}) IN (SELECT ${groupKeys.join(', ')} ${groups})`;
}

function comparableKey(id: DimensionId, key: string): string {
  return `coalesce(${key}, ${zeroOf(id)}), ${key} IS NULL`;
}

// Parenthesizes each condition, so that an OR in one condition does not affect other conditions.
function joinConditions(conditions: readonly string[]): string {
  return conditions.map((condition) => `(${condition})`).join(' AND ');
}
