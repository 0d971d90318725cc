import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { PanelReport } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { keyOf, type ReportRow } from '../../lib/reports/compare-rows.ts';
import { orderOf, readBoth, sortRows, type FetchReport } from './compared-rows.ts';
import { refreshMs, type Report } from './report.ts';
import type { ReportValue } from './report-search.ts';
import { branchDefinition, branchRowsMax, idOfKeys, keysOfId, type Branch } from './tree-rows.ts';
import type { RequestedReport } from './use-report-definition.ts';

// More open rows would make each refresh slow.
const openMax = 30;

type Branches = {
  branches: ReadonlyMap<string, Branch>;
  labels: readonly { meta: { labels: Report['labels'] } }[];
  toggle: (id: string) => void;
};

type Answer = { rows: ReportRow[]; totalRows: number; labels: Report['labels'] };

// Loads the rows below the open rows of a tree.
export function useBranches(
  { definition, dimensions: levels, above }: Pick<RequestedReport, 'definition' | 'dimensions' | 'above'>,
  { period, order }: { period: Report['period']; order: 'change' | undefined },
): Branches {
  const { workspace, api } = useWorkspace();
  const [openIds, setOpenIds] = useState<readonly string[]>([]);
  const key = JSON.stringify([definition, levels, above]);
  const open = useMemo(
    () =>
      openIds.flatMap((id) => {
        const keys = keysBelow(id, { above, levels, openIds });
        return keys === undefined ? [] : [{ id, definition: branchDefinition(definition, levels, keys) }];
      }),
    // The definition, levels and values are compared by content, because they are new objects on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [openIds, key],
  );
  const found = useQueries({
    queries: open.map(({ definition: branch }) => ({
      queryKey: [workspace.id, 'queryReport', 'branch', branch, period, order],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Answer> => {
        const fetchReport: FetchReport = (request) => api.queryReport(request, { signal });
        if (period !== undefined) return await readCompared(fetchReport, branch, { period, order });
        return answerOf(await fetchReport({ ...branch, limit: branchRowsMax }));
      },
      refetchInterval: refreshMs,
      staleTime: refreshMs / 2,
    })),
    combine: combineAnswers,
  });
  const toggle = useCallback(
    (id: string) =>
      setOpenIds((ids) =>
        ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-openMax),
      ),
    [],
  );
  return useMemo(
    () => ({
      branches: new Map(open.map(({ id }, at) => [id, branchOf(found[at])])),
      labels: found.flatMap(({ data }) => (data === undefined ? [] : [{ meta: { labels: data.labels } }])),
      toggle,
    }),
    [open, found, toggle],
  );
}

type Found = { data: Answer | undefined; error: Error | null };

function combineAnswers(results: Found[]): Found[] {
  return results.map(({ data, error }) => ({ data, error }));
}

function branchOf(found: Found | undefined): Branch {
  const { data, error = null } = found ?? {};
  return { rows: data?.rows, totalRows: data?.totalRows ?? 0, error: data === undefined ? error : null };
}

// Returns undefined for a row that is not in the table: of another drill-down, of the last level, or below a closed row.
function keysBelow(
  id: string,
  {
    above,
    levels,
    openIds,
  }: {
    above: readonly ReportValue[];
    levels: readonly DimensionId[];
    openIds: readonly string[];
  },
): ReportValue[] | undefined {
  const keys = keysOfId(id);
  const own = keys.slice(above.length);
  const isBelow = above.every((value, at) => keys[at] === value) && own.length > 0;
  const isOpen = own.every((_, at) => openIds.includes(idOfKeys(keys.slice(0, above.length + at + 1))));
  return isBelow && isOpen && own.length < levels.length ? own : undefined;
}

function answerOf({ rows, meta }: PanelReport): Answer {
  return {
    rows: rows.map((values) => ({ id: keyOf(values, meta.dimensions), values, before: undefined })),
    totalRows: meta.totalRows,
    labels: meta.labels,
  };
}

async function readCompared(
  fetchReport: FetchReport,
  branch: RequestedReport['definition'],
  { period, order }: { period: NonNullable<Report['period']>; order: 'change' | undefined },
): Promise<Answer> {
  const { sortBy: _, sortDir: __, ...unsorted } = branch;
  const both = await readBoth(fetchReport, unsorted, period);
  const sorted = sortRows(both, { ...orderOf(branch), order });
  return { rows: sorted.slice(0, branchRowsMax), totalRows: sorted.length, labels: both.labels };
}
