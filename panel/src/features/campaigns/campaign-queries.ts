import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useWorkspace } from '../../lib/current-workspace.ts';
import type { PanelCampaign } from '../../lib/api.ts';

/** Everything that is known of campaigns begins with this; what a change touches is asked for again by it. */
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

/** Shows a campaign as a write has answered it, and asks again for what goes with it. */
export function useShowWritten(): (campaign: PanelCampaign) => void {
  const { workspace } = useWorkspace();
  const queries = useQueryClient();
  return (campaign) => {
    const key = campaignKey(workspace.id, campaign.id, 'record');
    queries.setQueryData(key, campaign);
    // An editor that opens next must not begin with goals that do not hold any more.
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

/** After a write that answers something else than the campaign. */
export function useRefreshCampaigns(): () => void {
  const { workspace } = useWorkspace();
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: campaignKey(workspace.id) });
}
