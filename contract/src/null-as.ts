import type { z } from 'zod';

/** For changes: null resets to the default, undefined keeps the current value. */
export function nullAs<Schema extends z.ZodType, const Value extends z.output<Schema>>(
  schema: Schema,
  value: Value,
) {
  return schema
    .nullable()
    .transform((given): z.output<Schema> => given ?? value)
    .optional();
}
