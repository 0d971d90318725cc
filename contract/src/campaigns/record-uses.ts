import { z } from 'zod';
import { campaignStatus } from './campaigns.ts';

export const usesMax = 100;

const used = { id: z.uuid(), name: z.string() };
const total = z.int().meta({ description: 'Number of all uses, including those beyond the list.' });

export const recordUses = z
  .strictObject({
    campaigns: z.strictObject({
      total,
      active: z.int().meta({ description: 'Number of campaigns that are not paused.' }),
      items: z.array(z.strictObject({ ...used, status: campaignStatus })),
    }),
    rotators: z.strictObject({
      total,
      items: z.array(
        z.strictObject({
          ...used,
          parts: z.array(z.string()).meta({
            description: 'Names of the paths that lead to the record, or of the rules that name it.',
          }),
        }),
      ),
    }),
    offers: z.strictObject({
      total,
      items: z.array(
        z.strictObject({
          ...used,
          as: z
            .enum(['affiliate-network', 'fallback'])
            .meta({ description: 'Whether the record is the offer’s affiliate network or fallback.' }),
        }),
      ),
    }),
  })
  .meta({
    id: 'RecordUses',
    description: `Records that use a record. Archived records are left out. Each list has at most ${usesMax} items, sorted by name; active campaigns come first.`,
  });
export type RecordUses = z.infer<typeof recordUses>;
