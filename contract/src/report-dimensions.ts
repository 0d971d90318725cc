import { conversionStatus } from './conversion-status.ts';
import { attributeOfDimension, type AttributeDimensions } from './attribute-lists.ts';
import { unknownLocation } from './field-kinds.ts';
import {
  attributeDescriptions,
  type AttributeDimensionKind,
  type VisitAttributeDescription,
} from './visit-attributes.ts';

/**
 * What values of a dimension are: moments on a calendar, ids of records, whole numbers, members of a closed list,
 * country codes, or any text.
 */
export type DimensionKind = 'time' | AttributeDimensionKind;

type DimensionDescription = {
  kind: DimensionKind;
  /** For people, as a phrase: what rows are grouped by. */
  sentence: string;
  /** How a value looks. */
  example: string;
  /** The closed list that values are from. */
  choices?: readonly string[];
};

const time = (sentence: string, example: string) => ({ kind: 'time', sentence, example }) as const;

const own = {
  hour: time('The hour of the visit, with the offset of its clock', '2026-10-25T02:00+02:00'),
  day: time('The day of the visit', '2026-10-25'),
  week: time('The week of the visit, by its Monday', '2026-10-19'),
  month: time('The month of the visit', '2026-10'),
  weekday: time('The weekday of the visit, 1 to 7 from Monday', '7'),
  hourOfDay: time('The hour that the clock showed, 0 to 23', '2'),
  campaign: { kind: 'record', sentence: 'The campaign', example: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21' },
} as const satisfies Record<string, DimensionDescription>;

/** Of rows that tell of a conversion. It is the panel's and not the public API's, whose dimensions stay as they are. */
const status = {
  kind: 'choice',
  sentence: 'The status that conversions are in; whatever is none of a conversion is unknown',
  example: 'approved',
  choices: conversionStatus.options,
} as const satisfies DimensionDescription;

/** Dimensions that are attributes of visits. */
export type AttributeDimension = keyof AttributeDimensions;
export type DimensionId = keyof typeof own | AttributeDimension | 'status';

const attributeDimensionIds = Object.keys(attributeOfDimension) as AttributeDimension[];

/** Every dimension of reports, once. */
export const reportDimensions: Readonly<Record<DimensionId, DimensionDescription>> = {
  ...own,
  ...(Object.fromEntries(
    attributeDimensionIds.map((id) => [id, describe(attributeDescriptions[attributeOfDimension[id]])]),
  ) as Record<AttributeDimension, DimensionDescription>),
  status,
};

/** Of a choice the values are those that conditions know, but for the word for none. */
function describe({ dimension, condition }: VisitAttributeDescription): DimensionDescription {
  const { kind = 'text', sentence = '', example = '' } = dimension ?? {};
  const choices = condition?.field.choices?.filter((choice) => choice !== unknownLocation);
  return { kind, sentence, example, ...(kind === 'choice' && choices !== undefined ? { choices } : {}) };
}

export const dimensionIds = Object.keys(reportDimensions) as DimensionId[];

export const publicDimensionIds: DimensionId[] = dimensionIds.filter((id) => id !== 'status');

export type TimeDimension = 'hour' | 'day' | 'week' | 'month' | 'weekday' | 'hourOfDay';
export type RecordDimension =
  | 'campaign'
  | 'trafficSource'
  | 'affiliateNetwork'
  | 'rotator'
  | 'path'
  | 'landing'
  | 'offer';

export function isDimensionId(id: string): id is DimensionId {
  return Object.hasOwn(reportDimensions, id);
}

export function isTimeDimension(id: DimensionId): id is TimeDimension {
  return reportDimensions[id].kind === 'time';
}

export function isRecordDimension(id: DimensionId): id is RecordDimension {
  return reportDimensions[id].kind === 'record';
}
