-- Visits whose traces have to go. They are looked for again for some days, since rows of them may still lie in a spool.
CREATE TABLE erasures (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  campaign_id uuid NOT NULL,
  -- Both are forgotten at the end: then nothing here leads to anybody.
  visit_id uuid,
  click_id text CHECK (char_length(click_id) <= 64),
  requested_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  finished_at timestamptz,
  CHECK ((finished_at IS NULL) = (visit_id IS NOT NULL)),
  CHECK ((visit_id IS NULL) = (click_id IS NULL))
);
CREATE INDEX erasures_due ON erasures (next_at) WHERE finished_at IS NULL;

ALTER TABLE erasures ENABLE ROW LEVEL SECURITY;
ALTER TABLE erasures FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON erasures TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON erasures TO waypost_system;

-- Workspaces that keep rows for fewer days than before. Rows carry the day on which they expire: it is brought forward by
-- as many days, once, in those that were there already.
CREATE TABLE retention_cuts (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('visits', 'events', 'postbacks')),
  kept_days integer NOT NULL CHECK (kept_days >= 0),
  made_at timestamptz NOT NULL,
  applied_at timestamptz
);
CREATE INDEX retention_cuts_open ON retention_cuts (made_at) WHERE applied_at IS NULL;

ALTER TABLE retention_cuts ENABLE ROW LEVEL SECURITY;
ALTER TABLE retention_cuts FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON retention_cuts TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON retention_cuts FOR INSERT TO waypost_app
  WITH CHECK (workspace_id = current_workspace_id());
GRANT INSERT ON retention_cuts TO waypost_app;
GRANT SELECT, INSERT, UPDATE ON retention_cuts TO waypost_system;
