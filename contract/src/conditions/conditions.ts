import { z } from 'zod';
import { conditionOperators, goalFields, rotatorFields, type ConditionFields } from './fields.ts';
import { conditionValue } from './leaf-values.ts';
import { readTree, type ConditionTree } from './read-tree.ts';

export * from './fields.ts';
export type { ConditionValue, ConditionValues } from './leaf-values.ts';
export type { ConditionLeaf, ConditionTree } from './read-tree.ts';

/** A condition tree in responses. Field-specific rules are checked only when a tree is written. */
export const conditionTree: z.ZodType<ConditionTree> = z
  .union([
    z
      .strictObject({
        field: z.string().meta({ description: 'Attribute to test, such as country or param.utm_source.' }),
        op: z.enum(conditionOperators),
        values: z.array(conditionValue).readonly(),
        timezone: z
          .string()
          .meta({ description: 'Time zone for the fields weekday, hourOfDay and date.' })
          .optional(),
        windowHours: z
          .int()
          .meta({ description: 'Uniqueness window in hours, for the field unique.' })
          .optional(),
      })
      .meta({ id: 'ConditionLeaf' }),
    z.strictObject({ all: z.lazy(() => z.array(conditionTree)) }),
    z.strictObject({ any: z.lazy(() => z.array(conditionTree)) }),
    z.strictObject({ not: z.lazy(() => conditionTree) }),
  ])
  .meta({ id: 'ConditionTree', description: 'Groups can be nested 4 levels deep. At most 200 conditions.' });

export const rotatorConditions = conditionsOver(rotatorFields);

export const goalConditions = conditionsOver(goalFields);

function conditionsOver(fields: ConditionFields) {
  return (
    z
      .unknown()
      // `readTree` validates the input. The generated documentation refers to the response schema.
      .meta({ $ref: '#/$defs/ConditionTree' })
      .transform((input, context): ConditionTree => {
        const reading = readTree(fields, input);
        if ('tree' in reading) return reading.tree;
        for (const { path, message } of reading.issues) context.addIssue({ code: 'custom', path, message });
        return z.NEVER;
      })
      .nullable()
  );
}
