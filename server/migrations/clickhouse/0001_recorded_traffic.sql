-- Recorded traffic in ClickHouse: visits, landing-page clicks, conversions, postback attempts, and rows that correct earlier
-- ones by an amount with the opposite sign.
--
-- Unknown values are '', 0 or the zero UUID, not NULL, so that reports need no extra case. Only `value` can be NULL.
-- Partitioned by the month of the event, so that a batch of the spool is one part, and sorted for reports.
-- Rows are written to given_batch, given_time, given_id and given_visit_id, and read from batch, time, id and visit_id.
-- docs/adr/0022 explains these columns and how much space they save.
CREATE TABLE IF NOT EXISTS events {{on_cluster}} (
  -- Checksum and length of a spool line. Only declared so that a segment can be inserted unchanged.
  line String EPHEMERAL,
  given_batch String EPHEMERAL,
  -- Name of the spool segment or outbox batch, used to check whether the batch is stored. A batch is inserted as one
  -- part, so only its first row contains the name.
  batch String DEFAULT if(rowNumberInBlock() = 0, given_batch, ''),
  type Enum8('visit' = 1, 'lpclick' = 2, 'event' = 3, 'postback' = 4, 'adjustment' = 5),
  workspace_id UUID,
  campaign_id LowCardinality(UUID),
  visit_time DateTime64(3, 'UTC') CODEC(Delta, T64('bit'), ZSTD),
  given_time DateTime64(3, 'UTC') EPHEMERAL,
  -- Milliseconds from the visit to the event. Compresses better than a second timestamp, because it is 0 for visits.
  delay Int64 DEFAULT toUnixTimestamp64Milli(given_time) - toUnixTimestamp64Milli(visit_time),
  time DateTime64(3, 'UTC') ALIAS visit_time + toIntervalMillisecond(delay),
  given_id UUID EPHEMERAL,
  given_visit_id UUID EPHEMERAL,
  -- Bits in which the IDs of event and visit differ: 0 for visits.
  id_difference UInt128 DEFAULT bitXor(reinterpretAsUInt128(given_id), reinterpretAsUInt128(given_visit_id)),
  -- The ID of a visit is a UUID of version 7 and starts with the time of the visit, so only the rest is stored: the version
  -- and the counter within the millisecond, and 64 bits that stay the same while a process runs. If the ID has a different
  -- time, visit_shift is the difference in milliseconds.
  visit_shift Int64
    DEFAULT toInt64(bitShiftRight(reinterpretAsUInt64(given_visit_id), 16)) - toUnixTimestamp64Milli(visit_time),
  visit_high UInt16
    DEFAULT toUInt16(bitAnd(reinterpretAsUInt64(given_visit_id), 65535)) CODEC(T64('bit')),
  visit_low UInt64
    DEFAULT toUInt64(bitShiftRight(reinterpretAsUInt128(given_visit_id), 64)),
  visit_id UUID ALIAS reinterpretAsUUID(bitOr(bitShiftLeft(toUInt128(visit_low), 64), toUInt128(bitOr(
    bitShiftLeft(toUInt64(toUnixTimestamp64Milli(visit_time) + visit_shift), 16), toUInt64(visit_high))))),
  id UUID ALIAS reinterpretAsUUID(bitXor(id_difference, reinterpretAsUInt128(visit_id))),
  -- Time units of rollups.
  visit_hour DateTime('UTC') ALIAS toStartOfHour(visit_time),
  visit_half_hour DateTime('UTC') ALIAS toStartOfInterval(visit_time, INTERVAL 30 MINUTE),
  visit_day DateTime('UTC') ALIAS toStartOfDay(visit_time),
  -- Rows that never expire get this day, because later ones do not fit into ClickHouse's own statistics.
  expires Date DEFAULT '2105-12-31',
  traffic_source_id LowCardinality(UUID),
  rotator_id LowCardinality(UUID),
  config_version UInt32,
  rule_id LowCardinality(UUID),
  -- Smaller compressed blocks speed up pages of full rows. Set only on columns that do not take more space as a result.
  path_id LowCardinality(UUID) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  landing_id LowCardinality(UUID) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  offer_id LowCardinality(UUID) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  affiliate_network_id LowCardinality(UUID) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  country LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  region LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  city LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  isp LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  asn UInt32,
  connection_type LowCardinality(String),
  device_type LowCardinality(String),
  device_brand LowCardinality(String),
  device_model LowCardinality(String),
  os LowCardinality(String),
  os_version LowCardinality(String),
  browser LowCardinality(String),
  browser_version LowCardinality(String),
  language LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  referrer LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  referrer_domain LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  ip IPv6 CODEC(ZSTD(3)),
  -- A stronger codec, because the dictionaries of user agents are large.
  user_agent LowCardinality(String) CODEC(ZSTD(9)),
  external_id String SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  token1 LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  token2 LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  token3 LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  token4 LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  token5 LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  token6 LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  token7 LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  token8 LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  token9 LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  token10 LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  token11 LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  token12 LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  token13 LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  token14 LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
  token15 LowCardinality(String) SETTINGS (min_compress_block_size = 8192, max_compress_block_size = 32768),
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
  -- 1 for a row that was stored before its visit, -1 for a row that reverses it once the visit is stored. A third row then
  -- replaces both. Nearly all rows have 0, so the index finds the others quickly.
  late Int8 DEFAULT multiIf(has(reasons, 'withdrawn'), -1, has(reasons, 'visit-unknown') AND visit_low != 0, 1, 0),
  -- 1, or -1 for a row that reverses another row. The value is stored, because rollups of a computed value had wrong sums
  -- after a deletion. The same applies to is_test.
  rows Int8 DEFAULT if(late = -1, -1, 1),
  is_test Bool DEFAULT has(tags, 'waypost-test'),
  INDEX time_index visit_time + toIntervalMillisecond(delay) TYPE minmax GRANULARITY 1,
  INDEX late_index late TYPE minmax GRANULARITY 1,
  -- Searched rarely, so a high false-positive rate saves space.
  INDEX batches batch TYPE bloom_filter(0.1) GRANULARITY 1,
  -- Event feed: the columns of a page, sorted by time, so that a page is read from one place. Without external_id, which
  -- alone would take 9 bytes per row.
  PROJECTION feed (
    SELECT workspace_id, visit_time, delay, type, campaign_id, idx, id_difference, visit_shift, visit_high, visit_low,
      traffic_source_id, landing_id, offer_id, country, device_type, os, browser, outcome, is_bot, is_prefetch, reasons,
      cost, revenue, label, status, transaction_id, is_conversion, attempt, response_status, error
    ORDER BY workspace_id, visit_time + toIntervalMillisecond(delay)
  ),
  -- Rollups. They are part of each data part, so they always match its rows. Reports leave out test traffic, so every
  -- rollup is grouped by is_test.
  PROJECTION counted_campaign_days (
    SELECT workspace_id, is_test, toStartOfDay(visit_time), campaign_id, traffic_source_id, rotator_id,
      sum(visits), sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
      sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved'), sum(rows)
    GROUP BY workspace_id, is_test, toStartOfDay(visit_time), campaign_id, traffic_source_id, rotator_id
  ),
  PROJECTION counted_place_hours (
    SELECT workspace_id, is_test, toStartOfHour(visit_time), country, device_type,
      sum(visits), sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
      sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved'), sum(rows)
    GROUP BY workspace_id, is_test, toStartOfHour(visit_time), country, device_type
  ),
  PROJECTION counted_campaign_hours (
    SELECT workspace_id, is_test, toStartOfHour(visit_time), campaign_id, traffic_source_id, rotator_id,
      sum(visits), sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
      sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved'), sum(rows)
    GROUP BY workspace_id, is_test, toStartOfHour(visit_time), campaign_id, traffic_source_id, rotator_id
  ),
  PROJECTION counted_offer_hours (
    SELECT workspace_id, is_test, toStartOfHour(visit_time), offer_id, affiliate_network_id, landing_id,
      sum(visits), sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
      sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved'), sum(rows)
    GROUP BY workspace_id, is_test, toStartOfHour(visit_time), offer_id, affiliate_network_id, landing_id
  ),
  PROJECTION counted_campaign_halves (
    SELECT workspace_id, is_test, toStartOfInterval(visit_time, INTERVAL 30 MINUTE), campaign_id, traffic_source_id, rotator_id,
      sum(visits), sum(unique_visits), sum(bot_visits), sum(prefetch_visits), sum(lp_views), sum(lp_clicks), sum(conversions),
      sum(cost), sum(revenue), sumIf(revenue, status = 'hold'), sumIf(revenue, status = 'approved'), sum(rows)
    GROUP BY workspace_id, is_test, toStartOfInterval(visit_time, INTERVAL 30 MINUTE), campaign_id, traffic_source_id, rotator_id
  )
)
ENGINE = {{engine:MergeTree}}
PARTITION BY toYYYYMM(visit_time + toIntervalMillisecond(delay))
PRIMARY KEY (workspace_id, campaign_id, visit_time)
ORDER BY (workspace_id, campaign_id, visit_time, visit_low, id_difference)
TTL expires
SETTINGS
  -- A part contains few different campaigns, offers and so on, so each ID is stored only once.
  allow_suspicious_low_cardinality_types = 1,
  default_compression_codec = 'ZSTD(1)',
  lightweight_mutation_projection_mode = 'rebuild',
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 10000,
  replicated_deduplication_window = 10000,
  -- Shorter granules in merged parts speed up pages of full rows.
  merge_max_block_size = 2048;

-- `waypost doctor` writes a row and reads it back.
CREATE TABLE IF NOT EXISTS write_probe {{on_cluster}} (
  id UUID,
  written_at DateTime64(3, 'UTC')
)
ENGINE = {{engine:MergeTree}}
ORDER BY id
TTL toDateTime(written_at) + INTERVAL 1 DAY
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
