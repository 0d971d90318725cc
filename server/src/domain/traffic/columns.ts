import { attributeColumns, type AttributeColumn } from './attribute-columns.ts';

// Columns of recorded traffic in the order of rows. Values with the same origin are adjacent, so that a row is a few
// strings joined together. A test compares this list with the database tables.
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

/** Columns with the numbers that a row adds to the counts. Adjustments can contain negative numbers. */
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

export type TrafficColumn = Edge;
export type EventColumn = Edge | (typeof goalColumns)[number] | (typeof postbackColumns)[number];

export const groupedColumns = attributeColumns;

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
