import type { z } from 'zod';

/** In a change: null puts back the value that holds where nothing is said; what is left out stays as it is. */
export function nullAs<Schema extends z.ZodType, const Value extends z.output<Schema>>(
  schema: Schema,
  value: Value,
) {
  return schema
    .nullable()
    .transform((given): z.output<Schema> => given ?? value)
    .optional();
}
