import { useQueries } from '@tanstack/react-query';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { fetchNamedRecords, type NamedRecordType } from '../../lib/records/named-records.ts';

// Maximum number of IDs in a request. More IDs would make the URL too long.
const idsMax = 200;
const idForm = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export function useNamesIn(values: unknown, things: readonly NamedRecordType[]): ReadonlyMap<string, string> {
  const { workspace, api } = useWorkspace();
  const ids = idsIn(values);
  return useQueries({
    queries: things.map((thing) => ({
      queryKey: [workspace.id, thing, 'named', ids],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        fetchNamedRecords(api, thing, { query: { limit: ids.length, ids, archived: 'all' }, signal }),
      enabled: ids.length > 0,
    })),
    combine: (found) =>
      new Map(found.flatMap(({ data }) => (data?.items ?? []).map(({ id, name }) => [id, name] as const))),
  });
}

/** Returns the record IDs anywhere in the values. They are sorted, so that the same values lead to the same request. */
export function idsIn(values: unknown): string[] {
  return [...new Set(JSON.stringify(values).match(idForm))].toSorted().slice(0, idsMax);
}
