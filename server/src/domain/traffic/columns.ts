import { attributeColumns, type AttributeColumn } from './attribute-columns.ts';

/**
 * The columns of recorded traffic in the order in which rows are written: what one source knows stands together, so
 * that a row is a few pieces of text put one after the other. A test holds the list against the tables.
 */
const identityColumns = [
  'type',
  'workspace_id',
  'campaign_id',
  'visit_time',
  'time',
  'id',
  'visit_id',
  'expires',
] as const;

const resultColumns = [
  'outcome',
  'destination_url',
  'link',
  'is_bot',
  'is_prefetch',
  'is_unique',
  'reasons',
  'cost',
  'revenue',
] as const;

/** What a row adds to each count; an adjusting row takes back with a minus. */
export const countColumns = [
  'visits',
  'unique_visits',
  'bot_visits',
  'prefetch_visits',
  'lp_views',
  'lp_clicks',
  'events',
  'conversions',
] as const;

/** Only rows of goals and postbacks have these. */
const goalColumns = [
  'idx',
  'label',
  'value',
  'status',
  'transaction_id',
  'is_conversion',
  'payout',
  'currency',
] as const;

const postbackColumns = [
  'event_id',
  'url',
  'method',
  'attempt',
  'response_status',
  'error',
  'response',
  'is_success',
  'duration_ms',
] as const;

type Edge =
  | AttributeColumn
  | (typeof identityColumns)[number]
  | (typeof resultColumns)[number]
  | (typeof countColumns)[number];

/** Everything that the edge writes. */
export type TrafficColumn = Edge;
/** Everything that a row can have. */
export type EventColumn = Edge | (typeof goalColumns)[number] | (typeof postbackColumns)[number];

/** Everything that reports group by. */
export const groupedColumns = attributeColumns;

/** What a row that belongs to a visit has from it: whose it is, and what reports group by. */
export const columnsOfVisit: readonly (AttributeColumn | (typeof identityColumns)[number])[] = [
  'workspace_id',
  'campaign_id',
  'visit_time',
  'visit_id',
  ...groupedColumns,
];

export const trafficColumns: readonly TrafficColumn[] = [
  ...identityColumns,
  ...groupedColumns,
  ...resultColumns,
  ...countColumns,
];

export const eventColumns: readonly EventColumn[] = [...trafficColumns, ...goalColumns, ...postbackColumns];

export const eventTypes = ['visit', 'lpclick', 'event', 'postback', 'adjustment'] as const;
export type EventType = (typeof eventTypes)[number];
