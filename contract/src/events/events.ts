import { z } from 'zod';
import { conversionStatus } from '../values/conversion-status.ts';
import { recordId } from '../api/records.ts';
import { timezoneName } from '../values/text.ts';
import {
  attributeDescriptions,
  feedAttributeNames,
  tokenNames,
  visitAttributes,
  type AttributeKind,
  type FeedAttribute,
  type TokenName,
} from '../visits/visit-attributes.ts';

/** Event types in the feed. Correction rows are left out, because they only adjust sums. */
export const feedTypes = ['visit', 'lpclick', 'event', 'postback'] as const;
export type FeedType = (typeof feedTypes)[number];

const eventLimitMax = 1_000;
export const eventLimitByDefault = 100;
const eventIdxMax = 20;
export const postbackResponseBytesMax = 2_048;

const moment = {
  type: 'string',
  description:
    'YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS], ISO 8601, or Unix time in seconds or milliseconds. Times without an offset are in the time zone given by `timezone`.',
} as const;

function wholeNumber(most: number) {
  return z
    .string()
    .refine((text) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most, {
      message: `must be a whole number from 1 to ${most}`,
    })
    .transform(Number)
    .meta({ type: 'integer', minimum: 1, maximum: most });
}

const eventSelection = {
  from: z
    .string('is required')
    .meta({ ...moment, description: `Start of the time range, inclusive. ${moment.description}` }),
  to: z.string('is required').meta({
    ...moment,
    description: `End of the time range, inclusive: a date includes the whole day, and a time without seconds the whole minute.`,
  }),
  timezone: timezoneName
    .meta({ description: 'IANA time zone for times without an offset and for the response.', default: 'UTC' })
    .optional(),
  campaignId: recordId.meta({ description: 'Only events for this campaign.' }).optional(),
  type: z.enum(feedTypes).meta({ description: 'Only events of this type.' }).optional(),
  idx: wholeNumber(eventIdxMax)
    .meta({
      description:
        'Only conversions with this index and their postbacks. Not allowed with type visit or lpclick.',
    })
    .optional(),
};

export function refuseIdxOfOthers(
  { idx, type }: { idx?: number | undefined; type?: FeedType | undefined },
  context: z.core.$RefinementCtx,
): void {
  if (idx !== undefined && (type === 'visit' || type === 'lpclick'))
    context.addIssue({
      code: 'custom',
      path: ['idx'],
      message: 'is only allowed with type event, type postback or no type',
    });
}

/**
 * Filter for the event feed. The filter has no sort order or offset, because the order is fixed so that cursors stay
 * valid.
 */
export const eventFilter = z.strictObject({
  ...eventSelection,
  limit: wholeNumber(eventLimitMax).meta({ default: eventLimitByDefault }).optional(),
  cursor: z
    .string()
    .meta({ description: 'nextCursor from the previous page; keep all other parameters unchanged.' })
    .optional(),
});
export const checkedEventFilter = eventFilter.superRefine(refuseIdxOfOthers);

export const eventExportFilter = z.strictObject(eventSelection);

const zonedTime = z.iso.datetime({ offset: true, precision: 3 }).meta({
  description: 'ISO 8601 with milliseconds and the offset of the requested time zone.',
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:\d{2}$`,
});
const known = z.string().nullable();
const knownId = z.uuid().nullable();
const money = z.number().meta({ description: 'Amount in the workspace currency, rounded to 6 decimals.' });
const secondsSinceVisit = z
  .int()
  .min(0)
  .nullable()
  .meta({ description: 'Whole seconds since the visit. Null if the visit is unknown.' });

type NamedAttribute = Exclude<FeedAttribute, TokenName | 'tags'>;
type AttributeSchema<Name extends NamedAttribute> = (typeof visitAttributes)[Name]['kind'] extends 'number'
  ? z.ZodNullable<z.ZodInt>
  : z.ZodNullable<z.ZodString | z.ZodUUID>;

const schemas: Readonly<Record<AttributeKind, z.ZodType>> = {
  id: knownId,
  text: known,
  address: known,
  number: z.int().nullable(),
  list: z.array(z.string()),
};

const attributes = Object.fromEntries(
  feedAttributeNames
    .filter((name) => !(tokenNames as readonly string[]).includes(name) && name !== 'tags')
    .map((name) => [name, schemas[visitAttributes[name].kind]]),
) as unknown as { [Name in NamedAttribute]: AttributeSchema<Name> };

const shared = {
  id: z.uuid(),
  time: zonedTime,
  visitId: knownId,
  clickId: known.meta({ description: 'Click ID of the visit.' }),
  visitTime: zonedTime.nullable(),
  campaignId: knownId,
  ...attributes,
  tokens: z
    .record(z.string(), z.string())
    .meta({ description: 'Tokens (token1 to token15) that the traffic source sent.' }),
  tags: z.array(z.string()),
  externalId: known.meta({ description: 'External click ID, assigned by the traffic source.' }),
  cost: money,
  revenue: money,
  configVersion: z.int().nullable().meta({ description: 'Version of the campaign that routed the visit.' }),
};

export const visitEvent = z
  .strictObject({
    ...shared,
    type: z.literal('visit'),
    outcome: known.meta({ description: 'Where the visitor was sent, such as landing, offer or paused.' }),
    destinationUrl: known,
    unique: z.boolean(),
    bot: z.boolean(),
    prefetch: z.boolean(),
    reasons: z.array(z.string()),
  })
  .meta({ id: 'VisitEvent' });

export const landingClickEvent = z
  .strictObject({ ...shared, type: z.literal('lpclick'), destinationUrl: known, secondsSinceVisit })
  .meta({ id: 'LandingClickEvent' });

export const goalEvent = z
  .strictObject({
    ...shared,
    type: z.literal('event'),
    idx: z.int().nullable(),
    label: known,
    value: z.number().nullable().meta({ description: 'Amount sent with the event, rounded to 6 decimals.' }),
    status: conversionStatus.nullable(),
    transactionId: known,
    isConversion: z.boolean(),
    payout: z.number().meta({
      description:
        'Amount after the goal rule and the offer’s payout were applied, in `currency`, rounded to 6 decimals. It can differ from the amount that was sent.',
    }),
    currency: known.meta({ description: 'Currency of the payout.' }),
    secondsSinceVisit,
  })
  .meta({ id: 'GoalEvent' });

export const postbackEvent = z
  .strictObject({
    ...shared,
    type: z.literal('postback'),
    eventId: knownId.meta({ description: 'ID of the reported event.' }),
    idx: z.int().nullable(),
    url: known,
    method: known,
    attempt: z.int(),
    status: z.int().nullable().meta({ description: 'HTTP status code. Null if there was no response.' }),
    error: known,
    response: known.meta({ description: 'First 2 KiB of the response. Null if there was no response.' }),
    success: z.boolean(),
    durationMs: z.int(),
  })
  .meta({ id: 'PostbackEvent' });

/**
 * Fields that hold personal data, and text fields that can contain it. They are null for callers who may not read
 * personal data.
 */
export const personalEventFields: readonly string[] = [
  ...feedAttributeNames.filter((name) => attributeDescriptions[name].isPersonal === true),
  'destinationUrl',
  'url',
  'response',
];

const feedEvent = z
  .discriminatedUnion('type', [visitEvent, landingClickEvent, goalEvent, postbackEvent])
  .meta({ id: 'Event' });
export type FeedEvent = z.infer<typeof feedEvent>;

export const eventPage = z
  .strictObject({
    rows: z.array(feedEvent),
    meta: z.strictObject({
      limit: z.int(),
      count: z.int().meta({ description: 'Number of events in this response.' }),
      hasMore: z.boolean().meta({
        description: 'True if there may be more events, even if this page is empty.',
      }),
      nextCursor: z
        .string()
        .nullable()
        .meta({ description: 'Cursor for the next page. Null on the last page.' }),
      timezone: z.string(),
    }),
  })
  .meta({ id: 'EventPage' });
export type EventPage = z.infer<typeof eventPage>;
