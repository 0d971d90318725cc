import {
  compareSides,
  isSame,
  mergeSides,
  type ConflictChoices,
  type DifferingField,
} from './compare-sides.ts';
import type { FormDraft } from './draft.ts';
import type { RecordFormSchema } from './record-form-schema.ts';

/** Version that someone else has saved. Time and person are null if the version is known only from a refetch. */
export type Theirs<Values> = {
  values: Values;
  version: number;
  changedAt: string | null;
  changedBy: string | null;
};

export type Conflict<Values extends object> = {
  sides: { base: Values; mine: Values; theirs: Values };
  fields: DifferingField<keyof Values & string>[];
} & Omit<Theirs<Values>, 'values'>;

/** Returns the form's state before anything is typed. */
export function initialState<Values extends object, Row extends { version: number }>(
  formSchema: Pick<RecordFormSchema<Values, Row>, 'empty' | 'read'>,
  record: Row | undefined,
  beginning: Values | undefined,
): FormDraft<Values> {
  if (record !== undefined) return untouched(record.version, formSchema.read(record));
  return { version: undefined, base: formSchema.empty, values: beginning ?? formSchema.empty };
}

export function isChanged<Values>({ values, base }: FormDraft<Values>): boolean {
  return !isSame(values, base);
}

export function isFieldChanged<Values>({ values, base }: FormDraft<Values>, name: keyof Values): boolean {
  return !isSame(values[name], base[name]);
}

/**
 * Handles a newer version of the record. If nothing was typed, the form shows the newer version. Otherwise, fields that
 * someone else changed and that differ from the form are in conflict.
 */
export function meetNewVersion<Values extends object>(
  state: FormDraft<Values>,
  saved: FormDraft<Values> & { version: number },
): { state: FormDraft<Values> } | { theirs: Theirs<Values> } {
  if (!isChanged(state)) return { state: saved };
  const { values, version } = saved;
  const differing = compareSides({ base: state.base, mine: state.values, theirs: values });
  if (differing.length === 0) return { state: { version, base: values, values: state.values } };
  return { theirs: { values, version, changedAt: null, changedBy: null } };
}

export function findConflict<Values extends object>(
  { base, values: mine }: FormDraft<Values>,
  theirs: Theirs<Values> | undefined,
): Conflict<Values> | undefined {
  if (theirs === undefined) return undefined;
  const { values, ...change } = theirs;
  const sides = { base, mine, theirs: values };
  return { ...change, sides, fields: compareSides(sides) };
}

export function resolveConflict<Values extends object>(
  { version, sides }: Conflict<Values>,
  choices: ConflictChoices,
): FormDraft<Values> {
  return { version, base: sides.theirs, values: mergeSides(sides, choices) };
}

/** Applies saved values. Input typed after the save was sent is kept. */
export function applySaved<Values>(
  { values }: FormDraft<Values>,
  { base, version }: { base: Values; version: number },
  sent: Values,
): FormDraft<Values> {
  return { version, base, values: isSame(values, sent) ? base : values };
}

/** Discards unsaved input. If someone else has saved a newer version, the form then shows that version. */
export function discardChanges<Values>(
  { version, base }: FormDraft<Values>,
  theirs: Theirs<Values> | undefined,
): FormDraft<Values> {
  return theirs === undefined ? untouched(version, base) : untouched(theirs.version, theirs.values);
}

function untouched<Values>(version: number | undefined, base: Values): FormDraft<Values> {
  return { version, base, values: base };
}

/**
 * Returns the request body for a save: all fields for a new record, otherwise the changed fields and the version on
 * which they are based. `isWhole` sends all fields, because the API removes fields that are left out.
 */
export function buildSaveBody<Values extends object>(
  body: Readonly<Record<string, unknown>>,
  { isWhole, ...state }: FormDraft<Values> & { isWhole: true | undefined },
): Record<string, unknown> {
  const { version } = state;
  if (version === undefined) return body;
  if (isWhole) return { ...body, version };
  const changed = Object.entries(body).filter(([name]) => isFieldChanged(state, name as keyof Values));
  return { ...Object.fromEntries(changed), version };
}
