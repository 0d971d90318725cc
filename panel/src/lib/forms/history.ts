/** Undo and redo steps of a form. Each step holds the values of all fields. */
export type History<Values> = {
  /** Version of the record on which the steps are based. */
  version: number | undefined;
  past: readonly Values[];
  future: readonly Values[];
  tag: string | undefined;
};

const stepsMax = 200;

/**
 * Returns the steps that still apply to a form. Saving, discarding or accepting someone else's changes clears the
 * steps, because an older step would revert the result. Undoing every change keeps the steps, so that the changes can
 * be redone.
 */
export function stepsFor<Values>(
  history: History<Values>,
  { version, isDirty }: { version: number | undefined; isDirty: boolean },
): History<Values> {
  const isCurrent = history.version === version && (isDirty || history.past.length === 0);
  return isCurrent ? history : { version, past: [], future: [], tag: undefined };
}

/** Adds a step. Consecutive changes with the same tag, such as the letters of a word, form one step. */
export function recordStep<Values>(
  history: History<Values>,
  values: Values,
  tag: string | undefined,
): History<Values> {
  const { version, past } = history;
  const isSameStep = tag !== undefined && tag === history.tag && past.length > 0;
  return { version, past: isSameStep ? past : [...past, values].slice(-stepsMax), future: [], tag };
}

type Move<Values> = { to: Values; history: History<Values> };

export function undoStep<Values>(history: History<Values>, values: Values): Move<Values> | undefined {
  const { version, past, future } = history;
  const to = past.at(-1);
  if (to === undefined) return undefined;
  return { to, history: { version, past: past.slice(0, -1), future: [...future, values], tag: undefined } };
}

export function redoStep<Values>(history: History<Values>, values: Values): Move<Values> | undefined {
  const { version, past, future } = history;
  const to = future.at(-1);
  if (to === undefined) return undefined;
  return { to, history: { version, past: [...past, values], future: future.slice(0, -1), tag: undefined } };
}

/** Returns the meaning of a keyboard shortcut: Ctrl+Z and Ctrl+Y, or the same keys with Command. */
export function shortcutOf(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}): 'undo' | 'redo' | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'y' || (key === 'z' && event.shiftKey)) return 'redo';
  return key === 'z' ? 'undo' : undefined;
}
