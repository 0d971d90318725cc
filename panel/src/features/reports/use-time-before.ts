import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isDimensionId } from '@waypost/contract/report-dimensions.ts';
import { useMemo } from 'react';
import type { PanelReport, PanelReportQuestion } from '../../lib/api.ts';
import { useHere } from '../../lib/me.ts';
import { now } from '../../lib/now.ts';
import { clockIn, periodBefore } from '../../lib/period-before.ts';
import { filtersMax } from '../../lib/report-search.ts';
import { useStore } from '../../lib/store.ts';
import { keyOf } from './row-key.ts';

const minuteMs = 60_000;
const rowsMax = 1_000;

type Before = {
  rows: ReadonlyMap<string, PanelReport['rows'][number]>;
  totals: PanelReport['rows'][number] | undefined;
};
const nothing: Before = { rows: new Map(), totals: undefined };

/** The same of the time before, for the rows that are here. */
export function useTimeBefore(
  question: PanelReportQuestion,
  isAsked: boolean,
  pages: PanelReport[] | undefined,
): Before {
  const { workspace, api } = useHere();
  const minute = Math.floor(useStore(now).getTime() / minuteMs) * minuteMs;
  const period = periodBefore(question, clockIn(workspace.timezone, new Date(minute)));
  const filters = narrowed(question, pages);
  const { data } = useQuery({
    queryKey: [workspace.id, 'queryReport', question, period, filters],
    queryFn: ({ signal }) => api.queryReport({ ...question, ...period, filters, limit: rowsMax }, { signal }),
    enabled: isAsked && pages !== undefined,
    placeholderData: keepPreviousData,
    staleTime: minuteMs,
  });
  const { data: totals } = useQuery({
    queryKey: [workspace.id, 'queryReport', 'totals', question, period],
    queryFn: async ({ signal }) => {
      // Totals are of all rows, whatever is asked of each of them.
      const whole = (question.filters ?? []).filter(({ field }) => isDimensionId(field));
      const { metrics } = question;
      return (await api.queryReport({ ...period, metrics, filters: whole }, { signal })).rows[0] ?? null;
    },
    enabled: isAsked,
    staleTime: minuteMs,
  });
  return useMemo(
    () =>
      isAsked && data !== undefined
        ? {
            rows: new Map(data.rows.map((row) => [keyOf(row, data.meta.dimensions), row])),
            totals: totals ?? undefined,
          }
        : nothing,
    [isAsked, data, totals],
  );
}

/** Of rows by one dimension those are asked for that are shown; of several the largest. */
function narrowed(
  { dimensions = [], filters = [] }: PanelReportQuestion,
  pages: PanelReport[] = [],
): NonNullable<PanelReportQuestion['filters']> {
  const [field, ...others] = dimensions;
  if (field === undefined || others.length > 0 || filters.length >= filtersMax) return filters;
  const values = [...new Set(pages.flatMap(({ rows }) => rows.map((row) => row[field] ?? null)))];
  return values.length === 0 ? filters : [...filters, { field, op: 'is', values }];
}
