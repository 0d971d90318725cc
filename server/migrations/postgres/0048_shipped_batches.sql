-- Batches of the outbox that the traffic store has acknowledged. They are kept for as long as the spool keeps shipped
-- segments, so that a traffic store which was restored from an older backup can be sent what it lost.
CREATE TABLE shipped_batches (
  id uuid PRIMARY KEY,
  lines text NOT NULL,
  rows integer NOT NULL CHECK (rows > 0),
  entry_lines smallint[] NOT NULL,
  since_ms bigint NOT NULL,
  created_at timestamptz NOT NULL,
  shipped_at timestamptz NOT NULL
);
ALTER TABLE shipped_batches ALTER COLUMN lines SET STORAGE EXTERNAL;
CREATE INDEX shipped_batches_order ON shipped_batches (shipped_at, id);

ALTER TABLE shipped_batches ENABLE ROW LEVEL SECURITY;
ALTER TABLE shipped_batches FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON shipped_batches TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON shipped_batches TO waypost_system;
