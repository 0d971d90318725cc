import type { z } from 'zod';

/**
 * Creates the schema of a field in a change: null resets the field to its default, and undefined keeps the current
 * value.
 */
export function nullAs<Schema extends z.ZodType, const Value extends z.output<Schema>>(
  schema: Schema,
  value: Value,
) {
  return schema
    .nullable()
    .transform((given): z.output<Schema> => given ?? value)
    .optional();
}
