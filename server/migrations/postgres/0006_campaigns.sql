-- Hosts that visitors come through. Anybody may claim any host; it is theirs once the check of its name succeeded, and
-- only one workspace can have it then.
CREATE TABLE domains (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  host text NOT NULL CHECK (host = lower(host) AND char_length(host) BETWEEN 1 AND 253),
  verification text NOT NULL DEFAULT 'pending' CHECK (verification IN ('pending', 'verified', 'failed')),
  checked_at timestamptz,
  check_error text CHECK ((check_error IS NOT NULL) = (verification = 'failed')),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  UNIQUE (workspace_id, host),
  CHECK ((checked_at IS NULL) = (verification = 'pending'))
);

CREATE INDEX domains_order ON domains (workspace_id, created_at, id);
CREATE UNIQUE INDEX domains_verified_host ON domains (host) WHERE verification = 'verified' AND status = 'active';

CREATE TABLE campaigns (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  -- The short name inside click ids, unique in the whole installation.
  number integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 160),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'archived')),
  traffic_source_id uuid NOT NULL,
  rotator_id uuid NOT NULL,
  domain_id uuid,
  country text CHECK (country ~ '^[A-Z]{2}$'),
  cost_mode text NOT NULL CHECK (cost_mode IN ('none', 'cpv', 'cpuv', 'cpm', 'cpa', 'revshare', 'auto')),
  cost_amount numeric(18, 6) NOT NULL CHECK (cost_amount >= 0),
  tracking_method text NOT NULL CHECK (tracking_method IN ('redirect', 'direct')),
  include_prefetch boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id),
  FOREIGN KEY (workspace_id, traffic_source_id) REFERENCES traffic_sources (workspace_id, id),
  FOREIGN KEY (workspace_id, rotator_id) REFERENCES rotators (workspace_id, id),
  FOREIGN KEY (workspace_id, domain_id) REFERENCES domains (workspace_id, id),
  CONSTRAINT campaigns_revenue_share CHECK (cost_mode <> 'revshare' OR cost_amount <= 1)
);

CREATE INDEX campaigns_order ON campaigns (workspace_id, created_at DESC, id DESC);
CREATE INDEX campaigns_source ON campaigns (workspace_id, traffic_source_id);
CREATE INDEX campaigns_rotator ON campaigns (workspace_id, rotator_id);
CREATE INDEX campaigns_domain ON campaigns (workspace_id, domain_id);

-- What an incoming event means: the first rule whose conditions hold, and all of its enabled actions.
CREATE TABLE goal_rules (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  priority integer NOT NULL CHECK (priority >= 1),
  enabled boolean NOT NULL,
  label text NOT NULL CHECK (label = btrim(label) AND char_length(label) BETWEEN 1 AND 160),
  conditions jsonb CHECK (jsonb_typeof(conditions) = 'object'),
  UNIQUE (workspace_id, id),
  UNIQUE (campaign_id, priority) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (workspace_id, campaign_id) REFERENCES campaigns (workspace_id, id) ON DELETE CASCADE
);

CREATE TABLE goal_actions (
  workspace_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  idx integer NOT NULL CHECK (idx BETWEEN 1 AND 20),
  label text NOT NULL CHECK (label = btrim(label) AND char_length(label) BETWEEN 1 AND 160),
  enabled boolean NOT NULL,
  payout_type text NOT NULL CHECK (payout_type IN ('auto', 'fixed', 'none')),
  payout_fixed numeric(18, 6) CHECK (payout_fixed >= 0),
  cost_type text NOT NULL CHECK (cost_type IN ('none', 'fixed', 'share')),
  cost_fixed numeric(18, 6) CHECK (cost_fixed >= 0),
  cost_share numeric(7, 6) CHECK (cost_share BETWEEN 0 AND 1),
  postback_url text CHECK (char_length(postback_url) <= 2048 AND postback_url ~ '^https?://'),
  postback_enabled boolean NOT NULL,
  store_value boolean NOT NULL,
  is_conversion boolean NOT NULL,
  affects_cost boolean NOT NULL,
  affects_revenue boolean NOT NULL,
  PRIMARY KEY (rule_id, idx),
  FOREIGN KEY (workspace_id, rule_id) REFERENCES goal_rules (workspace_id, id) ON DELETE CASCADE,
  CHECK (payout_type <> 'fixed' OR payout_fixed IS NOT NULL),
  CHECK (cost_type <> 'fixed' OR cost_fixed IS NOT NULL),
  CHECK (cost_type <> 'share' OR cost_share IS NOT NULL)
);

DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['domains', 'campaigns', 'goal_rules', 'goal_actions'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format('CREATE POLICY everything ON %I TO waypost_system USING (true) WITH CHECK (true)', table_name);
    EXECUTE format(
      'CREATE POLICY own_workspace ON %I TO waypost_app USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id())',
      table_name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO waypost_app, waypost_system', table_name);
  END LOOP;
END
$$;
