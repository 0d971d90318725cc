-- Where visitors come from. The parameters say what the source puts into our links, the macros what it fills in.
CREATE TABLE traffic_sources (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 160),
  click_id_param text CHECK (char_length(click_id_param) BETWEEN 1 AND 120),
  cost_param text CHECK (char_length(cost_param) BETWEEN 1 AND 120),
  postback_url text CHECK (char_length(postback_url) <= 2048 AND postback_url ~ '^https?://'),
  click_id_macro text CHECK (char_length(click_id_macro) BETWEEN 1 AND 120),
  cost_macro text CHECK (char_length(cost_macro) BETWEEN 1 AND 120),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id)
);

CREATE INDEX traffic_sources_order ON traffic_sources (workspace_id, created_at, id);

ALTER TABLE traffic_sources ENABLE ROW LEVEL SECURITY;
ALTER TABLE traffic_sources FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON traffic_sources TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON traffic_sources TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
GRANT SELECT, INSERT, UPDATE, DELETE ON traffic_sources TO waypost_app, waypost_system;
