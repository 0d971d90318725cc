import { z } from 'zod';
import { timestamp } from './records.ts';

/** Which version a change was made on. */
export const madeOnVersion = z
  .int()
  .optional()
  .meta({ description: 'The version this was made on; where there is a newer one, the change is refused.' });

const author = z.strictObject({
  type: z.enum(['operator', 'user', 'key', 'system']),
  id: z.uuid().nullable(),
  label: z.string(),
});

const difference = z
  .strictObject({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })
  .meta({ id: 'Difference', description: 'What is not there on one side is left out.' });

/** A state that a campaign or a rotator was in, and what made it. */
export const recordVersion = z
  .strictObject({
    version: z.int(),
    createdAt: timestamp,
    author,
    /** From the version before it, in words. */
    changes: z.array(z.string()).meta({ description: 'What differs from the version before it, in words.' }),
  })
  .meta({ id: 'RecordVersion' });
export type RecordVersion = z.infer<typeof recordVersion>;

export const recordVersionDetail = z
  .strictObject({
    ...recordVersion.shape,
    differences: z.array(difference).meta({ description: 'The same as data.' }),
    content: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'RecordVersionDetail' });
export type RecordVersionDetail = z.infer<typeof recordVersionDetail>;
