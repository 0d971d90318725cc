import { z } from 'zod';
import { timestamp } from './records.ts';

const visits = z.int().min(0);

/** Whom rules and paths of a rotator really got. */
export const rotatorVisits = z
  .strictObject({
    from: timestamp,
    to: timestamp,
    visits: visits.meta({ description: 'All that its rules decided about, without bots.' }),
    rules: z
      .array(
        z.strictObject({
          ruleId: z.uuid().nullable().meta({ description: 'Null where no rule held.' }),
          visits,
        }),
      )
      .meta({ description: 'Also of rules that are not there any more; those without any are left out.' }),
    paths: z.array(z.strictObject({ pathId: z.uuid(), visits })),
  })
  .meta({ id: 'RotatorVisits' });
export type RotatorVisits = z.infer<typeof rotatorVisits>;
