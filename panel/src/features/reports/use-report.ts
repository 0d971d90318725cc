import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { isTimeDimension } from '@waypost/contract/report-dimensions.ts';
import { useMemo } from 'react';
import type { PanelReport, PanelReportQuestion } from '../../lib/api.ts';
import { useHere } from '../../lib/me.ts';
import { keyOf } from './row-key.ts';
import { useTimeBefore } from './use-time-before.ts';
import { useVersionLabels } from './use-version-labels.ts';

const pageRows = 200;
/** Whoever wants more than this looks for something: a filter finds it, and a file has all of it. */
export const rowsMax = 5_000;
const refreshMs = 60_000;

export type ShownRow = {
  id: string;
  values: Readonly<Record<string, string | number | null>>;
  before: Readonly<Record<string, string | number | null>> | undefined;
};

export type Report = ReturnType<typeof useReport>;

/** The rows of a report, page by page as they come into sight, with the totals of all of them. */
export function useReport(question: PanelReportQuestion, isCompared: boolean) {
  const { workspace, api } = useHere();
  const pages = useInfiniteQuery({
    queryKey: [workspace.id, 'queryReport', question],
    queryFn: ({ pageParam, signal }) =>
      api.queryReport(
        { ...question, totals: pageParam === 0, limit: pageRows, offset: pageParam },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ meta }: PanelReport) => {
      const next = meta.offset + meta.count;
      return meta.hasMore && next < rowsMax ? next : undefined;
    },
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    staleTime: refreshMs / 2,
  });
  const answers = pages.data?.pages;
  const first = answers?.[0];
  const isMatched = isCompared && !(question.dimensions ?? []).some(isTimeDimension);
  const before = useTimeBefore(question, isMatched, answers);
  const rows = useMemo(
    () =>
      answers?.flatMap(({ rows: some, meta }) =>
        some.map((values): ShownRow => {
          const id = keyOf(values, meta.dimensions);
          return { id, values, before: before.rows.get(id) };
        }),
      ),
    [answers, before.rows],
  );
  const labels = useMemo(
    () =>
      Object.assign({}, ...(answers ?? []).map(({ meta }) => meta.labels)) as PanelReport['meta']['labels'],
    [answers],
  );
  return {
    rows,
    meta: first?.meta,
    /** Names of the ids in the rows, by dimension. */
    labels: useVersionLabels(question, labels),
    totals: first?.meta.totals,
    totalsBefore: before.totals,
    pages,
  };
}
