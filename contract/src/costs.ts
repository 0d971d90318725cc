import { z } from 'zod';
import { currencyCode } from './currency.ts';
import { bothWays, listPage, listQuery } from './paging.ts';
import { recordId, timestamp } from './records.ts';
import { requiredText } from './text.ts';

/** How far an entry has come; `withdrawing` is being taken back, and `failed` was not spread, or taken back again. */
const costStatuses = ['pending', 'spread', 'withdrawing', 'withdrawn', 'failed'] as const;
const costStatus = z.enum(costStatuses).meta({ id: 'CostStatus' });
export type CostStatus = z.infer<typeof costStatus>;

/**
 * What an amount does to its visits: it comes on top of what they cost, it corrects that, up or down, or it takes the
 * place of all of it.
 */
export const costEntryModes = ['add', 'correct', 'replace'] as const;
export const costEntryMode = z.enum(costEntryModes).meta({ id: 'CostEntryMode' });
export type CostEntryMode = z.infer<typeof costEntryMode>;

/** Exact: at most 9 digits before and 12 after the point, as text. */
const decimal = z.string().meta({ description: 'A decimal number as text, exact to 12 decimals.' });

/** A number has to be one that people wrote; what needs more digits is given as text. */
const costAmount = z
  .union([z.number(), z.string()], 'must be an amount such as 12.50')
  .transform(String)
  .refine((text) => /^\s*-?\d{1,9}(?:\.\d{1,12})?\s*$/.test(text), 'must be an amount such as 12.50')
  .transform((text) => text.trim())
  .meta({
    description:
      'As text or as a number: up to 9 digits before and 12 after the point. More than 0 where it is added, below or above 0 where it corrects, 0 or more where it replaces.',
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
    mode: costEntryMode
      .meta({
        description:
          'Whether it is added to what the visits cost, corrects that, or replaces it; add by default.',
      })
      .optional(),
    currency: currencyCode.nullish().meta({ description: 'The workspace’s own where it is left out.' }),
    tokens: costTokens.nullish(),
    withdrawOverlapping: z
      .boolean('must be true or false')
      .meta({ description: 'Withdraws the entries that are in the way of this one, where it is added.' })
      .optional(),
  })
  .superRefine(refuseStrayEntry)
  .meta({ id: 'CostEntryInput' });
export type CostEntryInput = z.output<typeof costEntryInput>;

/** Each mode has amounts that would mean nothing, or something else. */
function refuseStrayEntry(
  entry: { amount: string; mode?: CostEntryMode | undefined; withdrawOverlapping?: boolean | undefined },
  context: z.core.$RefinementCtx,
): void {
  const { amount, mode = 'add', withdrawOverlapping } = entry;
  const [isNothing, isBelow] = [!/[1-9]/.test(amount), amount.startsWith('-')];
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (mode === 'add' && isNothing) refuse('amount', 'must be more than 0');
  else if (mode === 'add' && isBelow)
    refuse('amount', 'must be more than 0; with the mode correct it may be less');
  if (mode === 'correct' && isNothing) refuse('amount', 'must not be 0');
  if (mode === 'replace' && isBelow && !isNothing) refuse('amount', 'must be 0 or more');
  if (mode !== 'add' && withdrawOverlapping === true)
    refuse('withdrawOverlapping', 'only goes with the mode add: nothing is in the way of the others');
}

export const costEntry = z
  .strictObject({
    id: z.uuid(),
    campaignId: z.uuid(),
    campaignName: z.string(),
    from: timestamp.meta({ description: 'The first moment of the period.' }),
    to: timestamp.meta({ description: 'The last millisecond of the period.' }),
    tokens: z.record(z.string(), z.string()),
    mode: costEntryMode,
    amount: decimal,
    currency: z.string().meta({ description: 'The workspace’s own when it was entered.' }),
    original: z
      .strictObject({ amount: decimal, currency: z.string() })
      .meta({ description: 'As it was entered.' }),
    takenOut: decimal.nullable().meta({
      description:
        'What its visits cost before, as far as it has replaced that; null where it replaces nothing.',
    }),
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

export const costListQuery = listQuery(['-createdAt', ...bothWays('createdAt', 'from', 'status')], {
  campaignId: recordId.meta({ description: 'Only those of this campaign.' }).optional(),
  status: costStatus.meta({ description: 'Only those that have come so far.' }).optional(),
});

export const costPage = listPage(costEntry).meta({ id: 'CostPage' });
export type CostPage = z.infer<typeof costPage>;
