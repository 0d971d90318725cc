import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isDimensionId } from '@waypost/contract/report-dimensions.ts';
import type { MetricId } from '@waypost/contract/report-metrics.ts';
import type { PanelReport, PanelReportDefinition } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import type { TimeStep } from '../../lib/time-series.ts';

const refreshMs = 60_000;
/** Maximum number of points: two weeks of hours, or years of days. */
const pointsMax = 1_000;

type TimeRows = {
  rows: PanelReport['rows'] | undefined;
  rowsBefore: PanelReport['rows'] | undefined;
  error: Error | null;
  retry: () => void;
  isOld: boolean;
};

/** Requests all metrics at once, so that switching the metric needs no request. */
export function useTimeRows({
  metrics,
  days,
  other,
  step,
  filters = [],
  withTests = false,
}: {
  metrics: readonly MetricId[];
  days: { from: string; to: string };
  other: { from: string; to: string };
  step: TimeStep;
  filters?: PanelReportDefinition['filters'];
  withTests?: boolean | undefined;
}): TimeRows {
  const question = {
    dimensions: [step],
    metrics: [...metrics],
    // Metric filters apply to table rows, not to single hours.
    filters: filters.filter(({ field }) => isDimensionId(field)),
    ...(withTests ? { includeTests: true } : {}),
    sortBy: step,
    sortDir: 'asc' as const,
    limit: pointsMax,
  };
  const current = useRows({ ...question, ...days });
  const before = useRows({ ...question, ...other });
  return {
    rows: current.data,
    rowsBefore: before.data,
    error: current.error ?? before.error,
    retry: () => {
      void current.refetch();
      void before.refetch();
    },
    isOld: current.isPlaceholderData || before.isPlaceholderData,
  };
}

function useRows(question: PanelReportDefinition) {
  const { workspace, api } = useWorkspace();
  return useQuery({
    queryKey: [workspace.id, 'queryReport', 'by time', question],
    queryFn: async ({ signal }) => (await api.queryReport(question, { signal })).rows,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    staleTime: refreshMs / 2,
  });
}
