-- Rows that were stored before the visits they belong to, and whose corrections have been written to the outbox: each
-- once, however many workers find them, and however often until the corrections are recorded. A row is kept for as long
-- as it can be found.
CREATE TABLE completed_rows (
  row_id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  completed_at timestamptz NOT NULL
);
CREATE INDEX completed_rows_completed_at ON completed_rows (completed_at);

ALTER TABLE completed_rows ENABLE ROW LEVEL SECURITY;
ALTER TABLE completed_rows FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON completed_rows TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON completed_rows TO waypost_system;
