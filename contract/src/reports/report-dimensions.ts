import { conversionStatus } from '../values/conversion-status.ts';
import { attributeOfDimension, type AttributeDimensions } from '../visits/attribute-lists.ts';
import { unknownLocation } from '../visits/field-kinds.ts';
import {
  attributeDescriptions,
  type AttributeDimensionKind,
  type VisitAttributeDescription,
} from '../visits/visit-attributes.ts';

export type DimensionKind = 'time' | AttributeDimensionKind;

type DimensionDescription = {
  kind: DimensionKind;
  sentence: string;
  example: string;
  choices?: readonly string[];
};

const time = (sentence: string, example: string) => ({ kind: 'time', sentence, example }) as const;

const own = {
  hour: time('Hour of the visit, with its UTC offset', '2026-10-25T02:00+02:00'),
  day: time('Day of the visit', '2026-10-25'),
  week: time('Week of the visit, shown as the date of its Monday', '2026-10-19'),
  month: time('Month of the visit', '2026-10'),
  weekday: time('Weekday of the visit, 1 (Monday) to 7 (Sunday)', '7'),
  hourOfDay: time('Hour of the day of the visit, 0 to 23', '2'),
  campaign: { kind: 'record', sentence: 'Campaign', example: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21' },
} as const satisfies Record<string, DimensionDescription>;

/** Dimension that only the panel API has, because the dimensions of the public API are a fixed contract. */
const status = {
  kind: 'choice',
  sentence: 'Current status of conversions; unknown for everything else',
  example: 'approved',
  choices: conversionStatus.options,
} as const satisfies DimensionDescription;

export type AttributeDimension = keyof AttributeDimensions;
export type DimensionId = keyof typeof own | AttributeDimension | 'status';

const attributeDimensionIds = Object.keys(attributeOfDimension) as AttributeDimension[];

export const reportDimensions: Readonly<Record<DimensionId, DimensionDescription>> = {
  ...own,
  ...(Object.fromEntries(
    attributeDimensionIds.map((id) => [id, describe(attributeDescriptions[attributeOfDimension[id]])]),
  ) as Record<AttributeDimension, DimensionDescription>),
  status,
};

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
