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
  listedGroups,
  orderSql,
  sumNames,
  usesTags,
  type ReportNeeds,
} from '../../plan-report.ts';
import { Parameters } from '../parameters.ts';
import { findRollup, isNotTest, type Rollup } from '../rollups.ts';
import { buildLocalTime, dimensionCondition, keyOf, zeroOf, type LocalTime } from './dimension-sql.ts';
import { comparedMetric, metricCondition, sumSql, wholeSql } from './metric-sql.ts';
import { rowsAtOwnTimes } from './own-times.ts';
import { addsNoTags, fromTaggedRows } from './tag-rows.ts';

/** A query that selects the dimensions, the sums as integers and, for a page, the total number of rows. */
export type ReportSql = { text: string; values: unknown[] };

type Source = { rollup: Rollup | undefined; timeColumn: string; needs: ReportNeeds };

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
  const localTime = buildLocalTime(source.timeColumn, source.needs.spans);
  const nameOf = sumNames(sums);
  const selected = [
    ...dimensions.map((dimension, at) => `${keyOf(dimension, localTime)} AS k${at}`),
    ...sums.map((sum) => `${sumSql(sum, source.rollup !== undefined)} AS ${nameOf(sum)}`),
  ];
  const groupBy = dimensions.length === 0 ? '' : `GROUP BY ${dimensions.map((_, at) => at + 1).join(', ')}`;
  return `SELECT ${selected.join(', ')} ${fromRows(parameters, workspaceId, definition, source)} ${groupBy}`;
}

function planSource(definition: ReportDefinition): Source {
  const needs = describeNeeds(definition);
  const rollup = findRollup(needs);
  if (needs.hasOwnTimes) return { rollup, timeColumn: 'counted_time', needs };
  return { rollup, timeColumn: rollup === undefined ? 'visit_time' : 'start', needs };
}

function fromRows(
  parameters: Parameters,
  workspaceId: string,
  definition: ReportDefinition,
  { rollup, timeColumn, needs }: Source,
): string {
  const { dimensions, dimensionFilters, range, withTests } = definition;
  const ownRows = `workspace_id = ${parameters.bind('uuid', workspaceId)}`;
  const [from, to] = [parameters.bind('bigint', range.fromMs), parameters.bind('bigint', range.toMs)];
  const inRange = (column: string) => `${column} >= ${from} AND ${column} <= ${to}`;
  const contextAt = (column: string) => ({
    workspaceId,
    definition,
    localTime: buildLocalTime(column, needs.spans),
  });
  const always = [
    ...(rollup === undefined && withTests !== true ? [isNotTest] : []),
    ...(usesTags(definition) ? [addsNoTags] : []),
  ];
  const conditionsAt = (column: string) =>
    joinConditions([
      ownRows,
      inRange(column),
      ...filterConditions(parameters, contextAt(column), (id) => id !== 'tag'),
      ...always,
    ]);
  const rows = needs.hasOwnTimes
    ? rowsAtOwnTimes(conditionsAt)
    : `traffic.${rollup?.table ?? 'events'} WHERE ${conditionsAt(timeColumn)}`;
  if (!usesTags(definition)) return `FROM ${rows}`;
  const context = contextAt(timeColumn);
  const ofCampaign = dimensionFilters.filter(({ field }) => field === 'campaign');
  return fromTaggedRows({
    rows,
    visitConditions: joinConditions([
      ownRows,
      // A conversion in the time range can belong to a visit before it.
      ...(needs.hasOwnTimes ? [] : [inRange(timeColumn)]),
      ...ofCampaign.map((filter) => toCondition(parameters, context.localTime, filter)),
    ]),
    tagConditions: filterConditions(parameters, context, (id) => id === 'tag'),
    isGrouped: dimensions.includes('tag'),
  });
}

type FilterContext = { workspaceId: string; definition: ReportDefinition; localTime: LocalTime };

// Returns the conditions of the filters with these dimensions. Conditions on tags apply to joined rows.
function filterConditions(
  parameters: Parameters,
  { workspaceId, definition, localTime }: FilterContext,
  isWanted: (id: DimensionId) => boolean,
): string[] {
  const { dimensionFilters, within } = definition;
  const filters = dimensionFilters.filter(({ field }) => isWanted(field));
  const conditions = filters.map((filter) => toCondition(parameters, localTime, filter));
  // A group with a tag is compared together with the other dimensions.
  if (within === undefined || !isWanted(within.dimensions.includes('tag') ? 'tag' : 'campaign'))
    return conditions;
  return [...conditions, groupCondition(parameters, workspaceId, definition, localTime)];
}

function toCondition(parameters: Parameters, localTime: LocalTime, filter: DimensionFilter): string {
  return dimensionCondition(parameters, keyOf(filter.field, localTime), filter);
}

// Returns a condition that is true for rows in one of the groups of `within`. Two NULL keys count as equal.
function groupCondition(
  parameters: Parameters,
  workspaceId: string,
  definition: ReportDefinition,
  localTime: LocalTime,
): string {
  const { dimensions = [], metricFilters = [], groups: listed } = definition.within ?? {};
  if (listed !== undefined)
    return listedGroups({ dimensions, groups: listed }, (filter) =>
      toCondition(parameters, localTime, filter),
    );
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
