import type { RecordKind, SomeRecord } from '../../lib/records/record-kind.ts';
import { useLifecycle, type LifecycleVerb } from '../../lib/records/use-lifecycle.ts';
import { formatDone, recordsToChange } from './lifecycle-changes.ts';
import { showDone } from './undo.tsx';

type Changed = { id: string; version: number; status: string };

/**
 * Archives or restores records immediately. The notification with Undo stays open after the person leaves the screen.
 */
export function useUndoableLifecycle<Row extends SomeRecord>(kind: RecordKind<Row>, onDone?: () => void) {
  const undoLifecycle = useLifecycle(kind);
  const { mutate, isPending, error, reset } = useLifecycle(kind, (verb, done) => {
    onDone?.();
    showDone(formatDone(kind, verb, done), async () => {
      const other: LifecycleVerb = verb === 'archive' ? 'restore' : 'archive';
      const undone = await undoLifecycle.mutateAsync({ verb: other, records: done });
      showDone(formatDone(kind, other, undone), undefined);
    });
  });
  return {
    run: (verb: LifecycleVerb, records: readonly Changed[]) =>
      mutate({ verb, records: recordsToChange(verb, records) }),
    isPending,
    error,
    reset,
  };
}
