import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import type { PanelCampaign } from '../../lib/api/api.ts';

/** Returns a campaign query key. All campaign keys have the same prefix, so that they can be invalidated together. */
export function campaignKey(workspaceId: string, ...more: unknown[]): unknown[] {
  return [workspaceId, 'campaigns', ...more];
}

export function useCampaign(id: string): UseQueryResult<PanelCampaign> {
  const { workspace, api } = useWorkspace();
  return useQuery({
    queryKey: campaignKey(workspace.id, id, 'record'),
    queryFn: ({ signal }) => api.getCampaign(id, { signal }),
  });
}

export function useShowWritten(): (campaign: PanelCampaign) => void {
  const { workspace } = useWorkspace();
  const queries = useQueryClient();
  return (campaign) => {
    const key = campaignKey(workspace.id, campaign.id, 'record');
    queries.setQueryData(key, campaign);
    // Cached goals are removed, because an editor that is opened later must not start with outdated goals.
    queries.removeQueries({
      queryKey: campaignKey(workspace.id, campaign.id, 'goals'),
      type: 'inactive',
    });
    void queries.invalidateQueries({
      queryKey: campaignKey(workspace.id),
      predicate: ({ queryKey }) => JSON.stringify(queryKey) !== JSON.stringify(key),
    });
  };
}

/** Refetches campaigns after a write whose response does not include the campaign. */
export function useRefreshCampaigns(): () => void {
  const { workspace } = useWorkspace();
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: campaignKey(workspace.id) });
}
