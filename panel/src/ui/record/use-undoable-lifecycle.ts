import { capitalize } from '../../lib/capitalize.ts';
import type { RecordKind, SomeRecord } from '../../lib/record-kind.ts';
import { useLifecycle, type Verb } from '../../lib/use-lifecycle.ts';
import { showDone } from './undo.tsx';

type Changed = { id: string; version: number; status: string };

/** Archives or restores at once. The notification with Undo remains after leaving the screen. */
export function useUndoableLifecycle<Row extends SomeRecord>(kind: RecordKind<Row>, onDone?: () => void) {
  const undoLifecycle = useLifecycle(kind);
  const { mutate, isPending, error, reset } = useLifecycle(kind, (verb, done) => {
    onDone?.();
    const what = done.length === 1 ? capitalize(kind.one) : `${done.length} ${kind.many.toLowerCase()}`;
    showDone(`${what} ${verb}d${formatPaused(done)}.`, async () => {
      const other: Verb = verb === 'archive' ? 'restore' : 'archive';
      const undone = await undoLifecycle.mutateAsync({ verb: other, records: done });
      showDone(`${what} ${other}d${formatPaused(undone)}.`, undefined);
    });
  });
  return {
    // Includes only records that change, so that Undo does not restore one that was already archived.
    run: (verb: Verb, records: readonly Changed[]) =>
      mutate({
        verb,
        records: records.filter(({ status }) => (status === 'archived') === (verb === 'restore')),
      }),
    isPending,
    error,
    reset,
  };
}

/** A restored campaign returns to its previous state, which may be paused. */
function formatPaused(records: readonly { status?: string | undefined }[]): string {
  const paused = records.filter(({ status }) => status === 'paused').length;
  if (paused === 0) return '';
  return paused === records.length ? ' (paused)' : `, ${paused} paused`;
}
