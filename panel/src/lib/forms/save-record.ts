import { compareSides } from './compare-sides.ts';
import type { FormDraft } from './draft.ts';
import { buildSaveBody } from './form-state.ts';
import { readRefusal } from './read-refusal.ts';
import type { RecordFormSchema } from './record-form-schema.ts';
import { topOf } from './use-field-notes.ts';

type Saving<Values extends object, Row> = {
  formSchema: Pick<RecordFormSchema<Values, Row>, 'read'>;
  save: (body: Record<string, unknown>, query: { acceptUnknownMacros?: '1' }) => Promise<Row>;
  isWhole: true | undefined;
  state: FormDraft<Values>;
  /** All fields of the form, as the API expects them. */
  body: Record<string, unknown>;
};

/**
 * Saves the values of a form. `accept` saves them even if the server suspects a typo in a macro. If someone else changed
 * only fields that are not in this form, for example by pausing the campaign, there is no conflict, so the save is
 * repeated.
 */
export async function saveRecord<Values extends object, Row extends { version: number }>(
  { formSchema, save, isWhole, state, body }: Saving<Values, Row>,
  accept: boolean,
): Promise<Row> {
  const query = accept ? ({ acceptUnknownMacros: '1' } as const) : {};
  const { base, values } = state;
  try {
    return await save(buildSaveBody(body, { ...state, isWhole }), query);
  } catch (error) {
    const current = readRefusal(error).stale?.current as Row | undefined;
    if (current === undefined) throw error;
    if (compareSides({ base, mine: values, theirs: formSchema.read(current) }).length > 0) throw error;
    return await save(buildSaveBody(body, { ...state, version: current.version, isWhole }), query);
  }
}

/** Returns an error as a sentence that names its field. */
export function nameError(
  labels: Readonly<Record<string, string>>,
  { path, message }: { path: string; message: string },
): string {
  const label = labels[topOf(path)] ?? path;
  return /[.!?]$/.test(message) ? `${label}: ${message}` : `${label}: ${message}.`;
}
