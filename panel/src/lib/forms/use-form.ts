import { useMutation } from '@tanstack/react-query';
import { useState, type ChangeEvent, type FormEvent } from 'react';
import { describeError, type FieldIssues } from '../api/describe-error.ts';

type BoundField = {
  name: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  error: string | undefined;
};

type Form<Name extends string> = {
  bind: (name: Name) => BoundField;
  onSubmit: (event: FormEvent) => void;
  isPending: boolean;
  /** Error that does not belong to a field, or null. */
  error: unknown;
};

/**
 * Manages a form with text fields. A successful submit resets the form. Server errors appear at their fields. All other
 * errors are in `error`.
 */
export function useForm<Name extends string>(
  initial: Record<Name, string>,
  /** Sends the values. Returns `goes on` to keep the values for another step. */
  send: (values: Record<Name, string>) => Promise<void | 'goes on'>,
): Form<Name> {
  const [values, setValues] = useState(initial);
  const set = (changed: Partial<Record<Name, string>>) => setValues((before) => ({ ...before, ...changed }));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(values),
    onSuccess: (outcome) => {
      if (outcome !== 'goes on') setValues(initial);
    },
  });
  const { fields, other } = placeError(error, initial);
  return {
    bind: (name) => ({
      name,
      value: values[name],
      onChange: ({ currentTarget }) => set({ [name]: currentTarget.value } as Partial<Record<Name, string>>),
      error: fields[name],
    }),
    onSubmit: (event) => {
      event.preventDefault();
      if (!isPending) mutate();
    },
    isPending,
    error: other,
  };
}

/**
 * Returns the messages of an error by field. Unless every message belongs to a field of the form, the error itself is
 * returned as `other`.
 */
export function placeError(error: unknown, form: object): { fields: FieldIssues; other: unknown } {
  const fields = error === null ? {} : describeError(error).fields;
  const names = Object.keys(fields);
  const isPlaced = names.length > 0 && names.every((name) => name in form);
  return { fields, other: isPlaced ? null : error };
}
