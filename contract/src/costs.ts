import { z } from 'zod';
import { currencyCode } from './currency.ts';
import { pageLimit } from './paging.ts';
import { recordId, timestamp } from './records.ts';
import { requiredText } from './text.ts';

/** How far an entry has come; `withdrawing` is being taken back, and `failed` was not spread, or taken back again. */
const costStatuses = ['pending', 'spread', 'withdrawing', 'withdrawn', 'failed'] as const;
const costStatus = z.enum(costStatuses).meta({ id: 'CostStatus' });
export type CostStatus = z.infer<typeof costStatus>;

/** Exact: at most 9 digits before and 12 after the point, as text. */
const decimal = z.string().meta({ description: 'A decimal number as text, exact to 12 decimals.' });

/** A number has to be one that people wrote; what needs more digits is given as text. */
const costAmount = z
  .union([z.number(), z.string()], 'must be an amount such as 12.50')
  .transform(String)
  .refine((text) => /^\s*\d{1,9}(?:\.\d{1,12})?\s*$/.test(text), 'must be an amount such as 12.50')
  .transform((text) => text.trim())
  .refine((text) => /[1-9]/.test(text), 'must be more than 0')
  .meta({
    description: 'As text or as a number: up to 9 digits before and 12 after the point, more than 0.',
    type: ['string', 'number'],
  });

const tokenName = z
  .string()
  .regex(/^token(?:[1-9]|1[0-5])$/, 'must be token1 to token15')
  .meta({ pattern: '^token(?:[1-9]|1[0-5])$' });

const costTokens = z
  .partialRecord(tokenName, requiredText(1_024))
  .meta({ description: 'Only visits with these values of tokens.' });

const periodText = z.string().trim().min(1, 'must be a day or a moment').max(64, 'must be a day or a moment');

export const costEntryInput = z
  .strictObject({
    campaign: requiredText(160).meta({ description: 'The id of the campaign, or its exact name.' }),
    from: periodText.meta({
      description: 'A day or a moment; without a zone of its own, in that of the workspace.',
    }),
    to: periodText.meta({ description: 'The same; a day or a second means all of it.' }),
    amount: costAmount,
    currency: currencyCode.nullish().meta({ description: 'The workspace’s own where it is left out.' }),
    tokens: costTokens.nullish(),
    replace: z
      .boolean('must be true or false')
      .meta({ description: 'Withdraws the entries that this one would overlap.' })
      .optional(),
  })
  .meta({ id: 'CostEntryInput' });
export type CostEntryInput = z.output<typeof costEntryInput>;

export const costEntry = z
  .strictObject({
    id: z.uuid(),
    campaignId: z.uuid(),
    campaignName: z.string(),
    from: timestamp.meta({ description: 'The first moment of the period.' }),
    to: timestamp.meta({ description: 'The last millisecond of the period.' }),
    tokens: z.record(z.string(), z.string()),
    amount: decimal,
    currency: z.string().meta({ description: 'The workspace’s own when it was entered.' }),
    original: z
      .strictObject({ amount: decimal, currency: z.string() })
      .meta({ description: 'As it was entered.' }),
    status: costStatus,
    reason: z.string().nullable().meta({ description: 'Why it failed.' }),
    visits: z
      .int()
      .nullable()
      .meta({ description: 'How many visits it lies on; null until they were counted.' }),
    progress: z
      .strictObject({ done: z.int(), parts: z.int() })
      .nullable()
      .meta({ description: 'How much of it is spread; null until its visits were counted.' }),
    replacedBy: z.uuid().nullable().meta({ description: 'The entry that took its place.' }),
    createdAt: timestamp,
    createdBy: z.strictObject({
      type: z.enum(['operator', 'user', 'key', 'system']),
      id: z.uuid().nullable(),
      label: z.string(),
    }),
    withdrawnAt: timestamp.nullable(),
  })
  .meta({ id: 'CostEntry' });
export type CostEntry = z.infer<typeof costEntry>;

export const costLimitByDefault = 50;

export const costFilter = z.strictObject({
  campaignId: recordId.meta({ description: 'Only those of this campaign.' }).optional(),
  status: costStatus.meta({ description: 'Only those that have come so far.' }).optional(),
  limit: pageLimit(200, costLimitByDefault).optional(),
  cursor: recordId.meta({ description: 'nextCursor of the page before.' }).optional(),
});

export const costPage = z
  .strictObject({
    entries: z.array(costEntry),
    meta: z.strictObject({
      limit: z.int(),
      count: z.int(),
      nextCursor: z.string().nullable().meta({ description: 'For the next page; null at the end.' }),
    }),
  })
  .meta({ id: 'CostPage' });
export type CostPage = z.infer<typeof costPage>;
