import { z } from 'zod';

/** Creates the schema of a list. `what` names the items in error messages. */
export function listOf<Item extends z.ZodType>(
  item: Item,
  { least, most, what }: { least: number; most: number; what: string },
): z.ZodArray<Item> {
  const message = `must have ${least} to ${most} ${what}`;
  return z.array(item).min(least, message).max(most, message);
}

export function orElse<Schema extends z.ZodType, const Value extends z.output<Schema>>(
  schema: Schema,
  value: Value,
) {
  return schema.nullish().transform((given): z.output<Schema> => given ?? value);
}

/** Rejects items that have the same key as an earlier item. Items without a key are always accepted. */
export function refuseRepeats<Key extends string>(key: Key, message: string) {
  return (items: readonly { [name in Key]?: unknown }[], context: z.core.$RefinementCtx): void => {
    const seen = new Set<unknown>();
    for (const [index, item] of items.entries()) {
      const value = item[key] ?? undefined;
      if (value === undefined) continue;
      if (seen.has(value)) context.addIssue({ code: 'custom', path: [index, key], message });
      seen.add(value);
    }
  };
}
