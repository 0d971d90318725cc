import type { RecordKind, SomeRecord } from '../../lib/record-kind.ts';
import { useLifecycle, type Verb } from '../../lib/use-lifecycle.ts';
import { showDone } from './undo.tsx';

type Changed = { id: string; version: number; status: string };

/** Archives or restores at once. The notification with Undo stays when the screen is left. */
export function useUndoableLifecycle<Row extends SomeRecord>(kind: RecordKind<Row>, onDone?: () => void) {
  const back = useLifecycle(kind);
  const { mutate, isPending, error, reset } = useLifecycle(kind, (verb, done) => {
    onDone?.();
    const what = done.length === 1 ? `The ${kind.one} is` : `${done.length} ${kind.many.toLowerCase()} are`;
    showDone(`${what} ${verb}d${formatPaused(done)}.`, async () => {
      const other: Verb = verb === 'archive' ? 'restore' : 'archive';
      const undone = await back.mutateAsync({ verb: other, records: done });
      showDone(`${what} ${other}d again${formatPaused(undone)}.`, undefined);
    });
  });
  return {
    // Only those that change: undoing must not restore one that was archived before.
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

/** A restored campaign has the state from before it was archived, which may be paused. */
function formatPaused(records: readonly { status?: string | undefined }[]): string {
  const paused = records.filter(({ status }) => status === 'paused').length;
  if (paused === 0) return '';
  return paused === records.length ? ' and paused' : `, ${paused} of them paused`;
}
