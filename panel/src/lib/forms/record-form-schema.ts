import type { z } from 'zod';

/**
 * Defines the form for a record: its labels, its validation, and how values are converted between the form and the API.
 */
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
