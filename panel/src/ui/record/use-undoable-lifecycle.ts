import { capitalize } from '../../lib/capitalize.ts';
import type { RecordKind, SomeRecord } from '../../lib/record-kind.ts';
import { useLifecycle, type Verb } from '../../lib/use-lifecycle.ts';
import { showDone } from './undo.tsx';

type Changed = { id: string; version: number; status: string };

/** Archives or restores records at once. The notification with Undo remains after the person leaves the screen. */
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
    // Only records that change are included, so that Undo does not restore a record that was already archived.
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

/** Describes how many records are paused, because a restored campaign returns to its previous state. */
function formatPaused(records: readonly { status?: string | undefined }[]): string {
  const paused = records.filter(({ status }) => status === 'paused').length;
  if (paused === 0) return '';
  return paused === records.length ? ' (paused)' : `, ${paused} paused`;
}
