import { z } from 'zod';
import { conditionOperators, goalFields, rotatorFields, type ConditionFields } from './conditions/fields.ts';
import { conditionValue } from './conditions/leaf-values.ts';
import { readTree, type ConditionTree } from './conditions/read-tree.ts';

export * from './conditions/fields.ts';
export type { ConditionValue, ConditionValues } from './conditions/leaf-values.ts';
export type { ConditionLeaf, ConditionTree } from './conditions/read-tree.ts';

/** A tree as reads answer it. It says nothing of what a field allows: that is checked where one is written. */
export const conditionTree: z.ZodType<ConditionTree> = z
  .union([
    z
      .strictObject({
        field: z.string().meta({ description: 'What is looked at, such as country or param.utm_source.' }),
        op: z.enum(conditionOperators),
        values: z.array(conditionValue).readonly(),
        timezone: z.string().meta({ description: 'For weekday, hourOfDay and date.' }).optional(),
        windowHours: z.int().meta({ description: 'For unique.' }).optional(),
      })
      .meta({ id: 'ConditionLeaf' }),
    z.strictObject({ all: z.lazy(() => z.array(conditionTree)) }),
    z.strictObject({ any: z.lazy(() => z.array(conditionTree)) }),
    z.strictObject({ not: z.lazy(() => conditionTree) }),
  ])
  .meta({ id: 'ConditionTree', description: 'At most 4 groups deep, with at most 200 leaves.' });

/** The conditions of a rotator rule as they are written; null holds always. */
export const rotatorConditions = conditionsOver(rotatorFields);

/** The conditions of a goal rule as they are written; null holds always. */
export const goalConditions = conditionsOver(goalFields);

function conditionsOver(fields: ConditionFields) {
  return (
    z
      .unknown()
      // What is read here in full is described as what a read answers.
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
