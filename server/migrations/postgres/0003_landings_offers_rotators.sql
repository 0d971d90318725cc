-- What a visitor can be sent to, and how the choice is made. Every reference names the workspace too, so that no row
-- can point into another one.
CREATE TABLE landings (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 160),
  url text NOT NULL CHECK (char_length(url) <= 2048 AND url ~* '^https?://'),
  country text CHECK (country ~ '^[A-Z]{2}$'),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id)
);

CREATE INDEX landings_order ON landings (workspace_id, created_at, id);

CREATE TABLE affiliate_networks (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 160),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id)
);

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
  UNIQUE (workspace_id, id),
  FOREIGN KEY (workspace_id, affiliate_network_id) REFERENCES affiliate_networks (workspace_id, id)
);

CREATE INDEX offers_network ON offers (workspace_id, affiliate_network_id);

CREATE TABLE rotators (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 160),
  shared boolean NOT NULL,
  country text CHECK (country ~ '^[A-Z]{2}$'),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  default_path_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id)
);

CREATE INDEX rotators_order ON rotators (workspace_id, created_at, id);

-- A path keeps its identity when rules change, so that its traffic stays its own; removed ones are only marked.
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
  UNIQUE (workspace_id, id),
  UNIQUE (rotator_id, id),
  FOREIGN KEY (workspace_id, rotator_id) REFERENCES rotators (workspace_id, id) ON DELETE CASCADE
);

CREATE INDEX rotator_paths_order ON rotator_paths (workspace_id, created_at, id);

-- The default path is one of the rotator's own.
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

-- A rule leads only to paths of its own rotator.
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

DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY[
    'landings', 'affiliate_networks', 'offers', 'rotators', 'rotator_paths', 'rotator_path_landings',
    'rotator_path_offers', 'rotator_rules', 'rotator_rule_paths'
  ] LOOP
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
