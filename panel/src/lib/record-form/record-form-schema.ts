import type { z } from 'zod';

/** How a kind of record is edited: its fields as a form has them, and as the API takes them. */
export type RecordFormSchema<Values extends object, Row> = {
  /** What the fields are called. */
  labels: Record<keyof Values & string, string>;
  empty: Values;
  read: (record: Row) => Values;
  /** The body that makes such a record; a change sends the fields that differ. */
  write: (values: Values) => Record<keyof Values & string, unknown>;
  /** A value of a field in words, where its parts one after the other would tell nobody anything. */
  say?: (
    name: keyof Values & string,
    value: unknown,
    names: ReadonlyMap<string, string>,
  ) => string | undefined;
  /** Of that body. */
  schema: z.ZodObject;
};
