import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { WaypostPanelClient } from '../../lib/api.ts';
import { useHere } from '../../lib/me.ts';

export type NamedRecord = { id: string; name: string; isArchived: boolean };

type Listed = { id: string; name?: string; host?: string; status: string };
type Asked = { query: { limit: number; archived: 'all'; cursor?: string | undefined }; signal: AbortSignal };
type AskPage = (
  api: WaypostPanelClient,
  asked: Asked,
) => Promise<{ items: Listed[]; meta: { nextCursor: string | null } }>;

const lists = {
  'traffic-sources': (api, asked) => api.listTrafficSources(asked),
  rotators: (api, asked) => api.listRotators(asked),
  offers: (api, asked) => api.listOffers(asked),
  landings: (api, asked) => api.listLandings(asked),
  domains: (api, asked) => api.listDomains(asked),
} satisfies Record<string, AskPage>;

const none: NamedRecord[] = [];

/** All records of a kind by their names, archived ones too, in the order of the alphabet. */
export function useNamedRecords(thing: keyof typeof lists): NamedRecord[] {
  const { workspace, api } = useHere();
  const { data } = useQuery({
    queryKey: [workspace.id, thing, 'names'],
    queryFn: ({ signal }) => readAll((query) => lists[thing](api, { query, signal })),
    staleTime: 30_000,
  });
  return data ?? none;
}

async function readAll(ask: (query: Asked['query']) => ReturnType<AskPage>): Promise<NamedRecord[]> {
  const found: NamedRecord[] = [];
  let cursor: string | undefined;
  do {
    const { items, meta } = await ask({ limit: 500, archived: 'all', cursor });
    for (const { id, name, host, status } of items)
      found.push({ id, name: name ?? host ?? '', isArchived: status === 'archived' });
    cursor = meta.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** What the records that a campaign speaks of are called, by their ids. */
export function useRecordNames(): ReadonlyMap<string, string> {
  const sources = useNamedRecords('traffic-sources');
  const rotators = useNamedRecords('rotators');
  const domains = useNamedRecords('domains');
  return useMemo(
    () => new Map([...sources, ...rotators, ...domains].map(({ id, name }) => [id, name])),
    [sources, rotators, domains],
  );
}
