CREATE TABLE traffic_sources (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 160),
  -- Query parameters of campaign links in which the source sends its click ID and the cost of the visit.
  click_id_param text CHECK (char_length(click_id_param) BETWEEN 1 AND 120),
  cost_param text CHECK (char_length(cost_param) BETWEEN 1 AND 120),
  postback_url text CHECK (char_length(postback_url) <= 2048 AND postback_url ~ '^https?://'),
  -- Macros that the source replaces with these values.
  click_id_macro text CHECK (char_length(click_id_macro) BETWEEN 1 AND 120),
  cost_macro text CHECK (char_length(cost_macro) BETWEEN 1 AND 120),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- List of {index, param, name, macro}: the query parameters that fill token1 to token15. If the list
  -- is empty, each token is filled by the parameter with its own name.
  tokens jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(tokens) = 'array' AND jsonb_array_length(tokens) <= 15),
  -- Currency of the cost that the source sends. Null for the currency of the workspace.
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  postback_method text NOT NULL DEFAULT 'GET' CHECK (postback_method IN ('GET', 'POST')),
  -- List of {name, value} or, for secret values, {name, sealed}.
  postback_headers json NOT NULL DEFAULT '[]' CHECK (json_array_length(postback_headers) <= 20),
  postback_body text CHECK (octet_length(postback_body) BETWEEN 1 AND 8192),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  searched text COLLATE "C" GENERATED ALWAYS AS (E'\n' || lower(name) || E'\n' ||
    coalesce(left(split_part(split_part(split_part(lower(postback_url), '/', 3), '?', 1), '#', 1), 255), '') || E'\n') STORED,
  -- Text that a successful response contains, because some APIs report errors with status 200.
  postback_success_text text CHECK (length(postback_success_text) BETWEEN 1 AND 200),
  UNIQUE (workspace_id, id)
);
CREATE INDEX traffic_sources_order ON traffic_sources (workspace_id, created_at, id);
CREATE INDEX traffic_sources_name ON traffic_sources (workspace_id, searched, id);

-- Tracking domains. Any workspace can add any host, but only one can have it as a verified domain.
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
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  searched text COLLATE "C" GENERATED ALWAYS AS (E'\n' || lower(host) || E'\n') STORED,
  UNIQUE (workspace_id, id),
  UNIQUE (workspace_id, host),
  CHECK ((checked_at IS NULL) = (verification = 'pending'))
);
CREATE INDEX domains_order ON domains (workspace_id, created_at, id);
CREATE INDEX domains_name ON domains (workspace_id, searched, id);
CREATE UNIQUE INDEX domains_verified_host ON domains (host) WHERE verification = 'verified' AND status = 'active';

CREATE TABLE campaigns (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  -- Identifies the campaign in click IDs, where a UUID would be too long.
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
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- Conversions count for this many days after the visit.
  attribution_days integer NOT NULL DEFAULT 90 CHECK (attribution_days BETWEEN 1 AND 365),
  pass_parameters boolean NOT NULL DEFAULT false,
  fallback_url text CHECK (char_length(fallback_url) <= 2048 AND fallback_url ~* '^https?://'),
  postback_url text CHECK (char_length(postback_url) <= 2048 AND postback_url ~ '^https?://'),
  -- Secret part of the incoming postback URL. After it is replaced, the previous one stays valid for a while, so
  -- that affiliate networks can be updated.
  incoming_key text NOT NULL UNIQUE
    DEFAULT translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_')
    CHECK (incoming_key ~ '^[A-Za-z0-9_-]{32,64}$'),
  previous_incoming_key text,
  previous_key_until timestamptz,
  searched text COLLATE "C" GENERATED ALWAYS AS (E'\n' || lower(name) || E'\n') STORED,
  -- Status before archiving, which is restored with the campaign.
  archived_from text CHECK (archived_from IN ('active', 'paused')),
  UNIQUE (workspace_id, id),
  FOREIGN KEY (workspace_id, traffic_source_id) REFERENCES traffic_sources (workspace_id, id),
  FOREIGN KEY (workspace_id, rotator_id) REFERENCES rotators (workspace_id, id),
  FOREIGN KEY (workspace_id, domain_id) REFERENCES domains (workspace_id, id),
  CONSTRAINT campaigns_revenue_share CHECK (cost_mode <> 'revshare' OR cost_amount <= 1),
  CHECK ((previous_incoming_key IS NULL) = (previous_key_until IS NULL))
);
CREATE INDEX campaigns_order ON campaigns (workspace_id, created_at DESC, id DESC);
CREATE INDEX campaigns_name ON campaigns (workspace_id, searched, id);
CREATE INDEX campaigns_source ON campaigns (workspace_id, traffic_source_id);
CREATE INDEX campaigns_rotator ON campaigns (workspace_id, rotator_id);
CREATE INDEX campaigns_domain ON campaigns (workspace_id, domain_id);

-- Goal rules decide what an incoming postback counts as. The first rule whose conditions match applies, with all its
-- enabled actions.
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
  -- Number of the custom event.
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
  -- Page events must be allowed explicitly, because anyone who opens the page can send them.
  taken_from text NOT NULL DEFAULT 'network' CHECK (taken_from IN ('network', 'page', 'both')),
  -- Changes that are reported: the first time it counts, a status, or any change.
  postback_on text[] NOT NULL DEFAULT '{first}' CHECK (
    cardinality(postback_on) > 0
    AND postback_on <@ ARRAY['first', 'hold', 'approved', 'rejected', 'refunded', 'change']),
  postback_method text NOT NULL DEFAULT 'GET' CHECK (postback_method IN ('GET', 'POST')),
  -- As in traffic_sources.
  postback_headers json NOT NULL DEFAULT '[]' CHECK (json_array_length(postback_headers) <= 20),
  postback_body text CHECK (octet_length(postback_body) BETWEEN 1 AND 8192),
  postback_success_text text CHECK (length(postback_success_text) BETWEEN 1 AND 200),
  PRIMARY KEY (rule_id, idx),
  FOREIGN KEY (workspace_id, rule_id) REFERENCES goal_rules (workspace_id, id) ON DELETE CASCADE,
  CHECK (payout_type <> 'fixed' OR payout_fixed IS NOT NULL),
  CHECK (cost_type <> 'fixed' OR cost_fixed IS NOT NULL),
  CHECK (cost_type <> 'share' OR cost_share IS NOT NULL)
);

-- History --------------------------------------------------------------------------------------------------------

-- Content of every version of a record, and who made the change.
CREATE TABLE record_versions (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  record_type text NOT NULL CHECK (record_type IN
    ('campaign', 'rotator', 'landing', 'offer', 'traffic-source', 'affiliate-network', 'workspace')),
  record_id uuid NOT NULL,
  version integer NOT NULL CHECK (version >= 1),
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  created_at timestamptz NOT NULL,
  actor_type text NOT NULL CHECK (actor_type IN ('operator', 'user', 'key', 'system')),
  actor_id uuid,
  actor_label text NOT NULL,
  PRIMARY KEY (record_id, version)
);
CREATE INDEX record_versions_recent ON record_versions (workspace_id, created_at, record_id);
-- Versions with header values that are not sealed yet. Normally empty.
CREATE INDEX record_versions_plain_headers ON record_versions (record_id, version)
  WHERE content @? '$.goals[*].actions[*].postbackHeaders[*] ? (@.value != "********" && !(@.name like_regex "^(content-type|accept|user-agent)$" flag "i"))';

CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE RESTRICT,
  at timestamptz NOT NULL DEFAULT now(),
  actor_type text NOT NULL CHECK (actor_type IN ('operator', 'user', 'key', 'agent', 'system')),
  actor_id uuid,
  actor_label text NOT NULL,
  action text NOT NULL CHECK (action ~ '^[a-z-]+\.[a-z-]+$'),
  subject_id uuid NOT NULL,
  details jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  -- Name of the record at the time.
  subject_name text,
  changes jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(changes) = 'array'),
  -- Version that the change created.
  version integer CHECK (version >= 1),
  address text,
  CHECK ((actor_type IN ('user', 'key', 'agent')) = (actor_id IS NOT NULL))
);
CREATE INDEX audit_log_workspace ON audit_log (workspace_id, at DESC, id DESC);
CREATE INDEX audit_log_subject ON audit_log (workspace_id, subject_id, at DESC, id DESC);
