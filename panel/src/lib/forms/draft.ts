/** Unsaved input and the version on which it is based. A draft survives a reload and is lost when the tab is closed. */
export type FormDraft<Values> = { version: number | undefined; base: Values; values: Values };

export function readDraft<Values>(key: string): FormDraft<Values> | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as FormDraft<Values>);
  } catch {
    return undefined;
  }
}

export function writeDraft<Values>(key: string, draft: FormDraft<Values> | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // If storage is full or disabled, the values exist only in the form.
  }
}

/** Undo steps of forms that are not currently rendered, by draft key. Unlike drafts, undo steps are lost on reload. */
const steps = new Map<string, unknown>();

export function readSteps<Steps>(key: string): Steps | undefined {
  return steps.get(key) as Steps | undefined;
}

export function writeSteps(key: string, value: unknown): void {
  if (value === undefined) steps.delete(key);
  else steps.set(key, value);
}

/** Removes all drafts, so that they are not visible to the next person who signs in. */
export function dropDrafts(): void {
  steps.clear();
  try {
    sessionStorage.clear();
  } catch {
    // If storage is disabled, there are no drafts.
  }
}
