import { useEffect, useMemo, useRef, useState } from 'react';
import { compareSides, isSame, mergeSides, type Choices, type DifferingField } from './compare-sides.ts';
import { readDraft, writeDraft, type Draft } from './draft.ts';
import type { RecordSheet } from './record-sheet.ts';

/** What somebody else saved meanwhile, beside what is here. */
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

export type KeptValues<Values extends object> = {
  /** As the form has them, and what they were made on. */
  state: Draft<Values>;
  set: (change: Partial<Values>) => void;
  isDirty: boolean;
  conflict: Conflict<Values> | undefined;
  tellTheirs: (theirs: Theirs<Values>) => void;
  settle: (choices: Choices) => void;
  /** What was saved; what was typed since it was sent stays. */
  take: (saved: { base: Values; version: number }, sent: Values) => void;
  discard: () => void;
};

type ValuesOptions<Values extends object, Row> = {
  sheet: RecordSheet<Values, Row>;
  draftKey: string;
  record: Row | undefined;
  beginning: Values | undefined;
  isReadOnly: boolean;
};

/** The values of a form: kept while they are not saved, and never quietly replaced by what somebody else saved. */
export function useKeptValues<Values extends object, Row extends { version: number }>(
  options: ValuesOptions<Values, Row>,
): KeptValues<Values> {
  const { sheet, draftKey, record, beginning, isReadOnly } = options;
  const asSaved = useMemo((): Draft<Values> => {
    const base = record === undefined ? sheet.empty : sheet.read(record);
    return { version: record?.version, base, values: record === undefined ? (beginning ?? base) : base };
  }, [sheet, record, beginning]);
  const [state, setState] = useDraft(draftKey, asSaved, isReadOnly);
  const [theirs, tellTheirs] = useState<Theirs<Values>>();

  const seen = useRef(state.version);
  useEffect(() => {
    const { version } = asSaved;
    if (version === undefined || version === seen.current) return;
    seen.current = version;
    const read = meet(state, asSaved);
    if ('changedAt' in read) tellTheirs({ ...read, version });
    else setState(read);
  }, [asSaved, state, setState]);

  const conflict = useMemo(() => {
    if (theirs === undefined) return undefined;
    const sides = { base: state.base, mine: state.values, theirs: theirs.values };
    return { ...theirs, sides, fields: compareSides(sides) };
  }, [theirs, state]);
  return {
    state,
    set: (change) => setState((before) => ({ ...before, values: { ...before.values, ...change } })),
    isDirty: !isSame(state.values, state.base),
    conflict,
    tellTheirs,
    settle: (choices) => {
      if (conflict === undefined) return;
      const { version, sides } = conflict;
      seen.current = version;
      setState({ version, base: sides.theirs, values: mergeSides(sides, choices) });
      tellTheirs(undefined);
    },
    take: ({ base, version }, sent) => {
      seen.current = version;
      writeDraft(draftKey, undefined);
      setState((now) => ({ version, base, values: isSame(now.values, sent) ? base : now.values }));
    },
    discard: () => {
      setState({ ...asSaved, values: asSaved.base });
      tellTheirs(undefined);
    },
  };
}

/** What the form has, which outlives it until it is saved. */
function useDraft<Values extends object>(key: string, asSaved: Draft<Values>, isReadOnly: boolean) {
  const [state, setState] = useState(() => (isReadOnly ? asSaved : (readDraft<Values>(key) ?? asSaved)));
  useEffect(() => {
    if (!isReadOnly) writeDraft(key, isSame(state.values, state.base) ? undefined : state);
  }, [key, state, isReadOnly]);
  return [state, setState] as const;
}

/** The record was read again and is another one by now: shown where nothing was typed, told where it matters. */
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
