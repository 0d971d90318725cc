import { useQueries } from '@tanstack/react-query';
import { useHere } from '../../lib/me.ts';
import { askNamed, type NamedThing } from '../../lib/named-records.ts';

// More would not fit into one address.
const idsMax = 200;
const idForm = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What the records are called whose ids stand anywhere in these values, as far as they are of these kinds. */
export function useNamesIn(values: unknown, things: readonly NamedThing[]): ReadonlyMap<string, string> {
  const { workspace, api } = useHere();
  const ids = [...new Set(JSON.stringify(values).match(idForm))].toSorted().slice(0, idsMax);
  return useQueries({
    queries: things.map((thing) => ({
      queryKey: [workspace.id, thing, 'named', ids],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        askNamed(api, thing, { query: { limit: ids.length, ids, archived: 'all' }, signal }),
      enabled: ids.length > 0,
    })),
    combine: (found) =>
      new Map(found.flatMap(({ data }) => (data?.items ?? []).map(({ id, name }) => [id, name] as const))),
  });
}
