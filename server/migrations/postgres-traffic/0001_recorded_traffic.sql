-- Recorded traffic in PostgreSQL: visits, landing-page clicks, conversions, postback attempts, and rows that correct earlier
-- ones by an amount with the opposite sign.

GRANT USAGE ON SCHEMA traffic TO waypost_app, waypost_system;

-- Events ---------------------------------------------------------------------------------------------------------

CREATE TYPE traffic.row_type AS ENUM ('visit', 'lpclick', 'event', 'postback', 'adjustment');

-- Partitioned by the month of the visit, so that everything about a visit is stored and deleted together. Unknown, zero,
-- false and empty values are NULL, which needs no space and is ignored by sums. Only in `value`, zero differs from NULL.
CREATE TABLE traffic.events (
  -- Milliseconds since 1970, as everywhere in the code, so that local times can be computed with integers.
  visit_time bigint NOT NULL,
  time bigint NOT NULL,
  type traffic.row_type NOT NULL,
  -- Null for rows that never expire.
  expires date,
  workspace_id uuid NOT NULL,
  campaign_id uuid,
  id uuid NOT NULL,
  visit_id uuid,
  traffic_source_id uuid,
  rotator_id uuid,
  config_version integer,
  rule_id uuid,
  path_id uuid,
  landing_id uuid,
  offer_id uuid,
  affiliate_network_id uuid,
  country text COLLATE "C",
  region text COLLATE "C",
  city text COLLATE "C",
  isp text COLLATE "C",
  asn bigint,
  connection_type text COLLATE "C",
  device_type text COLLATE "C",
  device_brand text COLLATE "C",
  device_model text COLLATE "C",
  os text COLLATE "C",
  os_version text COLLATE "C",
  browser text COLLATE "C",
  browser_version text COLLATE "C",
  language text COLLATE "C",
  referrer text COLLATE "C",
  referrer_domain text COLLATE "C",
  ip inet,
  user_agent text COLLATE "C",
  external_id text COLLATE "C",
  token1 text COLLATE "C",
  token2 text COLLATE "C",
  token3 text COLLATE "C",
  token4 text COLLATE "C",
  token5 text COLLATE "C",
  token6 text COLLATE "C",
  token7 text COLLATE "C",
  token8 text COLLATE "C",
  token9 text COLLATE "C",
  token10 text COLLATE "C",
  token11 text COLLATE "C",
  token12 text COLLATE "C",
  token13 text COLLATE "C",
  token14 text COLLATE "C",
  token15 text COLLATE "C",
  tags text[] COLLATE "C",
  outcome text COLLATE "C",
  destination_url text COLLATE "C",
  link smallint,
  is_bot boolean,
  is_prefetch boolean,
  is_unique boolean,
  reasons text[] COLLATE "C",
  cost numeric(38, 12),
  revenue numeric(38, 12),
  visits smallint,
  unique_visits smallint,
  bot_visits smallint,
  prefetch_visits smallint,
  lp_views smallint,
  lp_clicks smallint,
  events smallint,
  conversions smallint,
  idx smallint,
  label text COLLATE "C",
  value numeric(38, 12),
  status text COLLATE "C",
  transaction_id text COLLATE "C",
  is_conversion boolean,
  payout numeric(38, 12),
  currency text COLLATE "C",
  event_id uuid,
  url text COLLATE "C",
  method text COLLATE "C",
  attempt smallint,
  response_status integer,
  error text COLLATE "C",
  response text COLLATE "C",
  is_success boolean,
  duration_ms bigint
) PARTITION BY RANGE (visit_time);

CREATE INDEX events_visit ON traffic.events (visit_id);
-- Reports on campaigns that no rollup can answer.
CREATE INDEX events_campaign ON traffic.events (campaign_id, visit_time);
-- Event feed. Conversions and postbacks have their own index, because there are few of them among many visits.
CREATE INDEX events_time ON traffic.events (workspace_id, time);
CREATE INDEX events_goals ON traffic.events (workspace_id, time) WHERE type IN ('event', 'postback');
-- Rows arrive nearly in this order, so BRIN indexes are enough.
CREATE INDEX events_visit_time ON traffic.events USING brin (visit_time) WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX events_expires ON traffic.events USING brin (expires) WITH (pages_per_range = 64, autosummarize = on);
-- Rows that were stored before their visit. A job looks for them all the time, and there are hardly any.
CREATE INDEX events_late ON traffic.events (time) WHERE visit_id IS NOT NULL AND 'visit-unknown' = ANY(reasons);

-- Stored batches. A batch is one transaction, so either all of its rows are stored or none.
CREATE TABLE traffic.batches (
  name text PRIMARY KEY,
  stored_at timestamptz NOT NULL DEFAULT now()
);

-- Partitions --------------------------------------------------------------------------------------------------

-- Months with a partition, and the days on which their first and last rows expire, as far as known. No row expires before
-- the first day; after the last day, all rows may have expired.
CREATE TABLE traffic.months (
  start bigint PRIMARY KEY,
  first_expires date,
  last_expires date,
  -- Whether a row never expires.
  has_lasting boolean NOT NULL DEFAULT false
);

-- Creates missing partitions, because the role that writes rows cannot create tables.
CREATE FUNCTION traffic.make_months(moments bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  first_day date;
  beginning bigint;
  ending bigint;
  name text;
BEGIN
  FOR first_day IN
    SELECT DISTINCT date_trunc('month', to_timestamp(moment / 1000) AT TIME ZONE 'UTC')::date FROM unnest(moments) AS moment
    ORDER BY 1
  LOOP
    beginning := extract(epoch FROM first_day) * 1000;
    ending := extract(epoch FROM (first_day + interval '1 month')) * 1000;
    CONTINUE WHEN EXISTS (SELECT FROM traffic.months WHERE months.start = beginning);
    -- Two transactions that create the same month would deadlock.
    PERFORM pg_advisory_xact_lock(7240811524);
    CONTINUE WHEN EXISTS (SELECT FROM traffic.months WHERE months.start = beginning);
    name := 'events_' || to_char(first_day, 'YYYYMM');
    -- Attached, because CREATE TABLE ... PARTITION OF waits for all readers of the table.
    EXECUTE format('CREATE TABLE traffic.%I (LIKE traffic.events)', name);
    EXECUTE format('ALTER TABLE traffic.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE traffic.%I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE traffic.events ATTACH PARTITION traffic.%I FOR VALUES FROM (%s) TO (%s)',
      name, beginning, ending);
    INSERT INTO traffic.months (start) VALUES (beginning);
  END LOOP;
END
$$;

-- Locks a month until the end of the transaction, so that no other transaction can add rows that never expire while the
-- caller decides whether to drop the month.
CREATE FUNCTION traffic.lock_month(beginning bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  EXECUTE format('LOCK TABLE traffic.%I IN ACCESS EXCLUSIVE MODE',
    'events_' || to_char(to_timestamp(beginning / 1000) AT TIME ZONE 'UTC', 'YYYYMM'));
END
$$;

-- Drops a partition. The caller deletes its rollups in the same transaction.
CREATE FUNCTION traffic.drop_month(beginning bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  EXECUTE format('DROP TABLE traffic.%I',
    'events_' || to_char(to_timestamp(beginning / 1000) AT TIME ZONE 'UTC', 'YYYYMM'));
  DELETE FROM traffic.months WHERE start = beginning;
END
$$;

REVOKE ALL ON FUNCTION traffic.make_months(bigint[]), traffic.lock_month(bigint), traffic.drop_month(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION traffic.make_months(bigint[]), traffic.lock_month(bigint), traffic.drop_month(bigint) TO waypost_system;

-- Rollups --------------------------------------------------------------------------------------------------------

-- Sums by the time of the visit, without test traffic, updated in the transaction that stores the rows. `rows` is the
-- number of summed rows, because a group can exist although all its sums are zero.
CREATE TABLE traffic.campaign_days (
  workspace_id uuid NOT NULL, start bigint NOT NULL, campaign_id uuid, traffic_source_id uuid, rotator_id uuid,
  rows integer NOT NULL, visits integer NOT NULL, unique_visits integer NOT NULL, bot_visits integer NOT NULL,
  prefetch_visits integer NOT NULL, lp_views integer NOT NULL, lp_clicks integer NOT NULL, conversions integer NOT NULL,
  cost numeric NOT NULL, revenue numeric NOT NULL, revenue_hold numeric NOT NULL, revenue_approved numeric NOT NULL,
  conversions_hold integer NOT NULL DEFAULT 0, conversions_approved integer NOT NULL DEFAULT 0,
  conversions_refunded integer NOT NULL DEFAULT 0, events_rejected integer NOT NULL DEFAULT 0,
  UNIQUE NULLS NOT DISTINCT (workspace_id, start, campaign_id, traffic_source_id, rotator_id)
) WITH (fillfactor = 70);

CREATE TABLE traffic.campaign_hours (
  workspace_id uuid NOT NULL, start bigint NOT NULL, campaign_id uuid, traffic_source_id uuid, rotator_id uuid,
  rows integer NOT NULL, visits integer NOT NULL, unique_visits integer NOT NULL, bot_visits integer NOT NULL,
  prefetch_visits integer NOT NULL, lp_views integer NOT NULL, lp_clicks integer NOT NULL, conversions integer NOT NULL,
  cost numeric NOT NULL, revenue numeric NOT NULL, revenue_hold numeric NOT NULL, revenue_approved numeric NOT NULL,
  conversions_hold integer NOT NULL DEFAULT 0, conversions_approved integer NOT NULL DEFAULT 0,
  conversions_refunded integer NOT NULL DEFAULT 0, events_rejected integer NOT NULL DEFAULT 0,
  UNIQUE NULLS NOT DISTINCT (workspace_id, start, campaign_id, traffic_source_id, rotator_id)
) WITH (fillfactor = 70);

CREATE TABLE traffic.place_hours (
  workspace_id uuid NOT NULL, start bigint NOT NULL, country text COLLATE "C", device_type text COLLATE "C",
  rows integer NOT NULL, visits integer NOT NULL, unique_visits integer NOT NULL, bot_visits integer NOT NULL,
  prefetch_visits integer NOT NULL, lp_views integer NOT NULL, lp_clicks integer NOT NULL, conversions integer NOT NULL,
  cost numeric NOT NULL, revenue numeric NOT NULL, revenue_hold numeric NOT NULL, revenue_approved numeric NOT NULL,
  conversions_hold integer NOT NULL DEFAULT 0, conversions_approved integer NOT NULL DEFAULT 0,
  conversions_refunded integer NOT NULL DEFAULT 0, events_rejected integer NOT NULL DEFAULT 0,
  UNIQUE NULLS NOT DISTINCT (workspace_id, start, country, device_type)
) WITH (fillfactor = 70);

CREATE TABLE traffic.offer_days (
  workspace_id uuid NOT NULL, start bigint NOT NULL, offer_id uuid, affiliate_network_id uuid, landing_id uuid,
  rows integer NOT NULL, visits integer NOT NULL, unique_visits integer NOT NULL, bot_visits integer NOT NULL,
  prefetch_visits integer NOT NULL, lp_views integer NOT NULL, lp_clicks integer NOT NULL, conversions integer NOT NULL,
  cost numeric NOT NULL, revenue numeric NOT NULL, revenue_hold numeric NOT NULL, revenue_approved numeric NOT NULL,
  conversions_hold integer NOT NULL DEFAULT 0, conversions_approved integer NOT NULL DEFAULT 0,
  conversions_refunded integer NOT NULL DEFAULT 0, events_rejected integer NOT NULL DEFAULT 0,
  UNIQUE NULLS NOT DISTINCT (workspace_id, start, offer_id, affiliate_network_id, landing_id)
) WITH (fillfactor = 70);

-- Counts for caps, by quarter hours of the event's own time, because a day starts at a quarter hour in every time zone.
-- Read every second. They include test traffic.
CREATE TABLE traffic.offer_quarters (
  workspace_id uuid NOT NULL, offer_id uuid NOT NULL, start bigint NOT NULL,
  clicks integer NOT NULL, conversions integer NOT NULL,
  PRIMARY KEY (workspace_id, offer_id, start)
) WITH (fillfactor = 70);

CREATE TABLE traffic.path_quarters (
  workspace_id uuid NOT NULL, path_id uuid NOT NULL, start bigint NOT NULL,
  visits integer NOT NULL, conversions integer NOT NULL,
  PRIMARY KEY (workspace_id, path_id, start)
) WITH (fillfactor = 70);

-- Divides and rounds half to even. NULL if the divisor is zero.
CREATE FUNCTION traffic.divide_half_even(dividend numeric, divisor numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN divisor = 0 THEN NULL ELSE
  (div(abs(dividend), abs(divisor)) + CASE
    WHEN mod(abs(dividend), abs(divisor)) * 2 > abs(divisor) THEN 1
    WHEN mod(abs(dividend), abs(divisor)) * 2 = abs(divisor) THEN mod(div(abs(dividend), abs(divisor)), 2)
    ELSE 0
  END) * sign(dividend) * sign(divisor)
END;

-- Access ---------------------------------------------------------------------------------------------------------

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['events', 'campaign_days', 'campaign_hours', 'place_hours', 'offer_days', 'offer_quarters',
    'path_quarters'] LOOP
    EXECUTE format('ALTER TABLE traffic.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE traffic.%I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY everything ON traffic.%I TO waypost_system USING (true) WITH CHECK (true)', name);
    EXECUTE format('CREATE POLICY own_workspace ON traffic.%I FOR SELECT TO waypost_app
      USING (workspace_id = current_workspace_id())', name);
    EXECUTE format('GRANT SELECT ON traffic.%I TO waypost_app', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON traffic.%I TO waypost_system', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['months', 'batches', 'schema_migrations'] LOOP
    EXECUTE format('ALTER TABLE traffic.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY everything ON traffic.%I TO waypost_system USING (true) WITH CHECK (true)', name);
  END LOOP;
  GRANT SELECT, INSERT, UPDATE, DELETE ON traffic.months, traffic.batches TO waypost_system;
END
$$;
