-- What a workspace decides for all of its traffic.
ALTER TABLE workspaces
  -- Where visitors go for whom there is nothing else.
  ADD COLUMN fallback_url text CHECK (char_length(fallback_url) <= 2048 AND fallback_url ~* '^https?://'),
  -- How much of a visitor's address is stored.
  ADD COLUMN address_privacy text NOT NULL DEFAULT 'full' CHECK (address_privacy IN ('full', 'truncated', 'none')),
  ADD COLUMN visit_days integer NOT NULL DEFAULT 400 CHECK (visit_days BETWEEN 1 AND 3650),
  ADD COLUMN event_days integer NOT NULL DEFAULT 400 CHECK (event_days BETWEEN 1 AND 3650),
  ADD COLUMN postback_days integer NOT NULL DEFAULT 90 CHECK (postback_days BETWEEN 1 AND 3650);

GRANT UPDATE (name, timezone, currency, fallback_url, address_privacy, visit_days, event_days, postback_days, updated_at)
  ON workspaces TO waypost_app;

-- What one unit of another currency is worth in the workspace's own.
CREATE TABLE currency_rates (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  rate numeric(24, 12) NOT NULL CHECK (rate > 0),
  PRIMARY KEY (workspace_id, currency)
);

ALTER TABLE campaigns
  ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  ADD COLUMN attribution_days integer NOT NULL DEFAULT 90 CHECK (attribution_days BETWEEN 1 AND 365),
  ADD COLUMN pass_parameters boolean NOT NULL DEFAULT false,
  ADD COLUMN fallback_url text CHECK (char_length(fallback_url) <= 2048 AND fallback_url ~* '^https?://'),
  ADD COLUMN postback_url text CHECK (char_length(postback_url) <= 2048 AND postback_url ~ '^https?://');

-- Visitors who come again keep their path.
ALTER TABLE rotators ADD COLUMN sticky boolean NOT NULL DEFAULT false;

-- Conversions must carry it where there is one; only its hash is kept.
ALTER TABLE affiliate_networks ADD COLUMN token_hash bytea CHECK (octet_length(token_hash) = 32);

-- What a campaign or a rotator was after each change, and who made it.
CREATE TABLE record_versions (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  record_type text NOT NULL CHECK (record_type IN ('campaign', 'rotator')),
  record_id uuid NOT NULL,
  version integer NOT NULL CHECK (version >= 1),
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  created_at timestamptz NOT NULL,
  actor_type text NOT NULL CHECK (actor_type IN ('operator', 'user', 'key', 'system')),
  actor_id uuid,
  actor_label text NOT NULL,
  PRIMARY KEY (record_id, version)
);

DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['currency_rates', 'record_versions'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format('CREATE POLICY everything ON %I TO waypost_system USING (true) WITH CHECK (true)', table_name);
    EXECUTE format(
      'CREATE POLICY own_workspace ON %I TO waypost_app USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id())',
      table_name);
  END LOOP;
END
$$;

GRANT SELECT, INSERT, UPDATE, DELETE ON currency_rates TO waypost_app, waypost_system;
-- A version is never changed.
GRANT SELECT, INSERT ON record_versions TO waypost_app, waypost_system;
