import type { z } from 'zod';

/** Rules for editing a record: its labels and its values in the form and in the API. */
export type RecordFormSchema<Values extends object, Row> = {
  labels: Record<keyof Values & string, string>;
  empty: Values;
  read: (record: Row) => Values;
  /** Returns the request body that creates the record. An update sends only the fields that changed. */
  write: (values: Values) => Record<keyof Values & string, unknown>;
  format?: (
    name: keyof Values & string,
    value: unknown,
    names: ReadonlyMap<string, string>,
  ) => string | undefined;
  schema: z.ZodObject;
};
