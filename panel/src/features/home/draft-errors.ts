import type { FieldIssues } from '../../lib/api/describe-error.ts';
import { fieldOf } from './build-set-up.ts';
import type { DraftField, LinkDraft } from './draft.ts';

type DraftErrors = {
  /** Errors of the panel's own validation, by field. */
  errors: Partial<Record<DraftField, string>>;
  rejected: FieldIssues;
  isSent: boolean;
};

/** Returns the error of a field. Empty fields have no error of the panel's own until the form is submitted. */
export function draftErrorAt(
  field: DraftField,
  draft: LinkDraft,
  { errors, rejected, isSent }: DraftErrors,
): string | undefined {
  return (isSent || draft[field] !== '' ? errors[field] : undefined) ?? rejected[field];
}

/** Returns the server's errors by form field. Returns no errors if any error has no field in this form. */
export function rejectedFields(issues: FieldIssues): FieldIssues {
  const placed = Object.entries(issues).map(([path, message]) => [fieldOf(path), message] as const);
  return placed.some(([field]) => field === undefined) ? {} : Object.fromEntries(placed);
}
