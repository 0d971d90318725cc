import { z } from 'zod';
import { idList } from '../api/records.ts';

const scope = (record: string) =>
  idList
    .meta({
      description: `Only names used by these ${record}, separated by commas. Unknown IDs are ignored.`,
    })
    .optional();

export const fieldNamesQuery = z.strictObject({
  campaignIds: scope('campaigns'),
  trafficSourceIds: scope('traffic sources'),
  rotatorIds: scope('rotators'),
});
export type FieldNamesQuery = z.output<typeof fieldNamesQuery>;

const names = z.array(z.string()).meta({ description: 'Different names, most used first.' });

export type FieldNames = {
  tokens: { index: number; names: string[] }[];
  goalActions: { idx: number; names: string[] }[];
};

const hasData = z.boolean().meta({
  description:
    'True if one of the last 300 visits (or conversions) of the last 30 days has a value. Only those in the same scope count. False if the traffic store does not respond.',
});

export const usedFieldNames = z
  .strictObject({
    tokens: z.array(z.strictObject({ index: z.int(), names, hasData })),
    goalActions: z.array(z.strictObject({ idx: z.int(), names, hasData })),
  })
  .meta({
    id: 'UsedFieldNames',
    description: 'Tokens and goal actions without a name and data are left out.',
  });
export type UsedFieldNames = z.infer<typeof usedFieldNames>;
