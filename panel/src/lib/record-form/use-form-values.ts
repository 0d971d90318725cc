import { useEffect, useMemo, useRef, useState } from 'react';
import { compareSides, isSame, mergeSides, type Choices, type DifferingField } from './compare-sides.ts';
import { readDraft, writeDraft, type Draft } from './draft.ts';
import type { RecordFormSchema } from './record-form-schema.ts';

export type Conflict<Values extends object> = {
  sides: { base: Values; mine: Values; theirs: Values };
  fields: DifferingField<keyof Values & string>[];
} & Omit<Theirs<Values>, 'values'>;

type Theirs<Values> = {
  values: Values;
  version: number;
  changedAt: string | null;
  changedBy: string | null;
};

export type FormValues<Values extends object> = {
  state: Draft<Values>;
  set: (change: Partial<Values>) => void;
  isDirty: boolean;
  conflict: Conflict<Values> | undefined;
  reportConflict: (theirs: Theirs<Values>) => void;
  settle: (choices: Choices) => void;
  /** Applies saved values. Input typed after the save was sent is kept. */
  take: (saved: { base: Values; version: number }, sent: Values) => void;
  discard: () => void;
};

type ValuesOptions<Values extends object, Row> = {
  sheet: RecordFormSchema<Values, Row>;
  draftKey: string;
  record: Row | undefined;
  beginning: Values | undefined;
  isReadOnly: boolean;
};

/**
 * Holds form values, which are kept as a draft until they are saved and are never silently replaced by someone else's
 * changes.
 */
export function useFormValues<Values extends object, Row extends { version: number }>(
  options: ValuesOptions<Values, Row>,
): FormValues<Values> {
  const { draftKey, isReadOnly } = options;
  const asSaved = useAsSaved(options);
  const [state, setState] = useDraft(draftKey, asSaved, isReadOnly);
  const [theirs, setTheirs] = useState<Theirs<Values>>();

  // Newest version seen so far. A refetch after a save can return an older version, which is ignored.
  const seen = useRef(state.version ?? 0);
  useEffect(() => {
    const { version } = asSaved;
    if (version === undefined || version <= seen.current) return;
    seen.current = version;
    const read = meet(state, asSaved);
    if ('changedAt' in read) setTheirs({ ...read, version });
    else setState(read);
  }, [asSaved, state, setState]);

  const conflict = useMemo(() => conflictOf(state, theirs), [state, theirs]);
  return {
    state,
    set: (change) => setState((before) => ({ ...before, values: { ...before.values, ...change } })),
    isDirty: !isSame(state.values, state.base),
    conflict,
    reportConflict: (told) => {
      seen.current = told.version;
      setTheirs(told);
    },
    settle: (choices) => {
      if (conflict === undefined) return;
      const { version, sides } = conflict;
      setState({ version, base: sides.theirs, values: mergeSides(sides, choices) });
      setTheirs(undefined);
    },
    take: ({ base, version }, sent) => {
      seen.current = version;
      writeDraft(draftKey, undefined);
      setState((now) => ({ version, base, values: isSame(now.values, sent) ? base : now.values }));
    },
    discard: () => {
      setState(
        theirs === undefined
          ? untouched(state.version, state.base)
          : untouched(theirs.version, theirs.values),
      );
      setTheirs(undefined);
    },
  };
}

function useAsSaved<Values extends object, Row extends { version: number }>({
  sheet,
  record,
  beginning,
}: ValuesOptions<Values, Row>): Draft<Values> {
  return useMemo(() => {
    const base = record === undefined ? sheet.empty : sheet.read(record);
    return { version: record?.version, base, values: record === undefined ? (beginning ?? base) : base };
  }, [sheet, record, beginning]);
}

function conflictOf<Values extends object>(
  { base, values: mine }: Draft<Values>,
  theirs: Theirs<Values> | undefined,
): Conflict<Values> | undefined {
  if (theirs === undefined) return undefined;
  const sides = { base, mine, theirs: theirs.values };
  return { ...theirs, sides, fields: compareSides(sides) };
}

function untouched<Values>(version: number | undefined, base: Values): Draft<Values> {
  return { version, base, values: base };
}

function useDraft<Values extends object>(key: string, asSaved: Draft<Values>, isReadOnly: boolean) {
  const [state, setState] = useState(() => (isReadOnly ? asSaved : (readDraft<Values>(key) ?? asSaved)));
  useEffect(() => {
    if (!isReadOnly) writeDraft(key, isSame(state.values, state.base) ? undefined : state);
  }, [key, state, isReadOnly]);
  return [state, setState] as const;
}

/**
 * Handles a newer version of the record. The form shows it if nothing was typed; otherwise, fields that both sides
 * changed are a conflict.
 */
function meet<Values extends object>(
  state: Draft<Values>,
  asSaved: Draft<Values>,
): Draft<Values> | Omit<Theirs<Values>, 'version'> {
  if (isSame(state.values, state.base)) return asSaved;
  const { values: theirs, version } = asSaved;
  const differing = compareSides({ base: state.base, mine: state.values, theirs });
  if (differing.length === 0) return { version, base: theirs, values: state.values };
  return { values: theirs, changedAt: null, changedBy: null };
}
