import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MetricId } from '@waypost/contract/report-metrics.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { withParts, type MetricValues } from '../../lib/metric-totals.ts';
import { campaignKey } from './campaign-queries.ts';

type CampaignMetrics = { now: MetricValues | undefined; before: MetricValues | undefined };
export type MetricsById = Readonly<Record<string, CampaignMetrics>>;
/** Of the newest where there are too many to ask for all of them. */
type ListMetrics = { byId: MetricsById; isPartly: boolean };

const refreshMs = 30_000;
const pageRows = 500;
/** As many as a list has rows of at once. */
const pagesMax = 10;

/** The numbers of all campaigns of a list, beside those of the time before. They come after the rows and are kept fresh. */
export function useCampaignMetrics({
  isArchived,
  days,
  metrics,
}: {
  isArchived: boolean;
  days: { from: string; to: string };
  metrics: readonly MetricId[];
}) {
  const { workspace, api } = useWorkspace();
  const asked = withParts(metrics).toSorted();
  const query = {
    ...days,
    archived: isArchived ? ('1' as const) : ('0' as const),
    metrics: asked,
    compare: 'previous' as const,
    limit: pageRows,
  };
  return useQuery({
    queryKey: campaignKey(workspace.id, 'metrics', query),
    queryFn: async ({ signal }): Promise<ListMetrics> => {
      const found: Record<string, CampaignMetrics> = {};
      let cursor: string | undefined;
      for (let page = 0; page < pagesMax; page += 1) {
        const { items, meta } = await api.listCampaigns({ query: { ...query, cursor }, signal });
        for (const { id, metrics: now, previousMetrics: before } of items) found[id] = { now, before };
        if (meta.nextCursor === null) return { byId: found, isPartly: false };
        cursor = meta.nextCursor;
      }
      return { byId: found, isPartly: true };
    },
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    staleTime: refreshMs / 2,
  });
}
