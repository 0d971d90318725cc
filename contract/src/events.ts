import { z } from 'zod';
import { conversionStatus } from './conversion-status.ts';
import { recordId } from './records.ts';
import { timezoneName } from './text.ts';
import {
  attributeDescriptions,
  feedAttributeNames,
  tokenNames,
  visitAttributes,
  type AttributeKind,
  type FeedAttribute,
  type TokenName,
} from './visit-attributes.ts';

/** What the feed shows. Rows that set earlier ones right are none of these: they are for sums only. */
export const feedTypes = ['visit', 'lpclick', 'event', 'postback'] as const;
export type FeedType = (typeof feedTypes)[number];

const eventLimitMax = 1_000;
/** How many an answer holds where nothing is said. */
export const eventLimitByDefault = 100;
/** Of an action of a goal rule. */
const eventIdxMax = 20;
/** What is shown of what the other side of a postback answered. */
export const postbackResponseBytesMax = 2_048;

const moment = {
  type: 'string',
  description:
    'YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS], ISO 8601, or Unix time in seconds or milliseconds. What has no zone of its own is in timezone.',
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

/** What events are asked for, apart from the page. */
const eventSelection = {
  from: z.string('is required').meta({ ...moment, description: `The first moment. ${moment.description}` }),
  to: z.string('is required').meta({
    ...moment,
    description: `The last moment, included; a day includes its last moment, a time without seconds the whole of its minute.`,
  }),
  timezone: timezoneName
    .meta({ description: 'An IANA name. Of times without a zone, and of the answer.', default: 'UTC' })
    .optional(),
  campaignId: recordId.meta({ description: 'Only those of this campaign.' }).optional(),
  type: z.enum(feedTypes).meta({ description: 'Only those of this type.' }).optional(),
  idx: wholeNumber(eventIdxMax)
    .meta({ description: 'Only goals with this index and their postbacks; with event, postback or no type.' })
    .optional(),
};

export function refuseIdxOfOthers(
  { idx, type }: { idx?: number | undefined; type?: FeedType | undefined },
  context: z.core.$RefinementCtx,
): void {
  if (idx !== undefined && (type === 'visit' || type === 'lpclick'))
    context.addIssue({ code: 'custom', path: ['idx'], message: 'goes with event, postback or no type' });
}

/** What may be asked of the feed; the order is fixed, so there is nothing to sort or to skip by. */
export const eventFilter = z.strictObject({
  ...eventSelection,
  limit: wholeNumber(eventLimitMax).meta({ default: eventLimitByDefault }).optional(),
  cursor: z
    .string()
    .meta({ description: 'nextCursor of the page before, with everything else unchanged.' })
    .optional(),
});
export const checkedEventFilter = eventFilter.superRefine(refuseIdxOfOthers);

/** The same range as a file. */
export const eventExportFilter = z.strictObject(eventSelection);

const zonedTime = z.iso.datetime({ offset: true, precision: 3 }).meta({
  description: 'ISO 8601 with milliseconds, in the asked timezone with its offset.',
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:\d{2}$`,
});
const known = z.string().nullable();
const knownId = z.uuid().nullable();
const money = z.number().meta({ description: 'In the currency of the workspace, rounded to 6 decimals.' });
const secondsSinceVisit = z
  .int()
  .min(0)
  .nullable()
  .meta({ description: 'Whole seconds; null where the visit is not known.' });

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

/** What is recorded of the visit; tokens have a field of their own. */
const attributes = Object.fromEntries(
  feedAttributeNames
    .filter((name) => !(tokenNames as readonly string[]).includes(name) && name !== 'tags')
    .map((name) => [name, schemas[visitAttributes[name].kind]]),
) as unknown as { [Name in NamedAttribute]: AttributeSchema<Name> };

const shared = {
  id: z.uuid(),
  time: zonedTime,
  visitId: knownId,
  clickId: known.meta({ description: 'What the visitor’s links carried.' }),
  visitTime: zonedTime.nullable(),
  campaignId: knownId,
  ...attributes,
  tokens: z
    .record(z.string(), z.string())
    .meta({ description: 'token1 to token15: those that the traffic source filled.' }),
  tags: z.array(z.string()),
  externalId: known.meta({ description: 'The click id of the traffic source.' }),
  cost: money,
  revenue: money,
  configVersion: z.int().nullable().meta({ description: 'The version of the campaign that decided.' }),
};

export const visitEvent = z
  .strictObject({
    ...shared,
    type: z.literal('visit'),
    outcome: known.meta({ description: 'Where the visitor was sent: landing, offer, paused …' }),
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
    value: z.number().nullable().meta({ description: 'Rounded to 6 decimals.' }),
    status: conversionStatus.nullable(),
    transactionId: known,
    isConversion: z.boolean(),
    payout: z.number().meta({
      description:
        'The amount after the goal rule and the offer’s payout were applied, in currency; rounded to 6 decimals. It can differ from the amount that was sent.',
    }),
    currency: known.meta({ description: 'The currency of payout.' }),
    secondsSinceVisit,
  })
  .meta({ id: 'GoalEvent' });

export const postbackEvent = z
  .strictObject({
    ...shared,
    type: z.literal('postback'),
    eventId: knownId.meta({ description: 'The event that was reported.' }),
    idx: z.int().nullable(),
    url: known,
    method: known,
    attempt: z.int(),
    status: z.int().nullable().meta({ description: 'Of HTTP; null where nobody answered.' }),
    error: known,
    response: known.meta({ description: 'The first 2 KiB of it; null where nobody answered.' }),
    success: z.boolean(),
    durationMs: z.int(),
  })
  .meta({ id: 'PostbackEvent' });

/** Of whoever visited, and texts that such things stand in: null for whoever may not read personal data. */
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
      count: z.int().meta({ description: 'How many are in this answer.' }),
      hasMore: z.boolean().meta({ description: 'Whether to ask again, also after an empty page.' }),
      nextCursor: z.string().nullable().meta({ description: 'For the next page; null at the end.' }),
      timezone: z.string(),
    }),
  })
  .meta({ id: 'EventPage' });
export type EventPage = z.infer<typeof eventPage>;
