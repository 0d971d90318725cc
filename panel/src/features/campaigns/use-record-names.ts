import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useHere } from '../../lib/me.ts';

type Named = { id: string; name: string };
type NamedPage = { items: Named[]; meta: { nextCursor: string | null } };
type AskPage = (query: { limit: number; archived: 'all'; cursor?: string | undefined }) => Promise<NamedPage>;

/** What traffic sources, rotators and domains are called, by their ids, archived ones too. */
export function useRecordNames(): ReadonlyMap<string, string> {
  const { api } = useHere();
  const sources = useNames('traffic-sources', (query) => api.listTrafficSources({ query }));
  const rotators = useNames('rotators', (query) => api.listRotators({ query }));
  const domains = useNames('domains', async (query) => {
    const { items, meta } = await api.listDomains({ query });
    return { items: items.map(({ id, host }) => ({ id, name: host })), meta };
  });
  return useMemo(
    () => new Map([...sources, ...rotators, ...domains].map(({ id, name }) => [id, name])),
    [sources, rotators, domains],
  );
}

const none: Named[] = [];

function useNames(thing: string, ask: AskPage): Named[] {
  const { workspace } = useHere();
  const { data } = useQuery({
    queryKey: [workspace.id, thing, 'names'],
    queryFn: () => readAll(ask),
    staleTime: 60_000,
  });
  return data ?? none;
}

async function readAll(ask: AskPage): Promise<Named[]> {
  const found: Named[] = [];
  let cursor: string | undefined;
  do {
    const { items, meta } = await ask({ limit: 500, archived: 'all', cursor });
    found.push(...items);
    cursor = meta.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}
