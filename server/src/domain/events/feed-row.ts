/**
 * What the feed reads of a row, by the names that it is read under, each with what stands for it in SQL. Moments are
 * milliseconds since 1970, decimals are texts, so that nothing is rounded on the way.
 */
export const feedColumns = {
  type: 'type',
  timeMs: 'toUnixTimestamp64Milli(time)',
  id: 'id',
  visitId: 'visit_id',
  visitTimeMs: 'toUnixTimestamp64Milli(visit_time)',
  campaignId: 'campaign_id',
  trafficSourceId: 'traffic_source_id',
  rotatorId: 'rotator_id',
  pathId: 'path_id',
  landingId: 'landing_id',
  offerId: 'offer_id',
  affiliateNetworkId: 'affiliate_network_id',
  country: 'country',
  region: 'region',
  city: 'city',
  isp: 'isp',
  deviceType: 'device_type',
  os: 'os',
  browser: 'browser',
  language: 'language',
  referrer: 'referrer',
  ip: 'ip',
  userAgent: 'user_agent',
  tokens:
    '[token1, token2, token3, token4, token5, token6, token7, token8, token9, token10, token11, token12, token13, token14, token15]',
  tags: 'tags',
  externalId: 'external_id',
  cost: 'cost',
  revenue: 'revenue',
  configVersion: 'config_version',
  outcome: 'outcome',
  destinationUrl: 'destination_url',
  isUnique: 'is_unique',
  isBot: 'is_bot',
  isPrefetch: 'is_prefetch',
  reasons: 'reasons',
  idx: 'idx',
  label: 'label',
  value: 'value',
  status: 'status',
  transactionId: 'transaction_id',
  isConversion: 'is_conversion',
  payout: 'payout',
  currency: 'currency',
  eventId: 'event_id',
  url: 'url',
  method: 'method',
  attempt: 'attempt',
  responseStatus: 'response_status',
  error: 'error',
  response: 'response',
  isSuccess: 'is_success',
  durationMs: 'duration_ms',
} as const;

type Name = keyof typeof feedColumns;
type Numbers =
  'timeMs' | 'visitTimeMs' | 'configVersion' | 'idx' | 'attempt' | 'responseStatus' | 'durationMs';
type Flags = 'isUnique' | 'isBot' | 'isPrefetch' | 'isConversion' | 'isSuccess';
type Lists = 'tokens' | 'tags' | 'reasons';

/** As ClickHouse has it: unknown is an empty text, 0 or the id of zeros. */
export type FeedRow = Record<Exclude<Name, Numbers | Flags | Lists | 'value'>, string> &
  Record<Numbers, number> &
  Record<Flags, boolean> &
  Record<Lists, string[]> & { value: string | null };

const names = Object.keys(feedColumns) as Name[];

/** What is selected, in the order in which `readFeedRow` takes it. */
export const selectedFeedColumns = names.map((name) => feedColumns[name]).join(', ');

/** A row of `selectedFeedColumns`, as a list. */
export function readFeedRow(cells: readonly unknown[]): FeedRow {
  const row: Partial<Record<Name, unknown>> = {};
  for (let at = 0; at < names.length; at += 1) row[names[at] ?? 'id'] = cells[at];
  return row as FeedRow;
}
