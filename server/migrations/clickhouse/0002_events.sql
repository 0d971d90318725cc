-- Everything that happened: visits, landing clicks, goals, postbacks, and rows that set earlier ones right by a sign.
-- Unknown is '', 0 or the zero UUID, never NULL: reports then need no second case. Only a goal's value may be absent.
-- A row lies in the month of its own time, so that a batch of the spool lies in one part; it is ordered for reports.
-- Rows that name no day on which they expire stay; a later day than this would not fit into ClickHouse's own figures.
-- Rows are written with given_batch, given_time, given_id and given_visit_id in place of batch, time, id and visit_id, and
-- read by the plain names. What each of these columns is for, and what it saves: docs/adr/0022.
CREATE TABLE IF NOT EXISTS events {{on_cluster}} (
  -- Checksum and length of a spool line: only there so that a segment can be sent as it is.
  line String EPHEMERAL,
  given_batch String EPHEMERAL,
  -- The spool segment or outbox batch, for asking what has arrived. A batch is one part, so one of its rows is enough.
  batch String DEFAULT if(rowNumberInBlock() = 0, given_batch, ''),
  type Enum8('visit' = 1, 'lpclick' = 2, 'event' = 3, 'postback' = 4, 'adjustment' = 5),
  workspace_id UUID,
  campaign_id LowCardinality(UUID),
  visit_time DateTime64(3, 'UTC') CODEC(Delta, T64('bit'), ZSTD),
  given_time DateTime64(3, 'UTC') EPHEMERAL,
  -- A visit has one time, not two: what is stored are the milliseconds from the visit to what this row tells.
  delay Int64 DEFAULT toUnixTimestamp64Milli(given_time) - toUnixTimestamp64Milli(visit_time),
  time DateTime64(3, 'UTC') ALIAS visit_time + toIntervalMillisecond(delay),
  given_id UUID EPHEMERAL,
  given_visit_id UUID EPHEMERAL,
  -- A visit has one id, not two: what is stored is in which bits they differ.
  id_difference UInt128 DEFAULT bitXor(reinterpretAsUInt128(given_id), reinterpretAsUInt128(given_visit_id)),
  -- An id of version 7 begins with its time, which is the visit's, so that only the rest needs a place: version and the
  -- number within the millisecond, and 64 bits that a process keeps while it runs. For an id with another time the
  -- milliseconds between the two are kept.
  visit_shift Int64
    DEFAULT toInt64(bitShiftRight(reinterpretAsUInt64(given_visit_id), 16)) - toUnixTimestamp64Milli(visit_time),
  visit_high UInt16
    DEFAULT toUInt16(bitAnd(reinterpretAsUInt64(given_visit_id), 65535)) CODEC(T64('bit')),
  visit_low UInt64
    DEFAULT toUInt64(bitShiftRight(reinterpretAsUInt128(given_visit_id), 64)),
  visit_id UUID ALIAS reinterpretAsUUID(bitOr(bitShiftLeft(toUInt128(visit_low), 64), toUInt128(bitOr(
    bitShiftLeft(toUInt64(toUnixTimestamp64Milli(visit_time) + visit_shift), 16), toUInt64(visit_high))))),
  id UUID ALIAS reinterpretAsUUID(bitXor(id_difference, reinterpretAsUInt128(visit_id))),
  -- What rollups know of the time of a visit.
  visit_hour DateTime('UTC') ALIAS toStartOfHour(visit_time),
  visit_half_hour DateTime('UTC') ALIAS toStartOfInterval(visit_time, INTERVAL 30 MINUTE),
  visit_day DateTime('UTC') ALIAS toStartOfDay(visit_time),
  expires Date DEFAULT '2105-12-31',
  traffic_source_id LowCardinality(UUID),
  rotator_id LowCardinality(UUID),
  config_version UInt32,
  rule_id LowCardinality(UUID),
  path_id LowCardinality(UUID),
  landing_id LowCardinality(UUID),
  offer_id LowCardinality(UUID),
  affiliate_network_id LowCardinality(UUID),
  country LowCardinality(String),
  region LowCardinality(String),
  city LowCardinality(String),
  isp LowCardinality(String),
  asn UInt32,
  connection_type LowCardinality(String),
  device_type LowCardinality(String),
  device_brand LowCardinality(String),
  device_model LowCardinality(String),
  os LowCardinality(String),
  os_version LowCardinality(String),
  browser LowCardinality(String),
  browser_version LowCardinality(String),
  language LowCardinality(String),
  referrer LowCardinality(String),
  referrer_domain LowCardinality(String),
  ip IPv6 CODEC(ZSTD(3)),
  user_agent LowCardinality(String),
  external_id String,
  token1 LowCardinality(String),
  token2 LowCardinality(String),
  token3 LowCardinality(String),
  token4 LowCardinality(String),
  token5 LowCardinality(String),
  token6 LowCardinality(String),
  token7 LowCardinality(String),
  token8 LowCardinality(String),
  token9 LowCardinality(String),
  token10 LowCardinality(String),
  token11 LowCardinality(String),
  token12 LowCardinality(String),
  token13 LowCardinality(String),
  token14 LowCardinality(String),
  token15 LowCardinality(String),
  tags Array(LowCardinality(String)),
  outcome LowCardinality(String),
  destination_url String CODEC(ZSTD(3)),
  link UInt8,
  is_bot Bool,
  is_prefetch Bool,
  is_unique Bool,
  reasons Array(LowCardinality(String)),
  cost Decimal(38, 12),
  revenue Decimal(38, 12),
  visits Int8,
  unique_visits Int8,
  bot_visits Int8,
  prefetch_visits Int8,
  lp_views Int8,
  lp_clicks Int8,
  events Int8,
  conversions Int8,
  idx UInt8,
  label LowCardinality(String),
  value Nullable(Decimal(38, 12)),
  status LowCardinality(String),
  transaction_id String,
  is_conversion Bool,
  payout Decimal(38, 12),
  currency LowCardinality(String),
  event_id UUID,
  url String,
  method LowCardinality(String),
  attempt UInt8,
  response_status UInt16,
  error LowCardinality(String),
  response String,
  is_success Bool,
  duration_ms UInt32,
  INDEX batch_index batch TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX time_index visit_time + toIntervalMillisecond(delay) TYPE minmax GRANULARITY 1,
  -- Rollups: parts of the same part, so never ahead of its rows nor behind them. server/src/events/rollups.ts says which
  -- questions they answer.
  PROJECTION campaign_hours (
    SELECT workspace_id, toStartOfHour(visit_time), campaign_id, traffic_source_id, rotator_id, sum(visits),
      sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
      sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved')
    GROUP BY workspace_id, toStartOfHour(visit_time), campaign_id, traffic_source_id, rotator_id
  ),
  PROJECTION campaign_days (
    SELECT workspace_id, toStartOfDay(visit_time), campaign_id, traffic_source_id, rotator_id, sum(visits),
      sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
      sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved')
    GROUP BY workspace_id, toStartOfDay(visit_time), campaign_id, traffic_source_id, rotator_id
  ),
  PROJECTION place_hours (
    SELECT workspace_id, toStartOfHour(visit_time), country, device_type, sum(visits), sum(unique_visits),
      sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions), sum(cost), sum(revenue),
      sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved')
    GROUP BY workspace_id, toStartOfHour(visit_time), country, device_type
  ),
  PROJECTION offer_hours (
    SELECT workspace_id, toStartOfHour(visit_time), offer_id, affiliate_network_id, landing_id, sum(visits),
      sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions), sum(cost), sum(revenue),
      sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved')
    GROUP BY workspace_id, toStartOfHour(visit_time), offer_id, affiliate_network_id, landing_id
  ),
  PROJECTION campaign_halves (
    SELECT workspace_id, toStartOfInterval(visit_time, INTERVAL 30 MINUTE), campaign_id, traffic_source_id, rotator_id,
      sum(visits), sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
      sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved')
    GROUP BY workspace_id, toStartOfInterval(visit_time, INTERVAL 30 MINUTE), campaign_id, traffic_source_id,
      rotator_id
  ),
  -- For the feed: where the rows of a stretch of time are.
  PROJECTION times (
    SELECT workspace_id, visit_time, delay, type, campaign_id, idx
    ORDER BY workspace_id, visit_time + toIntervalMillisecond(delay)
  )
)
ENGINE = {{engine:MergeTree}}
PARTITION BY toYYYYMM(visit_time + toIntervalMillisecond(delay))
PRIMARY KEY (workspace_id, campaign_id, visit_time)
ORDER BY (workspace_id, campaign_id, visit_time, visit_low, id_difference)
TTL expires
SETTINGS
  -- Of the few campaigns, offers and so on that a part holds each id is stored once.
  allow_suspicious_low_cardinality_types = 1,
  default_compression_codec = 'ZSTD(1)',
  lightweight_mutation_projection_mode = 'rebuild',
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 10000,
  replicated_deduplication_window = 10000;
