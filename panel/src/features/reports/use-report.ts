import { useMemo } from 'react';
import { joinLabels } from './join-labels.ts';
import type { Report } from './report.ts';
import { treeRows } from './tree-rows.ts';
import { useBranches } from './use-branches.ts';
import { useComparedRows } from './use-compared-rows.ts';
import type { RequestedReport } from './use-report-definition.ts';
import { useRowPages } from './use-row-pages.ts';
import { useVersionLabels } from './use-version-labels.ts';

export function useReport(requested: RequestedReport, order: 'change' | undefined): Report {
  const { definition, whole, compare, dimensions, isTree, above } = requested;
  const pages = useRowPages(definition, compare === undefined);
  const compared = useComparedRows(definition, compare, order);
  const { rows: read, labels, ...report } = compare === undefined ? pages : compared;
  // Rows of other dimensions would have no names, so they are not shown while the new ones are loading.
  const isOther = report.isOld && report.meta?.dimensions.join() !== definition.dimensions?.join();
  const top = isOther ? undefined : read;
  const { branches, labels: branchLabels, toggle } = useBranches(requested, { period: report.period, order });
  const key = JSON.stringify([dimensions, isTree, above]);
  const rows = useMemo(
    () =>
      isTree
        ? top && treeRows(top, { levels: dimensions, above, branches })
        : top?.map((row) => ({
            ...row,
            level: 0,
            keys: dimensions.map((id) => row.values[id] ?? null),
          })),
    // Dimensions and values are compared by content, because they are new arrays on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [top, branches, key],
  );
  const joined = useMemo(() => joinLabels([{ meta: { labels } }, ...branchLabels]), [labels, branchLabels]);
  return {
    ...report,
    rows,
    labels: useVersionLabels(whole, joined),
    toggle: isTree ? toggle : undefined,
    isOpen: (id) => branches.has(id),
  };
}
