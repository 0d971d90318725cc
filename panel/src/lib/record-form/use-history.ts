import { useEffect, useState, type KeyboardEvent } from 'react';
import { isSame } from './compare-sides.ts';
import { readSteps, writeSteps } from './draft.ts';
import type { RecordForm } from './use-record-form.ts';

type History<Values> = { past: Values[]; future: Values[]; tag: string | undefined };

export type Editing<Values extends object> = {
  form: RecordForm<Values>;
  /** Consecutive changes with the same tag, such as the letters of a word, form one undo step. */
  change: (next: Partial<Values>, tag?: string) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
};

const stepsMax = 200;

/**
 * Provides undo and redo for a form, back to its last save. Like the draft, the steps are kept when the person leaves
 * the screen.
 */
export function useHistory<Values extends object>(form: RecordForm<Values>): Editing<Values> {
  const { isDirty, values, draftKey } = form;
  const [history, setHistory] = useState<History<Values>>(() => takeUp(readSteps(draftKey), values));
  const { past, future, tag: last } = history;
  useEffect(() => {
    const isEmpty = past.length === 0 && future.length === 0;
    writeSteps(draftKey, isEmpty ? undefined : { history, values });
  }, [draftKey, history, past, future, values]);
  // Saving or discarding clears the history.
  useEffect(() => {
    if (!isDirty) setHistory((before) => (before.future.length === 0 ? nothing() : before));
  }, [isDirty]);
  const step = (from: Values[], put: (rest: Values[]) => History<Values>) => {
    const to = from.at(-1);
    if (to === undefined || form.isReadOnly) return undefined;
    return () => {
      setHistory(put(from.slice(0, -1)));
      form.set(to);
    };
  };
  const undo = step(past, (rest) => ({ past: rest, future: [...future, values], tag: undefined }));
  const redo = step(future, (rest) => ({ past: [...past, values], future: rest, tag: undefined }));
  return {
    form,
    change: (next, tag) => {
      const isSameStep = tag !== undefined && tag === last && past.length > 0;
      setHistory({ past: isSameStep ? past : [...past, values].slice(-stepsMax), future: [], tag });
      form.set(next);
    },
    undo,
    redo,
    onKeyDown: (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
      const go = isRedo ? redo : key === 'z' ? undo : undefined;
      if (go === undefined) return;
      event.preventDefault();
      go();
    },
  };
}

type Kept<Values> = { history: History<Values>; values: Values };

/** Restores the kept steps if the form still has the values for which they were recorded. */
function takeUp<Values>(kept: Kept<Values> | undefined, values: Values): History<Values> {
  return kept !== undefined && isSame(kept.values, values) ? { ...kept.history, tag: undefined } : nothing();
}

function nothing<Values>(): History<Values> {
  return { past: [], future: [], tag: undefined };
}
