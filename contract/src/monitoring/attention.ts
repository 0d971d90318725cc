import { z } from 'zod';

export const attentionKinds = [
  'part-failing',
  'low-disk',
  'growing-spool',
  'overdue-backup',
  'late-traffic',
  'lost-traffic',
  'lost-conversions',
  'spend-without-conversions',
  'unusual-conversion-rate',
  'unmatched-events',
  'paused-receiver',
  'failed-postbacks',
  'failed-report',
  'full-offer',
  'full-path',
  'warning',
  'expiring-key',
  'expiring-certificate',
  'old-geo-files',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

const subjectTypes = [
  'campaign',
  'offer',
  'rotator',
  'landing',
  'traffic-source',
  'workspace',
  'receiver',
  'key',
  'domain',
  'report-schedule',
] as const;

export const attentionItem = z
  .strictObject({
    kind: z.enum(attentionKinds).meta({ id: 'AttentionKind' }),
    message: z.string().meta({ description: 'Description of the problem. The wording may change.' }),
    subject: z
      .strictObject({
        type: z.enum(subjectTypes),
        id: z.string().meta({ description: 'Record ID, or the receiver’s origin.' }),
        name: z.string(),
      })
      .nullable()
      .meta({ description: 'The record to fix. Null for installation-wide problems.' }),
    count: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Number of occurrences. Null if they are not counted.' }),
  })
  .meta({ id: 'AttentionItem' });
export type AttentionItem = z.infer<typeof attentionItem>;

export const attention = z
  .strictObject({
    items: z.array(attentionItem).meta({ description: 'Most urgent first, at most 20 of each kind.' }),
    isComplete: z.boolean().meta({
      description: 'False if the traffic store could not be queried. Some problems may be missing.',
    }),
  })
  .meta({ id: 'Attention' });
export type Attention = z.infer<typeof attention>;
