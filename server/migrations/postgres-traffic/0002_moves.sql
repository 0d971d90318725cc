-- `waypost move` copies all rows to another store while new rows arrive.

-- Set by a default value during a move: the move's number and the transaction that stored the row. NULL otherwise.
ALTER TABLE traffic.events ADD COLUMN arrival bigint;
CREATE INDEX events_arrival ON traffic.events (arrival) WHERE arrival IS NOT NULL;

-- The last move, in at most one row.
CREATE TABLE traffic.moves (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL,
  -- While switching, no rows are accepted, so that the copy can be completed. After the move, none are accepted either.
  state text NOT NULL CHECK (state IN ('copying', 'switching', 'moved', 'canceled')),
  target text NOT NULL,
  -- Lowest value of `arrival` in this move.
  arrivals bigint NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- True if copied rows were changed afterward, so that the copy has to start over.
  is_outdated boolean NOT NULL DEFAULT false,
  progress jsonb NOT NULL
);
ALTER TABLE traffic.moves ENABLE ROW LEVEL SECURITY;
CREATE POLICY everything ON traffic.moves TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT ON traffic.moves TO waypost_system;

-- Each batch of rows starts with its name. A command that was killed while switching does not stop rows for long.
CREATE FUNCTION traffic.refuse_batches() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM traffic.moves WHERE state IN ('switching', 'moved')) THEN
    RETURN NULL;
  END IF;
  UPDATE traffic.moves SET state = 'copying' WHERE state = 'switching' AND seen_at < now() - interval '2 minutes';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the traffic is being moved to another store' USING ERRCODE = 'WP001';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER refuse_batches BEFORE INSERT ON traffic.batches
  FOR EACH STATEMENT EXECUTE FUNCTION traffic.refuse_batches();

-- Rows are not changed or deleted during a move, because the change would be missing from the copy. If the command has not
-- run for an hour, the change is accepted and the next run of the command starts over.
CREATE FUNCTION traffic.refuse_changes() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM traffic.moves WHERE state <> 'canceled') THEN
    RETURN;
  END IF;
  UPDATE traffic.moves SET is_outdated = true WHERE state = 'copying' AND seen_at < now() - interval '1 hour';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the traffic is being moved to another store' USING ERRCODE = 'WP001';
  END IF;
END
$$;
CREATE FUNCTION traffic.refuse_changed_rows() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  PERFORM traffic.refuse_changes();
  RETURN NULL;
END
$$;
CREATE TRIGGER refuse_changed_rows BEFORE UPDATE OR DELETE ON traffic.events
  FOR EACH STATEMENT EXECUTE FUNCTION traffic.refuse_changed_rows();

CREATE OR REPLACE FUNCTION traffic.drop_month(beginning bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  PERFORM traffic.refuse_changes();
  EXECUTE format('DROP TABLE traffic.%I',
    'events_' || to_char(to_timestamp(beginning / 1000) AT TIME ZONE 'UTC', 'YYYYMM'));
  DELETE FROM traffic.months WHERE start = beginning;
END
$$;

REVOKE ALL ON FUNCTION traffic.refuse_batches(), traffic.refuse_changes(), traffic.refuse_changed_rows() FROM PUBLIC;
