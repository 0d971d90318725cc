import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { PanelReport, PanelReportDefinition } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { now } from '../../lib/time/now.ts';
import { clockIn, periodBefore } from '../../lib/time/period-before.ts';
import { useStore } from '../../lib/api/store.ts';

const minuteMs = 60_000;
export const rowsMax = 1_000;

export type Days = { from: string; to: string };
type RowOptions = Pick<PanelReportDefinition, 'dimensions' | 'filters'>;
type ComparedReports = { now: PanelReport | undefined; before: PanelReport | undefined; error: Error | null };

/**
 * Queries a range and the period before it. If the range includes today, the previous period ends at the current time
 * of day.
 */
export function useNumbers(
  days: Days,
  metrics: readonly MetricId[],
  rows: RowOptions = {},
): ComparedReports & { retry: () => void } {
  const { timezone } = useWorkspace().workspace;
  const minute = Math.floor(useStore(now).getTime() / minuteMs) * minuteMs;
  const question = { ...rows, metrics: [...metrics], limit: rowsMax };
  const current = useRows({ ...question, ...days });
  const before = useRows({ ...question, ...periodBefore(days, clockIn(timezone, new Date(minute))) });
  return {
    now: current.data,
    before: before.data,
    error: current.error ?? before.error,
    retry: () => {
      void current.refetch();
      void before.refetch();
    },
  };
}

export function useRows(question: PanelReportDefinition) {
  const { workspace, api } = useWorkspace();
  return useQuery({
    queryKey: [workspace.id, 'queryReport', 'numbers', question],
    queryFn: ({ signal }) => api.queryReport(question, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: minuteMs,
    staleTime: minuteMs / 2,
  });
}

/** Returns a metric from a report without dimensions: undefined while loading, null if there is no value. */
export function readFigure(
  report: { rows: readonly PanelReport['rows'][number][] } | undefined,
  id: MetricId,
): number | null | undefined {
  if (report === undefined) return undefined;
  const value = report.rows[0]?.[id];
  return typeof value === 'number' ? value : null;
}
