import type { WaypostPanelClient } from './api.ts';

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
type Asked = { query: NamedQuery; signal: AbortSignal };
type NamedPage = { items: NamedRecord[]; nextCursor: string | null };

const lists = {
  campaigns: (api, asked) => api.listCampaigns(asked),
  'traffic-sources': (api, asked) => api.listTrafficSources(asked),
  'affiliate-networks': (api, asked) => api.listAffiliateNetworks(asked),
  rotators: (api, asked) => api.listRotators(asked),
  offers: (api, asked) => api.listOffers(asked),
  landings: (api, asked) => api.listLandings(asked),
  domains: (api, asked) => api.listDomains(asked),
} satisfies Record<
  string,
  (api: WaypostPanelClient, asked: Asked) => Promise<{ items: Listed[]; meta: { nextCursor: string | null } }>
>;

/** Records that others are chosen from, by the name of their list. */
export type NamedRecordType = keyof typeof lists;

/** A page of records of a kind, of each no more than what it is called. */
export async function fetchNamedRecords(
  api: WaypostPanelClient,
  thing: NamedRecordType,
  asked: Asked,
): Promise<NamedPage> {
  const { items, meta } = await lists[thing](api, asked);
  const named = items.map(({ id, name, host, status }: Listed) => ({
    id,
    name: name ?? host ?? '',
    isArchived: status === 'archived',
  }));
  return { items: named, nextCursor: meta.nextCursor };
}
