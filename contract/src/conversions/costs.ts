import { z } from 'zod';
import { currencyCode } from '../values/currency.ts';
import { bothWays, listPage, listQuery } from '../api/paging.ts';
import { recordId, timestamp } from '../api/records.ts';
import { requiredText } from '../values/text.ts';

/**
 * Statuses of a cost entry. A `withdrawing` entry is being reversed. A `failed` entry was either not distributed at
 * all or reversed after the failure.
 */
const costStatuses = ['pending', 'spread', 'withdrawing', 'withdrawn', 'failed'] as const;
const costStatus = z.enum(costStatuses).meta({ id: 'CostStatus' });
export type CostStatus = z.infer<typeof costStatus>;

/**
 * Modes of a cost entry: `add` adds to the visits' cost, `correct` adjusts the cost up or down, and `replace`
 * overwrites the cost.
 */
export const costEntryModes = ['add', 'correct', 'replace'] as const;
export const costEntryMode = z.enum(costEntryModes).meta({ id: 'CostEntryMode' });
export type CostEntryMode = z.infer<typeof costEntryMode>;

const decimal = z.string().meta({ description: 'Decimal number as a string, exact to 12 decimals.' });

/** Amount as a number or a string. A string is needed for amounts with more digits than a JSON number can hold. */
const costAmount = z
  .union([z.number(), z.string()], 'must be an amount such as 12.50')
  .transform(String)
  .refine((text) => /^\s*-?\d{1,9}(?:\.\d{1,12})?\s*$/.test(text), 'must be an amount such as 12.50')
  .transform((text) => text.trim())
  .meta({
    description:
      'String or number with up to 9 digits before and 12 after the decimal point. Greater than 0 for add, not 0 for correct, 0 or more for replace.',
    type: ['string', 'number'],
  });

const tokenName = z
  .string()
  .regex(/^token(?:[1-9]|1[0-5])$/, 'must be token1 to token15')
  .meta({ pattern: '^token(?:[1-9]|1[0-5])$' });

const costTokens = z
  .partialRecord(tokenName, requiredText(1_024))
  .meta({ description: 'Only visits with these token values.' });

const periodText = z.string().trim().min(1, 'must be a date or a time').max(64, 'must be a date or a time');

export const costEntryInput = z
  .strictObject({
    campaign: requiredText(160).meta({ description: 'ID or exact name of the campaign.' }),
    from: periodText.meta({
      description: 'Date or time. Without an offset, in the workspace time zone.',
    }),
    to: periodText.meta({
      description:
        'Date or time, inclusive: a date includes the whole day, a time without seconds the whole minute, and a time with seconds the whole second.',
    }),
    amount: costAmount,
    mode: costEntryMode
      .meta({
        description:
          '`add` adds to the cost of the visits, `correct` adjusts it up or down, `replace` overwrites it. Default: add.',
      })
      .optional(),
    currency: currencyCode.nullish().meta({ description: 'Defaults to the workspace currency.' }),
    tokens: costTokens.nullish(),
    withdrawOverlapping: z
      .boolean('must be true or false')
      .meta({ description: 'Replaces overlapping entries. Only for mode add.' })
      .optional(),
  })
  .superRefine(refuseStrayEntry)
  .meta({ id: 'CostEntryInput' });
export type CostEntryInput = z.output<typeof costEntryInput>;

function refuseStrayEntry(
  entry: { amount: string; mode?: CostEntryMode | undefined; withdrawOverlapping?: boolean | undefined },
  context: z.core.$RefinementCtx,
): void {
  const { amount, mode = 'add', withdrawOverlapping } = entry;
  const [isZero, isNegative] = [!/[1-9]/.test(amount), amount.startsWith('-')];
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (mode === 'add' && isZero) refuse('amount', 'must be greater than 0');
  else if (mode === 'add' && isNegative)
    refuse('amount', 'must be greater than 0; use mode correct for negative amounts');
  if (mode === 'correct' && isZero) refuse('amount', 'must not be 0');
  if (mode === 'replace' && isNegative && !isZero) refuse('amount', 'must be 0 or more');
  if (mode !== 'add' && withdrawOverlapping === true)
    refuse('withdrawOverlapping', 'is only allowed with mode add; other modes never overlap');
}

export const costEntry = z
  .strictObject({
    id: z.uuid(),
    campaignId: z.uuid(),
    campaignName: z.string(),
    from: timestamp.meta({ description: 'Start of the time range.' }),
    to: timestamp.meta({ description: 'Last millisecond of the time range.' }),
    tokens: z.record(z.string(), z.string()),
    mode: costEntryMode,
    amount: decimal,
    currency: z.string().meta({ description: 'Workspace currency when the entry was created.' }),
    original: z
      .strictObject({ amount: decimal, currency: z.string() })
      .meta({ description: 'Amount and currency as entered.' }),
    takenOut: decimal.nullable().meta({
      description: 'Previous cost that the entry replaced. Null if it replaced nothing.',
    }),
    status: costStatus,
    reason: z.string().nullable().meta({ description: 'Why the entry failed.' }),
    visits: z.int().nullable().meta({
      description: 'Number of visits that the amount is distributed over. Null until they are counted.',
    }),
    progress: z
      .strictObject({ done: z.int(), parts: z.int() })
      .nullable()
      .meta({ description: 'Distribution progress. Null until the visits are counted.' }),
    replacedBy: z.uuid().nullable().meta({ description: 'ID of the entry that replaced this one.' }),
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
  campaignId: recordId.meta({ description: 'Only entries for this campaign.' }).optional(),
  status: costStatus.meta({ description: 'Only entries with this status.' }).optional(),
});

export const costPage = listPage(costEntry).meta({ id: 'CostPage' });
export type CostPage = z.infer<typeof costPage>;
