import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PanelReportDefinition } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { clockIn, comparedPeriod } from '../../lib/time/period-before.ts';
import { comparedPageRows, orderOf, readBoth, sortRows, type FetchReport } from './compared-rows.ts';
import { refreshMs, type ReadReport } from './report.ts';

const noLabels = {};

/**
 * Loads a report and its comparison period. Both are read completely, up to the maximum number of rows, so that rows
 * missing from the current period are included and rows can be sorted by change.
 */
export function useComparedRows(
  definition: PanelReportDefinition,
  compare: string | undefined,
  order: 'change' | undefined,
): ReadReport {
  const { workspace, api } = useWorkspace();
  const { sortBy: _, sortDir: __, ...unsorted } = definition;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [workspace.id, 'queryReport', 'compared', unsorted, compare],
    queryFn: async ({ signal }) => {
      const clock = clockIn(workspace.timezone, new Date());
      const period = comparedPeriod(compare ?? '', definition, clock) ?? definition;
      const fetchReport: FetchReport = (request) => api.queryReport(request, { signal });
      return {
        ...(await readBoth(fetchReport, unsorted, period)),
        period: { from: period.from, to: period.to },
      };
    },
    placeholderData: keepPreviousData,
    enabled: compare !== undefined,
    // Large comparisons are not refetched automatically.
    refetchInterval: ({ state }) => ((state.data?.rows.length ?? 0) > comparedPageRows ? false : refreshMs),
    staleTime: refreshMs / 2,
  });
  const found = compare === undefined ? undefined : data;
  const { by, isDown } = orderOf(definition);
  const rows = useMemo(
    () => (found === undefined ? undefined : sortRows(found, { by, isDown, order })),
    [found, by, isDown, order],
  );
  return {
    rows,
    meta: found?.now.meta,
    labels: found?.labels ?? noLabels,
    totals: found?.now.meta.totals,
    totalsBefore: found?.totalsBefore,
    period: found?.period,
    isPartly: found?.isPartly ?? false,
    error,
    retry: () => void refetch(),
    isOld: isPlaceholderData,
    readOn: () => undefined,
  };
}
