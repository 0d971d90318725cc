/**
 * The columns of the `events` table in the order in which rows are written: what one source knows stands together, so
 * that a row is a few pieces of text put one after the other. A test holds the list against the table.
 */
export const identityColumns = [
  'type',
  'workspace_id',
  'campaign_id',
  'visit_time',
  'time',
  'id',
  'visit_id',
  'expires',
] as const;

/** Of the campaign's published version. */
export const campaignColumns = ['traffic_source_id', 'rotator_id', 'config_version'] as const;

export const choiceColumns = [
  'rule_id',
  'path_id',
  'landing_id',
  'offer_id',
  'affiliate_network_id',
] as const;

export const placeColumns = ['country', 'region', 'city', 'isp', 'asn', 'connection_type'] as const;

export const deviceColumns = [
  'device_type',
  'device_brand',
  'device_model',
  'os',
  'os_version',
  'browser',
  'browser_version',
] as const;

export const requestColumns = ['language', 'referrer', 'referrer_domain', 'ip', 'user_agent'] as const;

export const sourceColumns = [
  'external_id',
  'token1',
  'token2',
  'token3',
  'token4',
  'token5',
  'token6',
  'token7',
  'token8',
  'token9',
  'token10',
  'token11',
  'token12',
  'token13',
  'token14',
  'token15',
  'tags',
] as const;

/** Everything that reports group by. */
export const groupedColumns = [
  ...campaignColumns,
  ...choiceColumns,
  ...placeColumns,
  ...deviceColumns,
  ...requestColumns,
  ...sourceColumns,
] as const;

export const resultColumns = [
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

/** What a row that belongs to a visit has from it: whose it is, and what reports group by. */
export const columnsOfVisit = [
  'workspace_id',
  'campaign_id',
  'visit_time',
  'visit_id',
  ...groupedColumns,
] as const;

/** Everything that the edge writes. */
export const trafficColumns = [
  ...identityColumns,
  ...groupedColumns,
  ...resultColumns,
  ...countColumns,
] as const;

/** Only rows of goals and postbacks have these. */
export const goalColumns = [
  'idx',
  'label',
  'value',
  'status',
  'transaction_id',
  'is_conversion',
  'payout',
  'currency',
] as const;

export const postbackColumns = [
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

export const eventColumns = [...trafficColumns, ...goalColumns, ...postbackColumns] as const;

export const eventTypes = ['visit', 'lpclick', 'event', 'postback', 'adjustment'] as const;
export type EventType = (typeof eventTypes)[number];
