import { rotatorFields } from './conditions/fields.ts';

/**
 * What values of a dimension are: moments on a calendar, ids of records, whole numbers, members of a closed list,
 * country codes, or any text.
 */
export type DimensionKind = 'time' | 'record' | 'number' | 'choice' | 'country' | 'text' | 'tag';

export type DimensionDescription = {
  kind: DimensionKind;
  /** For people, as a phrase: what rows are grouped by. */
  sentence: string;
  /** How a value looks. */
  example: string;
  /** The closed list that values are from. */
  choices?: readonly string[];
};

export const tokenIndexes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;
export type TokenDimension = `token${(typeof tokenIndexes)[number]}`;

const time = (sentence: string, example: string) => ({ kind: 'time', sentence, example }) as const;
const record = (sentence: string) =>
  ({ kind: 'record', sentence, example: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21' }) as const;
const text = (sentence: string, example: string) => ({ kind: 'text', sentence, example }) as const;
const tokens = Object.fromEntries(
  tokenIndexes.map((index) => [
    `token${index}`,
    text(`The value that the traffic source sent as token ${index}`, 'banner-7'),
  ]),
) as Record<TokenDimension, DimensionDescription>;

const named = {
  hour: time('The hour of the visit, with the offset of its clock', '2026-10-25T02:00+02:00'),
  day: time('The day of the visit', '2026-10-25'),
  week: time('The week of the visit, by its Monday', '2026-10-19'),
  month: time('The month of the visit', '2026-10'),
  weekday: time('The weekday of the visit, 1 to 7 from Monday', '7'),
  hourOfDay: time('The hour that the clock showed, 0 to 23', '2'),
  campaign: record('The campaign'),
  trafficSource: record('The traffic source of the campaign at the time of the visit'),
  affiliateNetwork: record('The affiliate network of the offer'),
  rotator: record('The rotator that decided'),
  path: record('The path that was chosen'),
  landing: record('The landing that was chosen'),
  offer: record('The offer that was chosen'),
  country: { kind: 'country', sentence: 'The country of the visitor’s address', example: 'DE' },
  region: text('The region of the visitor’s address', 'Bavaria'),
  city: text('The city of the visitor’s address', 'Munich'),
  isp: text('The owner of the visitor’s network', 'Example Telecom'),
  connectionType: {
    kind: 'choice',
    sentence: 'The kind of network',
    example: 'cellular',
    choices: rotatorFields.connectionType.choices.filter((choice) => choice !== 'unknown'),
  },
  deviceType: {
    kind: 'choice',
    sentence: 'The kind of device',
    example: 'mobile',
    choices: rotatorFields.deviceType.choices,
  },
  deviceBrand: text('The maker of the device', 'Samsung'),
  deviceModel: text('The model of the device', 'SM-S911B'),
  os: text('The operating system', 'Android'),
  osVersion: text('Its version', '15'),
  browser: text('The browser', 'Chrome'),
  browserVersion: text('Its version', '142'),
  language: text('The first language of the browser', 'de'),
  referrerDomain: text('The domain of the page that the visitor came from', 'news.example'),
} as const satisfies Record<string, DimensionDescription>;

const last = {
  tag: {
    kind: 'tag',
    sentence:
      'Each tag of the visit, from its link or set later by the page; a visit with several is in several rows',
    example: 'quiz-finished',
  },
  configVersion: {
    kind: 'number',
    sentence: 'The published version of the campaign that decided about the visit',
    example: '12',
  },
} as const satisfies Record<string, DimensionDescription>;

export type DimensionId = keyof typeof named | TokenDimension | keyof typeof last;

/** Every dimension of reports, once. */
export const reportDimensions: Readonly<Record<DimensionId, DimensionDescription>> = {
  ...named,
  ...tokens,
  ...last,
};

export const dimensionIds = Object.keys(reportDimensions) as DimensionId[];

export type TimeDimension = 'hour' | 'day' | 'week' | 'month' | 'weekday' | 'hourOfDay';
export type RecordDimension =
  'campaign' | 'trafficSource' | 'affiliateNetwork' | 'rotator' | 'path' | 'landing' | 'offer';

export function isDimensionId(id: string): id is DimensionId {
  return Object.hasOwn(reportDimensions, id);
}

export function isTimeDimension(id: DimensionId): id is TimeDimension {
  return reportDimensions[id].kind === 'time';
}

export function isRecordDimension(id: DimensionId): id is RecordDimension {
  return reportDimensions[id].kind === 'record';
}
