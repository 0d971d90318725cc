import type { WaypostPanelClient } from '../api/api.ts';

export type NamedRecord = { id: string; name: string; isArchived: boolean };

type Listed = { id: string; name?: string; host?: string; status: string };
type NamedQuery = {
  limit: number;
  q?: string;
  sort?: 'name';
  ids?: string[];
  archived?: 'all';
  cursor?: string | undefined;
};
type NamedRecordsRequest = { query: NamedQuery; signal: AbortSignal };
type NamedPage = { items: NamedRecord[]; nextCursor: string | null };

const lists = {
  campaigns: (api, request) => api.listCampaigns(request),
  'traffic-sources': (api, request) => api.listTrafficSources(request),
  'affiliate-networks': (api, request) => api.listAffiliateNetworks(request),
  rotators: (api, request) => api.listRotators(request),
  offers: (api, request) => api.listOffers(request),
  landings: (api, request) => api.listLandings(request),
  domains: (api, request) => api.listDomains(request),
} satisfies Record<
  string,
  (
    api: WaypostPanelClient,
    request: NamedRecordsRequest,
  ) => Promise<{ items: Listed[]; meta: { nextCursor: string | null } }>
>;

export type NamedRecordType = keyof typeof lists;

export async function fetchNamedRecords(
  api: WaypostPanelClient,
  type: NamedRecordType,
  request: NamedRecordsRequest,
): Promise<NamedPage> {
  const { items, meta } = await lists[type](api, request);
  const named = items.map(({ id, name, host, status }: Listed) => ({
    id,
    name: name ?? host ?? '',
    isArchived: status === 'archived',
  }));
  return { items: named, nextCursor: meta.nextCursor };
}
