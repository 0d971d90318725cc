-- Rules that are run over recorded visits without being saved, and what came out. A worker takes them; they are kept for
-- a day.
CREATE TABLE dry_runs (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  rotator_id uuid NOT NULL REFERENCES rotators (id) ON DELETE CASCADE,
  input jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'stopped', 'failed')),
  looked bigint NOT NULL DEFAULT 0,
  of_visits bigint,
  result jsonb,
  failure text,
  -- How often a worker has begun with it.
  begun integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  ended_at timestamptz
);

CREATE INDEX dry_runs_open ON dry_runs (created_at) WHERE state IN ('waiting', 'running');
CREATE INDEX dry_runs_workspace ON dry_runs (workspace_id, created_at);

ALTER TABLE dry_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE dry_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON dry_runs TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON dry_runs TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
GRANT SELECT, INSERT, UPDATE ON dry_runs TO waypost_app;
GRANT SELECT, UPDATE, DELETE ON dry_runs TO waypost_system;
