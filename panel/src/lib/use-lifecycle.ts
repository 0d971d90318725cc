import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWorkspace } from './current-workspace.ts';
import { useKindKey, type RecordKind, type SomeRecord } from './record-kind.ts';

type Named = { id: string; version: number; status?: string };

/** The API takes so many at once. */
const atOnce = 500;

/** Archives and restores, one or many. What came of it says how it is undone. */
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
      for (let from = 0; from < records.length; from += atOnce) {
        const part = records.slice(from, from + atOnce).map(({ id, version }) => ({ id, version }));
        done.push(...(await kind[verb](api, { records: part })).records);
      }
      return done;
    },
    onSuccess: (done, { verb }) => onDone?.(verb, done),
    // After a refusal too: it may tell that what is shown is old.
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}

export type Verb = 'archive' | 'restore';
