import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Warning } from '../../../../client/waypost-panel-client.ts';
import type { ConflictChoices } from './compare-sides.ts';
import { isFieldChanged, type Conflict } from './form-state.ts';
import { correctTypo, readRefusal, type Typo } from './read-refusal.ts';
import type { RecordFormSchema } from './record-form-schema.ts';
import { formatValue } from './format-value.ts';
import { nameError, saveRecord } from './save-record.ts';
import { schemaHelp } from './schema-help.ts';
import { useFormValues, type FormValues } from './use-form-values.ts';
import { topOf, useFieldNotes } from './use-field-notes.ts';

type Body = Record<string, unknown>;
type SavedRecord = { version: number; warnings?: Warning[] | undefined };

const none: Warning[] = [];

type FormOptions<Values extends object, Row extends SavedRecord> = {
  formSchema: RecordFormSchema<Values, Row>;
  draftKey: string;
  /** Record to edit. Undefined for a new record. */
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
  format: (name: keyof Values & string, value: unknown, names: ReadonlyMap<string, string>) => string;
  set: (change: Partial<Values>) => void;
  /** Marks a field, or all fields below a path, as visited, so that their errors are shown. */
  leave: (path: string) => void;
  errorAt: (path: string) => string | undefined;
  listErrors: () => string[];
  hasErrorIn: (path: string) => boolean;
  warningsAt: (path: string) => Warning[];
  typoAt: (path: string) => (Typo & { correct: () => void; saveAsIs: () => void }) | undefined;
  helpOf: (name: keyof Values & string) => string | undefined;
  draftKey: string;
  /** Version on which the values are based. Undefined for a new record. */
  version: number | undefined;
  isNew: boolean;
  isDirty: boolean;
  isReadOnly: boolean;
  isPending: boolean;
  error: unknown;
  conflict: Conflict<Values> | undefined;
  settle: (choices: ConflictChoices) => void;
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
  const { formSchema, isReadOnly, record } = options;
  const kept = useFormValues({ beginning: undefined, ...options });
  const { state, conflict } = kept;
  const body = useMemo(() => formSchema.write(state.values), [formSchema, state.values]);
  const remarks = useFieldNotes(formSchema.schema, body, record?.warnings ?? none);
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
    ...wordsOf(formSchema),
    values: state.values,
    set,
    leave: (path) => remarks.leave(path, isFieldChanged(state, topOf(path) as keyof Values)),
    isReadOnly,
    draftKey: options.draftKey,
    listErrors: () => remarks.listErrors().map((error) => nameError(formSchema.labels, error)),
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

function wordsOf<Values extends object, Row>(
  formSchema: RecordFormSchema<Values, Row>,
): Pick<RecordForm<Values>, 'labels' | 'format' | 'helpOf'> {
  return {
    labels: formSchema.labels,
    format: (name, value, names) => formSchema.format?.(name, value, names) ?? formatValue(value, names),
    helpOf: (name) => schemaHelp(formSchema.schema.shape, name),
  };
}

function useSending<Values extends object, Row extends SavedRecord>(
  { formSchema, save, onSaved, onStale, isWhole }: FormOptions<Values, Row>,
  {
    kept,
    remarks,
    body,
  }: { kept: FormValues<Values>; remarks: ReturnType<typeof useFieldNotes>; body: Body },
) {
  return useMutation({
    mutationFn: ({ accept }: { accept: boolean; sent: Values }) =>
      saveRecord({ formSchema, save, isWhole, state: kept.state, body }, accept),
    onSuccess: (saved, { sent }) => {
      kept.take({ base: formSchema.read(saved), version: saved.version }, sent);
      remarks.clear(saved.warnings ?? []);
      onSaved(saved);
    },
    onError: (error) => {
      const { stale, ...refused } = readRefusal(error);
      remarks.refuse(refused);
      if (stale === undefined) return;
      const current = stale.current as Row;
      kept.reportConflict({ ...stale, values: formSchema.read(current), version: current.version });
      onStale?.(current);
    },
  });
}
