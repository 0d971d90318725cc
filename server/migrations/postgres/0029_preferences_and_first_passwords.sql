-- What the panel keeps for a person, whichever browser they use.
CREATE TABLE preferences (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version int NOT NULL CHECK (version > 0),
  value jsonb NOT NULL CHECK (octet_length(value::text) <= 300000)
);

ALTER TABLE preferences ENABLE ROW LEVEL SECURITY;
ALTER TABLE preferences FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON preferences TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON preferences TO waypost_system;
