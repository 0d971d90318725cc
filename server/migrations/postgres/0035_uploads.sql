-- Files that people bring in, and what became of each of their lines. What a line said is not kept.
CREATE TABLE uploads (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  kind text NOT NULL CHECK (kind IN ('conversions', 'costs')),
  file_name text NOT NULL,
  options jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'reading', 'done', 'failed')),
  bytes bigint NOT NULL DEFAULT 0,
  lines integer NOT NULL DEFAULT 0,
  taken integer NOT NULL DEFAULT 0,
  counts jsonb NOT NULL DEFAULT '{}',
  failure jsonb,
  created_at timestamptz NOT NULL,
  actor_type text NOT NULL,
  actor_id uuid,
  actor_label text NOT NULL,
  -- When a group of its lines was last done.
  touched_at timestamptz NOT NULL,
  ended_at timestamptz,
  undone_at timestamptz,
  UNIQUE (workspace_id, id)
);

CREATE INDEX uploads_newest ON uploads (workspace_id, created_at, id);
CREATE INDEX uploads_age ON uploads (created_at);

CREATE TABLE upload_lines (
  workspace_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  line integer NOT NULL,
  fate text NOT NULL CHECK (fate IN ('taken', 'refused')),
  verdict text NOT NULL,
  message text,
  record_id uuid,
  no_postback text,
  PRIMARY KEY (upload_id, line),
  FOREIGN KEY (workspace_id, upload_id) REFERENCES uploads (workspace_id, id) ON DELETE CASCADE
);

ALTER TABLE uploads ENABLE ROW LEVEL SECURITY;
ALTER TABLE uploads FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON uploads TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON uploads TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
GRANT SELECT, INSERT, UPDATE ON uploads TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON uploads TO waypost_system;

ALTER TABLE upload_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE upload_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON upload_lines TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON upload_lines TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
GRANT SELECT, INSERT ON upload_lines TO waypost_app;
GRANT SELECT, INSERT, DELETE ON upload_lines TO waypost_system;
