import { useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { isSame } from './compare-sides.ts';
import { readSteps, writeSteps } from './draft.ts';
import { recordStep, redoStep, shortcutOf, stepsFor, undoStep, type History } from './history.ts';
import type { RecordForm } from './use-record-form.ts';

export type Editing<Values extends object> = {
  form: RecordForm<Values>;
  /** Consecutive changes with the same tag, such as the letters of a word, form one undo step. */
  change: (next: Partial<Values>, tag?: string) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
};

/**
 * Provides undo and redo for a form, back to its last save. Like the draft, the steps are kept when the person leaves
 * the screen.
 */
export function useHistory<Values extends object>(form: RecordForm<Values>): Editing<Values> {
  const { isDirty, values, version, draftKey } = form;
  const [stored, setStored] = useState<History<Values>>(() => readKept(draftKey, form));
  const history = useMemo(() => stepsFor(stored, { version, isDirty }), [stored, version, isDirty]);
  useEffect(() => {
    const isEmpty = history.past.length === 0 && history.future.length === 0;
    writeSteps(draftKey, isEmpty ? undefined : { history, values });
  }, [draftKey, history, values]);
  const step = (move: typeof undoStep<Values>) => {
    const moved = move(history, values);
    if (moved === undefined || form.isReadOnly) return undefined;
    return () => {
      setStored(moved.history);
      form.set(moved.to);
    };
  };
  const moves = { undo: step(undoStep), redo: step(redoStep) };
  return {
    form,
    ...moves,
    change: (next, tag) => {
      setStored(recordStep(history, values, tag));
      form.set(next);
    },
    onKeyDown: (event) => {
      const shortcut = shortcutOf(event);
      const go = shortcut && moves[shortcut];
      if (go === undefined) return;
      event.preventDefault();
      go();
    },
  };
}

/** Restores the kept steps if the form still has the values for which they were recorded. */
export function readKept<Values extends object>(
  draftKey: string,
  { values, version }: Pick<RecordForm<Values>, 'values' | 'version'>,
): History<Values> {
  const kept = readSteps<{ history: History<Values>; values: Values }>(draftKey);
  return kept !== undefined && isSame(kept.values, values)
    ? { ...kept.history, tag: undefined }
    : { version, past: [], future: [], tag: undefined };
}
