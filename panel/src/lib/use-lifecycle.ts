import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWorkspace } from './current-workspace.ts';
import { useKindKey, type RecordKind, type SomeRecord } from './record-kind.ts';

type Named = { id: string; version: number; status?: string };

/** Maximum number of records in one request. */
const batchSize = 500;

export function useLifecycle<Row extends SomeRecord>(
  kind: RecordKind<Row>,
  onDone?: (verb: Verb, done: Named[]) => void,
) {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  const key = useKindKey(kind.thing);
  return useMutation({
    mutationFn: async ({ verb, records }: { verb: Verb; records: readonly Named[] }) => {
      const done: Named[] = [];
      for (let from = 0; from < records.length; from += batchSize) {
        const part = records.slice(from, from + batchSize).map(({ id, version }) => ({ id, version }));
        done.push(...(await kind[verb](api, { records: part })).records);
      }
      return done;
    },
    onSuccess: (done, { verb }) => onDone?.(verb, done),
    // The list is refetched even after an error, because the error may mean that the list is outdated.
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}

export type Verb = 'archive' | 'restore';
