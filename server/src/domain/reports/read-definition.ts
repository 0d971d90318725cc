import {
  isDimensionId,
  isTimeDimension,
  type DimensionId,
} from '@waypost/contract/reports/report-dimensions.ts';
import { defaultMetrics } from '@waypost/contract/reports/report-metrics.ts';
import type { RequestedReport } from '@waypost/contract/reports/report-forms.ts';
import type { ReportVocabulary } from '@waypost/contract/reports/reports.ts';
import { testTag } from '@waypost/contract/visits/test-traffic.ts';
import { readTimeRange } from '../calendar/read-time-range.ts';
import {
  describeMissing,
  findMetrics,
  idOf,
  listParts,
  type CustomMetric,
  type ReportMetric,
} from './custom-metric.ts';
import type {
  ComputedReport,
  CustomFilter,
  CustomSelection,
  DimensionFilter,
  MetricFilter,
  ReportDefinition,
  ReportSort,
} from './report-definition.ts';
import { readExpression, readFilter, type FilterVocabulary } from './read-filter.ts';

type DefinitionIssue = { path: string; message: string };
type DefinitionReading = ComputedReport | { issues: DefinitionIssue[] };

// Values of the workspace that a report depends on.
type ReportWorkspace = { timezone: string; customMetrics?: readonly CustomMetric[] };

export function readDefinition(
  query: RequestedReport,
  { timezone: workspaceTimezone, customMetrics = [] }: ReportWorkspace,
  vocabulary: ReportVocabulary,
): DefinitionReading {
  const { from, to, dimensions = [] } = query;
  const timezone = query.timezone ?? workspaceTimezone;
  const reading = readTimeRange({ from, to, timezone });
  const { metrics: columns, missing } = findMetrics(query.metrics ?? defaultMetrics, customMetrics);
  const filters = readFilters(query, { ...vocabulary, custom: customMetrics });
  const { dimensionFilters, metricFilters, customFilters } = filters;
  const sort = readSort(query, dimensions, columns);
  const issues = [
    ...('issues' in reading ? reading.issues : []),
    ...missing.map((id) => ({ path: 'metrics', message: describeMissing(id) })),
    ...filters.issues,
    ...('issue' in sort && missing.length === 0 ? [sort.issue] : []),
    ...judgeTags(query, dimensionFilters),
  ];
  if ('issues' in reading || 'issue' in sort || issues.length > 0) return { issues };
  const metrics = listParts([...columns, ...customFilters.map(({ field }) => field)]);
  const { range } = reading;
  const withTests = includesTests(query, dimensionFilters);
  const { countBy } = query;
  const selection = { timezone, dimensions, metrics, dimensionFilters, metricFilters, withTests, countBy };
  return {
    definition: { range, ...selection, sort: storeSort(sort, selection) },
    columns,
    // Without dimensions there is always exactly one row, which is neither sorted nor filtered.
    custom: dimensions.length === 0 ? undefined : selectCustom(sort, customFilters),
  };
}

function selectCustom(
  { by, direction }: RequestedSort,
  filters: readonly CustomFilter[],
): CustomSelection | undefined {
  const sort = typeof by === 'string' ? undefined : { by, direction };
  return sort === undefined && filters.length === 0 ? undefined : { sort, filters };
}

// Rows to sort by a custom metric are read in the order of their dimensions, which decides between equal values.
function storeSort(
  { by, direction }: RequestedSort,
  { dimensions: [dimension], metrics: [metric = 'visits'] }: Pick<ReportDefinition, 'dimensions' | 'metrics'>,
): ReportSort {
  return typeof by === 'string' ? { by, direction } : { by: dimension ?? metric, direction: 'asc' };
}

function readFilters({ filter = [], filters = [] }: RequestedReport, vocabulary: FilterVocabulary) {
  const readings = [
    ...filter.map((expression) => ({ path: 'filter', reading: readExpression(expression, vocabulary) })),
    ...filters.map((one, at) => ({ path: `filters.${at}`, reading: readFilter(one, vocabulary) })),
  ];
  const dimensionFilters: DimensionFilter[] = [];
  const metricFilters: MetricFilter[] = [];
  const customFilters: CustomFilter[] = [];
  const issues: DefinitionIssue[] = [];
  for (const { path, reading } of readings) {
    if (reading.kind === 'dimension') dimensionFilters.push(reading.filter);
    else if (reading.kind === 'metric') metricFilters.push(reading.filter);
    else if (reading.kind === 'custom') customFilters.push(reading.filter);
    else issues.push({ path, message: reading.message });
  }
  return { dimensionFilters, metricFilters, customFilters, issues };
}

// Returns true if the report includes test traffic, either explicitly or through a filter on its tag.
function includesTests({ includeTests }: RequestedReport, filters: readonly DimensionFilter[]): boolean {
  return (
    includeTests === '1' ||
    includeTests === true ||
    filters.some(({ field, operator, keys }) => field === 'tag' && operator === '=' && keys.includes(testTag))
  );
}

type RequestedSort = { by: DimensionId | ReportMetric; direction: 'asc' | 'desc' };

// Reads the sort order. By default, dimensions are sorted ascending and metrics are sorted descending.
function readSort(
  { sortBy, sortDir }: RequestedReport,
  dimensions: readonly DimensionId[],
  columns: readonly ReportMetric[],
): RequestedSort | { issue: DefinitionIssue } {
  const [first] = dimensions;
  const defaultSort = first !== undefined && isTimeDimension(first) ? first : columns[0];
  const by =
    sortBy === undefined
      ? defaultSort
      : (dimensions.find((id) => id === sortBy) ?? columns.find((column) => idOf(column) === sortBy));
  if (by === undefined) {
    const requested = [...dimensions, ...columns.map(idOf)].join(', ');
    const message = `must be one of the requested dimensions and metrics: ${requested}`;
    return { issue: { path: 'sortBy', message } };
  }
  const isDimension = typeof by === 'string' && isDimensionId(by);
  return { by, direction: sortDir ?? (isDimension ? 'asc' : 'desc') };
}

// Rejects a report on tags that is not limited to one campaign, because tags are looked up for each visit.
function judgeTags(
  { dimensions = [], filters: bodyFilters }: RequestedReport,
  filters: readonly DimensionFilter[],
): DefinitionIssue[] {
  const isGrouped = dimensions.includes('tag');
  const isFiltered = filters.some(({ field }) => field === 'tag');
  if (!isGrouped && !isFiltered) return [];
  const issues: DefinitionIssue[] = [];
  if (!filters.some(isOneCampaign))
    issues.push(
      bodyFilters === undefined
        ? { path: 'filter', message: 'tag needs the filter campaign=ID with exactly one ID' }
        : {
            path: 'filters',
            message: 'tag needs a campaign filter with the operator “is” and exactly one ID',
          },
    );
  if (isGrouped && dimensions.length === 1)
    issues.push({ path: 'dimensions', message: 'tag needs at least one other dimension' });
  return issues;
}

function isOneCampaign({ field, operator, keys, isMissingMeant }: DimensionFilter): boolean {
  return field === 'campaign' && operator === '=' && keys.length === 1 && !isMissingMeant;
}
