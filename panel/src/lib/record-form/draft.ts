/** What was typed and not saved, with what it was made on. It outlives a reload and other screens, and ends with the tab. */
export type Draft<Values> = { version: number | undefined; base: Values; values: Values };

export function readDraft<Values>(key: string): Draft<Values> | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as Draft<Values>);
  } catch {
    return undefined;
  }
}

export function writeDraft<Values>(key: string, draft: Draft<Values> | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing: the form still has it.
  }
}

/** Steps of forms that are not on the page now, by the keys of their drafts. A reload keeps the draft without its steps. */
const steps = new Map<string, unknown>();

export function readSteps<Steps>(key: string): Steps | undefined {
  return steps.get(key) as Steps | undefined;
}

export function writeSteps(key: string, kept: unknown): void {
  if (kept === undefined) steps.delete(key);
  else steps.set(key, kept);
}

/** Nobody who signs in next finds what was typed before. */
export function dropDrafts(): void {
  steps.clear();
  sessionStorage.clear();
}
