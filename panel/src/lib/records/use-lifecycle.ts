import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWorkspace } from '../api/current-workspace.ts';
import { useKindKey, type RecordKind, type SomeRecord } from './record-kind.ts';
import { sendInBatches, type VersionedId } from './send-in-batches.ts';

type LifecycleRecord = VersionedId & { status?: string };

export function useLifecycle<Row extends SomeRecord>(
  kind: RecordKind<Row>,
  onDone?: (verb: LifecycleVerb, done: LifecycleRecord[]) => void,
) {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  const key = useKindKey(kind.thing);
  return useMutation({
    mutationFn: async ({ verb, records }: { verb: LifecycleVerb; records: readonly LifecycleRecord[] }) =>
      await sendInBatches<LifecycleRecord>(records, (body) => kind[verb](api, body)),
    onSuccess: (done, { verb }) => onDone?.(verb, done),
    // The list is refetched even after an error, because the error may mean that the list is outdated.
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}

export type LifecycleVerb = 'archive' | 'restore';
