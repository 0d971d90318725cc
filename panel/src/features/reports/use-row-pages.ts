import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PanelReport, PanelReportDefinition } from '../../lib/api/api.ts';
import { keyOf, type ReportRow } from '../../lib/reports/compare-rows.ts';
import { joinLabels } from './join-labels.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { refreshMs, rowsMax, type ReadReport } from './report.ts';

const pageRows = 200;

/** Loads rows page by page while scrolling. Totals cover all rows. */
export function useRowPages(definition: PanelReportDefinition, isEnabled: boolean): ReadReport {
  const { workspace, api } = useWorkspace();
  const pages = useInfiniteQuery({
    queryKey: [workspace.id, 'queryReport', definition],
    queryFn: ({ pageParam, signal }) =>
      api.queryReport(
        { ...definition, totals: pageParam === 0, limit: pageRows, offset: pageParam },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ meta }: PanelReport) => {
      const next = meta.offset + meta.count;
      return meta.hasMore && next < rowsMax ? next : undefined;
    },
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchInterval: refreshMs,
    staleTime: refreshMs / 2,
  });
  const answers = pages.data?.pages;
  const first = answers?.[0];
  const rows = useMemo(
    () =>
      answers?.flatMap(({ rows: some, meta }) =>
        some.map((values): ReportRow => ({ id: keyOf(values, meta.dimensions), values, before: undefined })),
      ),
    [answers],
  );
  const labels = useMemo(() => joinLabels(answers ?? []), [answers]);
  return {
    rows,
    meta: first?.meta,
    labels,
    totals: first?.meta.totals,
    totalsBefore: undefined,
    period: undefined,
    isPartly: false,
    error: pages.error,
    retry: () => void pages.refetch(),
    isOld: pages.isPlaceholderData,
    readOn: () => {
      if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
    },
  };
}
