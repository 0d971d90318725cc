import type { RecordKind, SomeRecord } from '../../lib/record-kind.ts';
import { useLifecycle, type Verb } from '../../lib/use-lifecycle.ts';
import { showDone } from './undo.tsx';

type Named = { id: string; version: number };

/** Archives or restores at once, and offers the way back in a notice that stays when the screen is left. */
export function useUndoableLifecycle<Row extends SomeRecord>(kind: RecordKind<Row>, onDone?: () => void) {
  const back = useLifecycle(kind);
  const { mutate, isPending, error, reset } = useLifecycle(kind, (verb, done) => {
    onDone?.();
    const what = done.length === 1 ? `The ${kind.one} is` : `${done.length} ${kind.many.toLowerCase()} are`;
    const [state, other]: [string, Verb] =
      verb === 'archive' ? ['archived', 'restore'] : ['restored', 'archive'];
    showDone(`${what} ${state}.`, async () => {
      await back.mutateAsync({ verb: other, records: done });
      showDone(`${what} ${other === 'restore' ? 'back' : 'archived again'}.`, undefined);
    });
  });
  return {
    run: (verb: Verb, records: readonly Named[]) => mutate({ verb, records }),
    isPending,
    error,
    reset,
  };
}
