-- Visitors counted for each capped offer and path, for edges to continue from. `counted` in `caps` has everyone before
-- `before_ms` and nobody after it. Edges read the rows whose version is above the one they know.
CREATE TABLE cap_counts (
  record_id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  version bigint NOT NULL,
  before_ms bigint NOT NULL,
  caps jsonb NOT NULL
);
CREATE INDEX cap_counts_workspace ON cap_counts (workspace_id, record_id);
CREATE INDEX cap_counts_version ON cap_counts (version);

ALTER TABLE cap_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE cap_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON cap_counts TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON cap_counts TO waypost_system;
