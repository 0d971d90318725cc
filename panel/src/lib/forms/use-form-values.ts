import { useEffect, useMemo, useRef, useState } from 'react';
import type { ConflictChoices } from './compare-sides.ts';
import { readDraft, writeDraft, type FormDraft } from './draft.ts';
import {
  applySaved,
  discardChanges,
  findConflict,
  initialState,
  isChanged,
  meetNewVersion,
  resolveConflict,
  type Conflict,
  type Theirs,
} from './form-state.ts';
import type { RecordFormSchema } from './record-form-schema.ts';

export type FormValues<Values extends object> = {
  state: FormDraft<Values>;
  version: number | undefined;
  set: (change: Partial<Values>) => void;
  isDirty: boolean;
  conflict: Conflict<Values> | undefined;
  reportConflict: (theirs: Theirs<Values>) => void;
  settle: (choices: ConflictChoices) => void;
  take: (saved: { base: Values; version: number }, sent: Values) => void;
  discard: () => void;
};

type ValuesOptions<Values extends object, Row> = {
  formSchema: RecordFormSchema<Values, Row>;
  draftKey: string;
  record: Row | undefined;
  beginning: Values | undefined;
  isReadOnly: boolean;
};

/**
 * Holds form values. They are kept as a draft until they are saved, and are never silently replaced by someone else's
 * changes.
 */
export function useFormValues<Values extends object, Row extends { version: number }>({
  formSchema,
  draftKey,
  record,
  beginning,
  isReadOnly,
}: ValuesOptions<Values, Row>): FormValues<Values> {
  const asSaved = useMemo(() => initialState(formSchema, record, beginning), [formSchema, record, beginning]);
  const [state, setState] = useDraft(draftKey, asSaved, isReadOnly);
  const [theirs, setTheirs] = useState<Theirs<Values>>();

  // Newest version seen so far. A refetch after a save can return an older version, which is ignored.
  const seen = useRef(state.version ?? 0);
  useEffect(() => {
    const { version } = asSaved;
    if (version === undefined || version <= seen.current) return;
    seen.current = version;
    const met = meetNewVersion(state, { ...asSaved, version });
    if ('theirs' in met) setTheirs(met.theirs);
    else setState(met.state);
  }, [asSaved, state, setState]);

  const conflict = useMemo(() => findConflict(state, theirs), [state, theirs]);
  return {
    state,
    version: state.version,
    set: (change) => setState((before) => ({ ...before, values: { ...before.values, ...change } })),
    isDirty: isChanged(state),
    conflict,
    reportConflict: (told) => {
      seen.current = told.version;
      setTheirs(told);
    },
    settle: (choices) => {
      if (conflict === undefined) return;
      setState(resolveConflict(conflict, choices));
      setTheirs(undefined);
    },
    take: (saved, sent) => {
      seen.current = saved.version;
      writeDraft(draftKey, undefined);
      setState((now) => applySaved(now, saved, sent));
    },
    discard: () => {
      setState(discardChanges(state, theirs));
      setTheirs(undefined);
    },
  };
}

function useDraft<Values extends object>(key: string, asSaved: FormDraft<Values>, isReadOnly: boolean) {
  const [state, setState] = useState(() => (isReadOnly ? asSaved : (readDraft<Values>(key) ?? asSaved)));
  useEffect(() => {
    if (!isReadOnly) writeDraft(key, isChanged(state) ? state : undefined);
  }, [key, state, isReadOnly]);
  return [state, setState] as const;
}
