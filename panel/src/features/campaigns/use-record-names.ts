import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { WaypostPanelClient } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import {
  fetchNamedRecords,
  type NamedRecord,
  type NamedRecordType,
} from '../../lib/records/named-records.ts';

const none: NamedRecord[] = [];

export function useNamedRecords(thing: NamedRecordType): NamedRecord[] {
  const { workspace, api } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, thing, 'names'],
    queryFn: ({ signal }) => readAll(api, thing, signal),
    staleTime: 30_000,
  });
  return data ?? none;
}

async function readAll(
  api: WaypostPanelClient,
  thing: NamedRecordType,
  signal: AbortSignal,
): Promise<NamedRecord[]> {
  const found: NamedRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetchNamedRecords(api, thing, {
      query: { limit: 500, archived: 'all', cursor },
      signal,
    });
    found.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found.toSorted((one, other) => one.name.localeCompare(other.name));
}

export function useRecordNames(): ReadonlyMap<string, string> {
  const sources = useNamedRecords('traffic-sources');
  const rotators = useNamedRecords('rotators');
  const domains = useNamedRecords('domains');
  return useMemo(
    () => new Map([...sources, ...rotators, ...domains].map(({ id, name }) => [id, name])),
    [sources, rotators, domains],
  );
}
