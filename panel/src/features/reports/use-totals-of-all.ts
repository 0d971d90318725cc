import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import type { ReportValues } from '../../lib/reports/compare-rows.ts';
import { refreshMs } from './report.ts';
import type { RequestedReport } from './use-report-definition.ts';

// Returns the totals of the time range without filters and drill-down, or undefined if there are none.
export function useTotalsOfAll({ definition, scope }: RequestedReport): ReportValues | undefined {
  const { workspace, api } = useWorkspace();
  const { filters: _, sortBy: __, sortDir: ___, dimensions: ____, ...all } = definition;
  const isEnabled = scope.length > 0;
  const { data } = useQuery({
    queryKey: [workspace.id, 'queryReport', 'all', all],
    queryFn: async ({ signal }) =>
      (await api.queryReport({ ...all, totals: true, limit: 1 }, { signal })).meta.totals,
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchInterval: refreshMs,
    staleTime: refreshMs / 2,
  });
  return isEnabled ? data : undefined;
}
