import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isDimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import type { PanelReport, PanelReportDefinition } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import type { TimeStep } from '@waypost/contract/reports/time-series.ts';

const refreshMs = 60_000;
/** Maximum number of points, enough for two weeks of hours or more than two years of days. */
const pointsMax = 1_000;

type TimeRows = {
  rows: PanelReport['rows'] | undefined;
  rowsBefore: PanelReport['rows'] | undefined;
  error: Error | null;
  retry: () => void;
  isOld: boolean;
};

type TimeChart = {
  metrics: readonly AnyMetricId[];
  step: TimeStep;
  filters?: PanelReportDefinition['filters'];
  withTests?: boolean | undefined;
  countBy?: PanelReportDefinition['countBy'];
};

/** Requests all metrics at once, so that switching between metrics needs no request. */
export function useTimeRows({
  days,
  other,
  isCompared,
  ...chart
}: TimeChart & {
  days: { from: string; to: string };
  other: { from: string; to: string };
  isCompared: boolean;
}): TimeRows {
  const question = buildTimeQuestion(chart);
  const current = useRows({ ...question, ...days });
  const before = useRows({ ...question, ...other }, isCompared);
  return {
    rows: current.data,
    rowsBefore: isCompared ? before.data : undefined,
    error: current.error ?? before.error,
    retry: () => {
      void current.refetch();
      if (isCompared) void before.refetch();
    },
    isOld: current.isPlaceholderData || before.isPlaceholderData,
  };
}

export function buildTimeQuestion({ metrics, step, filters = [], withTests = false, countBy }: TimeChart) {
  return {
    dimensions: [step],
    metrics: [...metrics],
    // Metric filters apply to the rows of the table, not to individual hours.
    filters: filters.filter(({ field }) => isDimensionId(field)),
    ...(withTests ? { includeTests: true } : {}),
    ...(countBy === undefined ? {} : { countBy }),
    sortBy: step,
    sortDir: 'asc' as const,
    limit: pointsMax,
  };
}

function useRows(question: PanelReportDefinition, isEnabled = true) {
  const { workspace, api } = useWorkspace();
  return useQuery({
    queryKey: [workspace.id, 'queryReport', 'by time', question],
    queryFn: async ({ signal }) => (await api.queryReport(question, { signal })).rows,
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchInterval: refreshMs,
    staleTime: refreshMs / 2,
  });
}
