import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { WaypostPanelClient } from '../../lib/api.ts';
import { useHere } from '../../lib/me.ts';
import { askNamed, type NamedRecord, type NamedThing } from '../../lib/named-records.ts';

const none: NamedRecord[] = [];

/** All records of a kind by their names, archived ones too, in the order of the alphabet. */
export function useNamedRecords(thing: NamedThing): NamedRecord[] {
  const { workspace, api } = useHere();
  const { data } = useQuery({
    queryKey: [workspace.id, thing, 'names'],
    queryFn: ({ signal }) => readAll(api, thing, signal),
    staleTime: 30_000,
  });
  return data ?? none;
}

async function readAll(
  api: WaypostPanelClient,
  thing: NamedThing,
  signal: AbortSignal,
): Promise<NamedRecord[]> {
  const found: NamedRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await askNamed(api, thing, { query: { limit: 500, archived: 'all', cursor }, signal });
    found.push(...page.items);
    cursor = page.nextCursor ?? undefined;
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
