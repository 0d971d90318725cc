import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { useWorkspace } from '../api/current-workspace.ts';
import { withParts, type MetricValues } from '../reports/metric-totals.ts';
import { useKindKey, type RecordKind, type SomeRecord } from './record-kind.ts';

type RecordMetrics = { now: MetricValues | undefined; before: MetricValues | undefined };
export type MetricsById = Readonly<Record<string, RecordMetrics>>;
/** Metrics of a list. If the list is too long, only the newest records have metrics. */
type ListMetrics = { byId: MetricsById; isPartly: boolean };

export type RecordWithMetrics = SomeRecord & {
  metrics?: MetricValues | undefined;
  previousMetrics?: MetricValues | undefined;
};

const refreshMs = 30_000;
const pageRows = 500;
// Maximum number of pages of metrics. Covers as many rows as the list loads.
const pagesMax = 10;

export function useRecordMetrics(
  kind: RecordKind<RecordWithMetrics>,
  {
    isArchived,
    days,
    metrics,
  }: { isArchived: boolean; days: { from: string; to: string }; metrics: readonly MetricId[] },
) {
  const { api } = useWorkspace();
  const requested = withParts(metrics).toSorted();
  const query = {
    ...days,
    archived: isArchived ? ('1' as const) : ('0' as const),
    metrics: requested,
    compare: 'previous' as const,
    limit: pageRows,
  };
  return useQuery({
    queryKey: [...useKindKey(kind.thing), 'metrics', query],
    queryFn: async ({ signal }): Promise<ListMetrics> => {
      const found: Record<string, RecordMetrics> = {};
      let cursor: string | undefined;
      for (let page = 0; page < pagesMax; page += 1) {
        const { items, meta } = await kind.list(api, { ...query, cursor }, { signal });
        for (const { id, metrics: now, previousMetrics: before } of items) found[id] = { now, before };
        if (meta.nextCursor === null) return { byId: found, isPartly: false };
        cursor = meta.nextCursor;
      }
      return { byId: found, isPartly: true };
    },
    enabled: requested.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    staleTime: refreshMs / 2,
  });
}
