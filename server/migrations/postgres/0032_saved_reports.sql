-- Questions that people keep under a name, for themselves or for everybody in the workspace.
CREATE TABLE saved_reports (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  owner_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  question jsonb NOT NULL CHECK (jsonb_typeof(question) = 'object'),
  is_shared boolean NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE INDEX saved_reports_order ON saved_reports (workspace_id, created_at, id);

ALTER TABLE saved_reports ENABLE ROW LEVEL SECURITY;
ALTER TABLE saved_reports FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON saved_reports TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON saved_reports TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
GRANT SELECT, INSERT, DELETE ON saved_reports TO waypost_app;
GRANT UPDATE (name, question, is_shared, version, updated_at) ON saved_reports TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_reports TO waypost_system;
