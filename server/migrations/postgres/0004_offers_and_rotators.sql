-- Foreign keys between records include the workspace, so that no row can refer to another workspace.

-- Destinations ---------------------------------------------------------------------------------------------------

CREATE TABLE landings (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 160),
  url text NOT NULL CHECK (char_length(url) <= 2048 AND url ~* '^https?://'),
  country text CHECK (country ~ '^[A-Z]{2}$'),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- The host is shortened, because an index entry has a maximum size.
  searched text COLLATE "C" GENERATED ALWAYS AS (E'\n' || lower(name) || E'\n' ||
    left(split_part(split_part(split_part(lower(url), '/', 3), '?', 1), '#', 1), 255) || E'\n') STORED,
  UNIQUE (workspace_id, id)
);
CREATE INDEX landings_order ON landings (workspace_id, created_at, id);
-- For lists sorted by name, here and in other tables. On a column rather than an expression, because PostgreSQL does not
-- use an index on an expression before it has applied row-level security.
CREATE INDEX landings_name ON landings (workspace_id, searched, id);

CREATE TABLE affiliate_networks (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 160),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  click_id_param text CHECK (char_length(click_id_param) BETWEEN 1 AND 120),
  default_payout numeric(18, 6) CHECK (default_payout >= 0),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  -- IP addresses and ranges that may send postbacks. An empty list allows all.
  postback_ips text[] NOT NULL DEFAULT '{}',
  -- Maps the network's words for a status, in lower case, to ours.
  status_map jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(status_map) = 'object'),
  duplicate_policy text NOT NULL DEFAULT 'ignore'
    CHECK (duplicate_policy IN ('ignore', 'update', 'accumulate', 'append')),
  -- Hash of the network token. If set, every postback must contain the token.
  token_hash bytea CHECK (octet_length(token_hash) = 32),
  -- How to read an amount such as 1,234.
  decimal_mark text CHECK (decimal_mark IN ('point', 'comma')),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  searched text COLLATE "C" GENERATED ALWAYS AS (E'\n' || lower(name) || E'\n') STORED,
  UNIQUE (workspace_id, id)
);
CREATE INDEX affiliate_networks_order ON affiliate_networks (workspace_id, created_at, id);
CREATE INDEX affiliate_networks_name ON affiliate_networks (workspace_id, searched, id);

CREATE TABLE offers (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  affiliate_network_id uuid,
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 160),
  url text NOT NULL CHECK (char_length(url) <= 2048 AND url ~* '^https?://'),
  country text CHECK (country ~ '^[A-Z]{2}$'),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  payout_mode text NOT NULL DEFAULT 'auto' CHECK (payout_mode IN ('auto', 'fixed')),
  payout_amount numeric(18, 6) CHECK (payout_amount >= 0),
  -- Fallback offer when a cap is reached.
  overflow_offer_id uuid,
  -- Name in links of landing pages (/go/best). Not a number, because numbers stand for positions in the path's list.
  short_name text CHECK (short_name ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- List of {limit, per, counts}.
  caps jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(caps) = 'array'),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  searched text COLLATE "C" GENERATED ALWAYS AS (E'\n' || lower(name) || E'\n' || coalesce(lower(short_name), '') || E'\n' ||
    left(split_part(split_part(split_part(lower(url), '/', 3), '?', 1), '#', 1), 255) || E'\n') STORED,
  UNIQUE (workspace_id, id),
  FOREIGN KEY (workspace_id, affiliate_network_id) REFERENCES affiliate_networks (workspace_id, id),
  CONSTRAINT offers_fixed_payout CHECK ((payout_mode = 'fixed') = (payout_amount IS NOT NULL)),
  CONSTRAINT offers_overflow_elsewhere CHECK (overflow_offer_id <> id),
  CONSTRAINT offers_overflow FOREIGN KEY (workspace_id, overflow_offer_id) REFERENCES offers (workspace_id, id)
);
CREATE INDEX offers_order ON offers (workspace_id, created_at, id);
CREATE INDEX offers_name ON offers (workspace_id, searched, id);
CREATE INDEX offers_network ON offers (workspace_id, affiliate_network_id);
CREATE INDEX offers_overflow_offer ON offers (workspace_id, overflow_offer_id);
CREATE INDEX offers_capped ON offers (workspace_id, id) WHERE caps <> '[]';

-- Rotators -------------------------------------------------------------------------------------------------------

CREATE TABLE rotators (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 160),
  shared boolean NOT NULL,
  country text CHECK (country ~ '^[A-Z]{2}$'),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  -- Used when no rule matches.
  default_path_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Returning visitors get the same path (sticky), landing page and offer for this many days after a visit. The maximum is
  -- the lifetime of the cookies.
  sticky boolean NOT NULL DEFAULT false,
  sticky_landing boolean NOT NULL DEFAULT false,
  sticky_offer boolean NOT NULL DEFAULT false,
  sticky_days integer NOT NULL DEFAULT 180 CHECK (sticky_days BETWEEN 1 AND 180),
  searched text COLLATE "C" GENERATED ALWAYS AS (E'\n' || lower(name) || E'\n') STORED,
  UNIQUE (workspace_id, id)
);
CREATE INDEX rotators_order ON rotators (workspace_id, created_at, id);
CREATE INDEX rotators_name ON rotators (workspace_id, searched, id);

-- A path keeps its ID when rules change, because reports refer to it. Deleted paths are only marked.
CREATE TABLE rotator_paths (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  rotator_id uuid NOT NULL,
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 160),
  enabled boolean NOT NULL DEFAULT true,
  position integer NOT NULL,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  caps jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(caps) = 'array'),
  UNIQUE (workspace_id, id),
  UNIQUE (rotator_id, id),
  FOREIGN KEY (workspace_id, rotator_id) REFERENCES rotators (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX rotator_paths_order ON rotator_paths (workspace_id, created_at, id);
CREATE INDEX rotator_paths_capped ON rotator_paths (workspace_id, id) WHERE caps <> '[]';

-- The default path belongs to the rotator itself. Checked at the end of the transaction, which creates both.
ALTER TABLE rotators
  ADD CONSTRAINT rotators_default_path FOREIGN KEY (id, default_path_id) REFERENCES rotator_paths (rotator_id, id)
  DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE rotator_path_landings (
  workspace_id uuid NOT NULL,
  path_id uuid NOT NULL,
  landing_id uuid NOT NULL,
  position integer NOT NULL,
  weight integer NOT NULL CHECK (weight BETWEEN 0 AND 1000000),
  enabled boolean NOT NULL,
  PRIMARY KEY (path_id, landing_id),
  FOREIGN KEY (workspace_id, path_id) REFERENCES rotator_paths (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, landing_id) REFERENCES landings (workspace_id, id)
);
CREATE INDEX rotator_path_landings_landing ON rotator_path_landings (workspace_id, landing_id);

CREATE TABLE rotator_path_offers (
  workspace_id uuid NOT NULL,
  path_id uuid NOT NULL,
  offer_id uuid NOT NULL,
  position integer NOT NULL,
  weight integer NOT NULL CHECK (weight BETWEEN 0 AND 1000000),
  enabled boolean NOT NULL,
  PRIMARY KEY (path_id, offer_id),
  FOREIGN KEY (workspace_id, path_id) REFERENCES rotator_paths (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, offer_id) REFERENCES offers (workspace_id, id)
);
CREATE INDEX rotator_path_offers_offer ON rotator_path_offers (workspace_id, offer_id);

CREATE TABLE rotator_rules (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  rotator_id uuid NOT NULL,
  priority integer NOT NULL CHECK (priority >= 1),
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 160),
  enabled boolean NOT NULL,
  conditions jsonb CHECK (jsonb_typeof(conditions) = 'object'),
  UNIQUE (workspace_id, id),
  UNIQUE (rotator_id, id),
  UNIQUE (rotator_id, priority) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (workspace_id, rotator_id) REFERENCES rotators (workspace_id, id) ON DELETE CASCADE
);

-- A rule can only use paths of its own rotator.
CREATE TABLE rotator_rule_paths (
  workspace_id uuid NOT NULL,
  rotator_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  path_id uuid NOT NULL,
  position integer NOT NULL,
  weight integer NOT NULL CHECK (weight BETWEEN 0 AND 1000000),
  PRIMARY KEY (rule_id, path_id),
  FOREIGN KEY (workspace_id, rule_id) REFERENCES rotator_rules (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (rotator_id, rule_id) REFERENCES rotator_rules (rotator_id, id) ON DELETE CASCADE,
  FOREIGN KEY (rotator_id, path_id) REFERENCES rotator_paths (rotator_id, id)
);
