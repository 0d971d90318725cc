import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Warning } from '../../../../client/waypost-panel-client.ts';
import { compareSides, isSame, type Choices } from './compare-sides.ts';
import type { Draft } from './draft.ts';
import { correctTypo, readRefusal, type Typo } from './read-refusal.ts';
import type { RecordFormSchema } from './record-form-schema.ts';
import { formatValue } from './format-value.ts';
import { schemaHelp } from './schema-help.ts';
import { useFormValues, type Conflict, type FormValues } from './use-form-values.ts';
import { topOf, useFieldNotes } from './use-field-notes.ts';

type Body = Record<string, unknown>;
type SavedRecord = { version: number; warnings?: Warning[] | undefined };

const none: Warning[] = [];

type FormOptions<Values extends object, Row extends SavedRecord> = {
  sheet: RecordFormSchema<Values, Row>;
  draftKey: string;
  /** Record to edit; undefined for a new record. */
  record: Row | undefined;
  beginning?: Values | undefined;
  isReadOnly: boolean;
  /** Set to send all fields on every save, because the API removes fields that are left out. */
  isWhole?: true;
  save: (body: Body, options: { acceptUnknownMacros?: '1' }) => Promise<Row>;
  onSaved: (saved: Row) => void;
  onStale?: (current: Row) => void;
};

export type RecordForm<Values extends object> = {
  values: Values;
  labels: Record<keyof Values & string, string>;
  say: (name: keyof Values & string, value: unknown, names: ReadonlyMap<string, string>) => string;
  set: (change: Partial<Values>) => void;
  /** Marks a field, or all fields below a path, as left, so that their errors are shown. */
  leave: (path: string) => void;
  errorAt: (path: string) => string | undefined;
  listErrors: () => string[];
  hasErrorIn: (path: string) => boolean;
  warningsAt: (path: string) => Warning[];
  typoAt: (path: string) => (Typo & { correct: () => void; saveAsIs: () => void }) | undefined;
  helpOf: (name: keyof Values & string) => string | undefined;
  draftKey: string;
  isNew: boolean;
  isDirty: boolean;
  isReadOnly: boolean;
  isPending: boolean;
  error: unknown;
  conflict: Conflict<Values> | undefined;
  settle: (choices: Choices) => void;
  save: () => void;
  discard: () => void;
};

/**
 * Manages the form for a record: validates with the contract, keeps a draft until the form is saved, and detects edits
 * by others.
 */
export function useRecordForm<Values extends object, Row extends SavedRecord>(
  options: FormOptions<Values, Row>,
): RecordForm<Values> {
  const { sheet, isReadOnly, record } = options;
  const kept = useFormValues({ beginning: undefined, ...options });
  const { state, conflict } = kept;
  const body = useMemo(() => sheet.write(state.values), [sheet, state.values]);
  const remarks = useFieldNotes(sheet.schema, body, record?.warnings ?? none);
  const sending = useSending(options, { kept, remarks, body });
  const save = (accept = false): void => {
    if (sending.isPending || isReadOnly || conflict !== undefined) return;
    remarks.tryToSave();
    if (!remarks.hasIssues) sending.mutate({ accept, sent: state.values });
  };
  const set = (change: Partial<Values>) => {
    kept.set(change);
    remarks.forget(change);
  };
  return {
    ...remarks,
    ...kept,
    ...wordsOf(sheet),
    values: state.values,
    set,
    leave: (path) => remarks.leave(path, isTouched(state, topOf(path) as keyof Values)),
    isReadOnly,
    draftKey: options.draftKey,
    listErrors: () => remarks.listErrors().map(({ path, message }) => nameError(sheet.labels, path, message)),
    typoAt: (path) => {
      const typo = remarks.typoAt(path);
      if (typo === undefined) return undefined;
      const name = topOf(path) as keyof Values;
      const corrected = { [name]: correctTypo(state.values[name], typo) } as unknown as Partial<Values>;
      return { ...typo, correct: () => set(corrected), saveAsIs: () => save(true) };
    },
    isNew: state.version === undefined,
    isPending: sending.isPending,
    error: conflict !== undefined || remarks.isPlaced(state.values) ? null : sending.error,
    settle: (choices) => {
      kept.settle(choices);
      sending.reset();
    },
    save: () => save(),
    discard: () => {
      kept.discard();
      remarks.clear([]);
      sending.reset();
    },
  };
}

function isTouched<Values>({ values, base }: Draft<Values>, name: keyof Values): boolean {
  return !isSame(values[name], base[name]);
}

function nameError(labels: Readonly<Record<string, string>>, path: string, message: string): string {
  const label = labels[topOf(path)];
  return /[.!?]$/.test(message) ? `${label ?? path}: ${message}` : `${label ?? path}: ${message}.`;
}

function wordsOf<Values extends object, Row>(
  sheet: RecordFormSchema<Values, Row>,
): Pick<RecordForm<Values>, 'labels' | 'say' | 'helpOf'> {
  return {
    labels: sheet.labels,
    say: (name, value, names) => sheet.say?.(name, value, names) ?? formatValue(value, names),
    helpOf: (name) => schemaHelp(sheet.schema.shape, name),
  };
}

function useSending<Values extends object, Row extends SavedRecord>(
  { sheet, save, onSaved, onStale, isWhole }: FormOptions<Values, Row>,
  {
    kept,
    remarks,
    body,
  }: { kept: FormValues<Values>; remarks: ReturnType<typeof useFieldNotes>; body: Body },
) {
  return useMutation({
    mutationFn: async ({ accept }: { accept: boolean; sent: Values }) => {
      const query = accept ? ({ acceptUnknownMacros: '1' } as const) : {};
      const { base, values } = kept.state;
      try {
        return await save(changeOf(body, { ...kept.state, isWhole }), query);
      } catch (error) {
        const current = readRefusal(error).stale?.current as Row | undefined;
        // If someone else changed only other fields, for example with a pause, there is no conflict, so the save is
        // repeated.
        if (current === undefined) throw error;
        if (compareSides({ base, mine: values, theirs: sheet.read(current) }).length > 0) throw error;
        return await save(changeOf(body, { ...kept.state, version: current.version, isWhole }), query);
      }
    },
    onSuccess: (saved, { sent }) => {
      kept.take({ base: sheet.read(saved), version: saved.version }, sent);
      remarks.clear(saved.warnings ?? []);
      onSaved(saved);
    },
    onError: (error) => {
      const { stale, ...refused } = readRefusal(error);
      remarks.refuse(refused);
      if (stale === undefined) return;
      const current = stale.current as Row;
      kept.reportConflict({ ...stale, values: sheet.read(current), version: current.version });
      onStale?.(current);
    },
  });
}

/**
 * Returns the request body for a save: all fields for a new record, otherwise the changed fields and the version on
 * which they are based.
 */
function changeOf<Values extends object>(
  body: Body,
  { version, base, values, isWhole }: Draft<Values> & { isWhole: true | undefined },
): Body {
  if (version === undefined) return body;
  if (isWhole) return { ...body, version };
  const changed = Object.entries(body).filter(([name]) =>
    isTouched({ version, values, base }, name as keyof Values),
  );
  return { ...Object.fromEntries(changed), version };
}
