import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CustomMetric } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { registerCustomMetrics } from '../../../lib/format/describe-metric.ts';

const none: CustomMetric[] = [];

type CustomMetrics = {
  metrics: CustomMetric[];
  isLoading: boolean;
  // Shows a saved metric at once, and loads the list again.
  refresh: (saved?: CustomMetric) => void;
};

// Loads the custom metrics of the workspace and makes them known to the functions that format values.
export function useCustomMetrics(): CustomMetrics {
  const { workspace, api } = useWorkspace();
  const queries = useQueryClient();
  const queryKey = [workspace.id, 'listCustomMetrics'];
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await api.listCustomMetrics({ query: { sort: 'name', limit: 100 }, signal })).items,
    staleTime: 60_000,
  });
  const metrics = data ?? none;
  // Before the children render, because they format values.
  useMemo(() => registerCustomMetrics(metrics), [metrics]);
  return {
    metrics,
    isLoading: isPending,
    refresh: (saved) => {
      if (saved !== undefined)
        queries.setQueryData<CustomMetric[]>(queryKey, (before = []) => [
          ...before.filter(({ id }) => id !== saved.id),
          saved,
        ]);
      void queries.invalidateQueries({ queryKey });
    },
  };
}
