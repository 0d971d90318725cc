import {
  isDimensionId,
  isTimeDimension,
  type DimensionId,
} from '@waypost/contract/reports/report-dimensions.ts';
import { defaultMetrics, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { RequestedReport } from '@waypost/contract/reports/report-forms.ts';
import type { ReportVocabulary } from '@waypost/contract/reports/reports.ts';
import { testTag } from '@waypost/contract/visits/test-traffic.ts';
import { readTimeRange } from '../calendar/read-time-range.ts';
import type { DimensionFilter, MetricFilter, ReportDefinition, ReportSort } from './report-definition.ts';
import { readExpression, readFilter } from './read-filter.ts';

type DefinitionIssue = { path: string; message: string };
type DefinitionReading = { definition: ReportDefinition } | { issues: DefinitionIssue[] };

export function readDefinition(
  query: RequestedReport,
  workspaceTimezone: string,
  vocabulary: ReportVocabulary,
): DefinitionReading {
  const { from, to, dimensions = [], metrics = [...defaultMetrics] } = query;
  const timezone = query.timezone ?? workspaceTimezone;
  const reading = readTimeRange({ from, to, timezone });
  const { dimensionFilters, metricFilters, issues: filterIssues } = readFilters(query, vocabulary);
  const sort = readSort(query, dimensions, metrics);
  const issues = [
    ...('issues' in reading ? reading.issues : []),
    ...filterIssues,
    ...('issue' in sort ? [sort.issue] : []),
    ...judgeTags(query, dimensionFilters),
  ];
  if ('issues' in reading || 'issue' in sort || issues.length > 0) return { issues };
  const { range } = reading;
  const withTests = includesTests(query, dimensionFilters);
  return {
    definition: { range, timezone, dimensions, metrics, dimensionFilters, metricFilters, sort, withTests },
  };
}

function readFilters({ filter = [], filters = [] }: RequestedReport, vocabulary: ReportVocabulary) {
  const readings = [
    ...filter.map((expression) => ({ path: 'filter', reading: readExpression(expression, vocabulary) })),
    ...filters.map((one, at) => ({ path: `filters.${at}`, reading: readFilter(one, vocabulary) })),
  ];
  const dimensionFilters: DimensionFilter[] = [];
  const metricFilters: MetricFilter[] = [];
  const issues: DefinitionIssue[] = [];
  for (const { path, reading } of readings) {
    if (reading.kind === 'dimension') dimensionFilters.push(reading.filter);
    else if (reading.kind === 'metric') metricFilters.push(reading.filter);
    else issues.push({ path, message: reading.message });
  }
  return { dimensionFilters, metricFilters, issues };
}

// Returns true if the report includes test traffic, either explicitly or through a filter on its tag.
function includesTests({ includeTests }: RequestedReport, filters: readonly DimensionFilter[]): boolean {
  return (
    includeTests === '1' ||
    includeTests === true ||
    filters.some(({ field, operator, keys }) => field === 'tag' && operator === '=' && keys.includes(testTag))
  );
}

// Reads the sort order. By default, dimensions are sorted ascending and metrics are sorted descending.
function readSort(
  { sortBy, sortDir }: RequestedReport,
  dimensions: readonly DimensionId[],
  metrics: readonly MetricId[],
): ReportSort | { issue: DefinitionIssue } {
  const requested: readonly (DimensionId | MetricId)[] = [...dimensions, ...metrics];
  const [first] = dimensions;
  const defaultSort = first !== undefined && isTimeDimension(first) ? first : metrics[0];
  const by = sortBy === undefined ? defaultSort : requested.find((id) => id === sortBy);
  if (by === undefined) {
    const message = `must be one of the requested dimensions and metrics: ${requested.join(', ')}`;
    return { issue: { path: 'sortBy', message } };
  }
  return { by, direction: sortDir ?? (isDimensionId(by) ? 'asc' : 'desc') };
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
