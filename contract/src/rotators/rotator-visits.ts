import { z } from 'zod';
import { timestamp } from '../api/records.ts';

const visits = z.int().min(0);

export const rotatorVisits = z
  .strictObject({
    from: timestamp,
    to: timestamp,
    visits: visits.meta({ description: 'All visits routed by the rotator, excluding bots.' }),
    rules: z
      .array(
        z.strictObject({
          ruleId: z.uuid().nullable().meta({ description: 'Null for the default path.' }),
          visits,
        }),
      )
      .meta({ description: 'Visits by rule, including deleted rules. Rules without visits are left out.' }),
    paths: z.array(z.strictObject({ pathId: z.uuid(), visits })),
  })
  .meta({ id: 'RotatorVisits' });
export type RotatorVisits = z.infer<typeof rotatorVisits>;
