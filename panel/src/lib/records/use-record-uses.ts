import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { RecordUses, WaypostPanelClient } from '../api/api.ts';
import { useWorkspace } from '../api/current-workspace.ts';

type Request = (api: WaypostPanelClient, id: string, options: { signal: AbortSignal }) => Promise<RecordUses>;

const requests = {
  offers: (api, id, options) => api.getOfferUses(id, options),
  landings: (api, id, options) => api.getLandingUses(id, options),
  'traffic-sources': (api, id, options) => api.getTrafficSourceUses(id, options),
  'affiliate-networks': (api, id, options) => api.getAffiliateNetworkUses(id, options),
  rotators: (api, id, options) => api.getRotatorUses(id, options),
} satisfies Record<string, Request>;

export type UsedThing = keyof typeof requests;

export function useRecordUses(thing: UsedThing, id: string): UseQueryResult<RecordUses> {
  const { workspace, api } = useWorkspace();
  return useQuery({
    // Starts with the campaign query key, so that any change to a campaign refetches the uses.
    queryKey: [workspace.id, 'campaigns', 'using', thing, id],
    queryFn: ({ signal }) => requests[thing](api, id, { signal }),
  });
}
