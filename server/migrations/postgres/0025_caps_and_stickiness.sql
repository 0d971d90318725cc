-- Caps of offers and paths: a list of {limit, per, counts} each, where there was one for the day of an offer.
ALTER TABLE offers ADD COLUMN caps jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(caps) = 'array');
ALTER TABLE rotator_paths ADD COLUMN caps jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(caps) = 'array');

SET LOCAL ROLE waypost_system;
UPDATE offers SET caps = jsonb_build_array(jsonb_build_object('limit', cap_limit, 'per', 'day', 'counts', cap_counts))
WHERE cap_limit IS NOT NULL;
RESET ROLE;

-- An overflow offer may be named before there is a cap: it does nothing until then.
ALTER TABLE offers DROP CONSTRAINT offers_whole_cap, DROP CONSTRAINT offers_overflow_needs_cap;
DROP INDEX offers_capped;
ALTER TABLE offers DROP COLUMN cap_limit, DROP COLUMN cap_counts;

CREATE INDEX offers_capped ON offers (workspace_id, id) WHERE caps <> '[]';
CREATE INDEX rotator_paths_capped ON rotator_paths (workspace_id, id) WHERE caps <> '[]';

-- Offers and paths that have reached a cap, and when the last of the reached ones begins anew.
DROP TABLE full_offers;
CREATE TABLE full_records (
  record_id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  full_until timestamptz NOT NULL
);
CREATE INDEX full_records_workspace ON full_records (workspace_id, record_id);

-- What counts for a total and may be deleted from recorded traffic: everything up to a moment. The rest is counted anew
-- each time, so that rows which come late are in it.
CREATE TABLE cap_totals (
  record_id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  settled_until timestamptz NOT NULL,
  arrivals bigint NOT NULL DEFAULT 0,
  conversions bigint NOT NULL DEFAULT 0
);
CREATE INDEX cap_totals_workspace ON cap_totals (workspace_id, record_id);

DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['full_records', 'cap_totals'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format('CREATE POLICY everything ON %I TO waypost_system USING (true) WITH CHECK (true)', table_name);
    EXECUTE format('CREATE POLICY own_workspace ON %I FOR SELECT TO waypost_app USING (workspace_id = current_workspace_id())', table_name);
    EXECUTE format('GRANT SELECT ON %I TO waypost_app', table_name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO waypost_system', table_name);
  END LOOP;
END
$$;

-- What a visitor who comes again keeps besides the path, and for how long after a visit: at most as long as cookies last.
ALTER TABLE rotators
  ADD COLUMN sticky_landing boolean NOT NULL DEFAULT false,
  ADD COLUMN sticky_offer boolean NOT NULL DEFAULT false,
  ADD COLUMN sticky_days integer NOT NULL DEFAULT 180 CHECK (sticky_days BETWEEN 1 AND 180);
