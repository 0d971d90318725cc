import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { dayIn, formatDays, isDay, namedRanges, readRange } from '@waypost/contract/reports/date-range.ts';
import { clockIn, comparedPeriod, type Period } from '@waypost/contract/reports/period-before.ts';
import { isDimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import { defaultMetrics } from '@waypost/contract/reports/report-metrics.ts';
import type { SavedDefinition } from '@waypost/contract/reports/saved-reports.ts';
import { chooseStep, type TimeStep } from '@waypost/contract/reports/time-series.ts';

export type ResolvedReport = {
  // Report without paging and display options.
  definition: Pick<
    SavedDefinition,
    'dimensions' | 'metrics' | 'filters' | 'sortBy' | 'sortDir' | 'includeTests' | 'countBy'
  > & {
    from: string;
    to: string;
    timezone: string;
  };
  // Time range in words.
  range: string;
  compared: Period | undefined;
  chart:
    | { metric: AnyMetricId; step: TimeStep; days: Period; filters: NonNullable<SavedDefinition['filters']> }
    | undefined;
};

type Moment = {
  timezone: string;
  at: Date;
  // True if the report is always compared and always has a chart, as in a message.
  isSummary: boolean;
};

const defaultRange = 'last-7-days';
const chartDaysMax = 400;

// Chooses the dates of a saved report at a given time. A report without a time range covers the last seven days.
export function resolveSavedReport(
  { range, compare, chart, step, from, to, dimensions, metrics, filters, ...rest }: SavedDefinition,
  { timezone: usual, at, isSummary }: Moment,
): ResolvedReport {
  const timezone = rest.timezone ?? usual;
  const named = range ?? defaultRange;
  const given = { from: from ?? to, to: to ?? from };
  const chosen =
    given.from === undefined || given.to === undefined
      ? (readRange(named, dayIn(timezone, at)) ?? { from: '', to: '' })
      : { from: given.from, to: given.to };
  // A saved report can have times instead of days.
  const days = isDay(chosen.from) && isDay(chosen.to) ? chosen : undefined;
  const text = days === undefined ? `${chosen.from} – ${chosen.to}` : formatDays(days);
  const comparison = compare ?? (isSummary ? 'before' : undefined);
  const metric = chart ?? (isSummary ? (metrics ?? defaultMetrics)[0] : undefined);
  const { sortBy, sortDir, includeTests, countBy } = rest;
  return {
    definition: {
      ...chosen,
      timezone,
      ...(dimensions === undefined ? {} : { dimensions }),
      ...(metrics === undefined ? {} : { metrics }),
      ...(filters === undefined ? {} : { filters }),
      ...(sortBy === undefined ? {} : { sortBy }),
      ...(sortDir === undefined ? {} : { sortDir }),
      ...(includeTests === undefined ? {} : { includeTests }),
      ...(countBy === undefined ? {} : { countBy }),
    },
    range: from === undefined && to === undefined ? `${namedRanges[named]} (${text})` : text,
    compared:
      comparison === undefined || days === undefined
        ? undefined
        : comparedPeriod(comparison, days, clockIn(timezone, at)),
    chart:
      metric === undefined || days === undefined || isTooLong(days)
        ? undefined
        : // Metric filters apply to the rows of the table.
          {
            metric,
            step: chooseStep(days, step),
            days,
            filters: (filters ?? []).filter(({ field }) => isDimensionId(field)),
          },
  };
}

function isTooLong({ from, to }: Period): boolean {
  return Date.parse(to) - Date.parse(from) > chartDaysMax * 86_400_000;
}
