import type { RecordForm } from '../../../lib/forms/use-record-form.ts';
import type { ActionValues, GoalsValues } from './goals-form-schema.ts';

export type ActionProps = {
  form: RecordForm<GoalsValues>;
  action: ActionValues;
  path: string;
  /** Consecutive changes with the same tag form one undo step. */
  onChange: (change: Partial<ActionValues>, tag?: string) => void;
};
