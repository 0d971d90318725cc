import { isDimensionId, isTimeDimension, type DimensionId } from '@waypost/contract/report-dimensions.ts';
import { defaultMetrics, type MetricId } from '@waypost/contract/report-metrics.ts';
import type { ReportQuery, ReportVocabulary } from '@waypost/contract/reports.ts';
import { readTimeRange } from '../calendar/read-time-range.ts';
import type { DimensionFilter, MetricFilter, ReportQuestion, ReportSort } from './question.ts';
import { readFilter } from './read-filter.ts';

type QuestionIssue = { path: string; message: string };
type QuestionReading = { question: ReportQuestion } | { issues: QuestionIssue[] };

/** Puts together what each parameter says, and finds what does not go together. */
export function readQuestion(
  query: ReportQuery,
  workspaceTimezone: string,
  vocabulary: ReportVocabulary,
): QuestionReading {
  const { from, to, dimensions = [], metrics = [...defaultMetrics] } = query;
  const timezone = query.timezone ?? workspaceTimezone;
  const reading = readTimeRange({ from, to, timezone });
  const {
    dimensionFilters,
    metricFilters,
    issues: filterIssues,
  } = readFilters(query.filter ?? [], vocabulary);
  const sort = readSort(query, dimensions, metrics);
  const issues = [
    ...('issues' in reading ? reading.issues : []),
    ...filterIssues,
    ...('issue' in sort ? [sort.issue] : []),
    ...judgeTags(dimensions, dimensionFilters),
  ];
  if ('issues' in reading || 'issue' in sort || issues.length > 0) return { issues };
  const { range } = reading;
  return { question: { range, timezone, dimensions, metrics, dimensionFilters, metricFilters, sort } };
}

function readFilters(expressions: readonly string[], vocabulary: ReportVocabulary) {
  const dimensionFilters: DimensionFilter[] = [];
  const metricFilters: MetricFilter[] = [];
  const issues: QuestionIssue[] = [];
  for (const expression of expressions) {
    const reading = readFilter(expression, vocabulary);
    if (reading.kind === 'dimension') dimensionFilters.push(reading.filter);
    else if (reading.kind === 'metric') metricFilters.push(reading.filter);
    else issues.push({ path: 'filter', message: reading.message });
  }
  return { dimensionFilters, metricFilters, issues };
}

/** Time runs forward; of anything that is counted the most comes first. */
function readSort(
  { sortBy, sortDir }: ReportQuery,
  dimensions: readonly DimensionId[],
  metrics: readonly MetricId[],
): ReportSort | { issue: QuestionIssue } {
  const asked: readonly (DimensionId | MetricId)[] = [...dimensions, ...metrics];
  const [first] = dimensions;
  const usual = first !== undefined && isTimeDimension(first) ? first : metrics[0];
  const by = sortBy === undefined ? usual : asked.find((id) => id === sortBy);
  if (by === undefined) {
    const message = `must be one of the dimensions and metrics asked for: ${asked.join(', ')}`;
    return { issue: { path: 'sortBy', message } };
  }
  return { by, direction: sortDir ?? (isDimensionId(by) ? 'asc' : 'desc') };
}

/** Tags are looked up visit by visit, so a question about them has to name the one campaign it is about. */
function judgeTags(dimensions: readonly DimensionId[], filters: readonly DimensionFilter[]): QuestionIssue[] {
  const isGrouped = dimensions.includes('tag');
  const isFiltered = filters.some(({ field }) => field === 'tag');
  if (!isGrouped && !isFiltered) return [];
  const issues: QuestionIssue[] = [];
  if (!filters.some(isOneCampaign))
    issues.push({ path: 'filter', message: 'tag needs the filter campaign=ID with exactly one id' });
  if (isGrouped && dimensions.length === 1)
    issues.push({ path: 'dimensions', message: 'tag needs at least one other dimension beside it' });
  return issues;
}

function isOneCampaign({ field, operator, keys, isMissingMeant }: DimensionFilter): boolean {
  return field === 'campaign' && operator === '=' && keys.length === 1 && !isMissingMeant;
}
