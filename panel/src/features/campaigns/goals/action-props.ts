import type { RecordForm } from '../../../lib/record-form/use-record-form.ts';
import type { ActionValues, GoalsValues } from './goals-form-schema.ts';

/** What the fields of an action need. */
export type ActionProps = {
  form: RecordForm<GoalsValues>;
  action: ActionValues;
  /** As the API names it. */
  path: string;
  /** Steps with the same tag are one step back. */
  onChange: (change: Partial<ActionValues>, tag?: string) => void;
};
