import { z } from 'zod';

/** What people have to look at, the most urgent first. */
export const attentionKinds = [
  'part-failing',
  'low-disk',
  'growing-spool',
  'late-traffic',
  'lost-traffic',
  'lost-conversions',
  'spend-without-conversions',
  'unusual-conversion-rate',
  'unmatched-events',
  'paused-receiver',
  'failed-postbacks',
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
] as const;

export const attentionItem = z
  .strictObject({
    kind: z.enum(attentionKinds).meta({ id: 'AttentionKind' }),
    message: z.string().meta({ description: 'What is the matter, in a sentence; it may change.' }),
    subject: z
      .strictObject({
        type: z.enum(subjectTypes),
        id: z.string().meta({ description: 'Of a record its id, of a receiver its origin.' }),
        name: z.string(),
      })
      .nullable()
      .meta({ description: 'What it is about, which is where it is mended; null for the installation.' }),
    count: z.int().min(0).nullable().meta({ description: 'How many things it is, where they are counted.' }),
  })
  .meta({ id: 'AttentionItem' });
export type AttentionItem = z.infer<typeof attentionItem>;

export const attention = z
  .strictObject({
    items: z.array(attentionItem).meta({ description: 'The most urgent first; up to 20 of a kind.' }),
    isComplete: z
      .boolean()
      .meta({ description: 'False while recorded traffic could not be asked: something may be missing.' }),
  })
  .meta({ id: 'Attention' });
export type Attention = z.infer<typeof attention>;
