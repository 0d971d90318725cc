-- How many requests each key may still make. Unlogged: after a crash every bucket is simply full again.
CREATE UNLOGGED TABLE rate_buckets (
  key_id uuid PRIMARY KEY REFERENCES api_keys (id) ON DELETE CASCADE,
  tokens double precision NOT NULL,
  granted integer NOT NULL CHECK (granted >= 0),
  refilled_at timestamptz NOT NULL
);

ALTER TABLE rate_buckets ENABLE ROW LEVEL SECURITY;
ALTER TABLE rate_buckets FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON rate_buckets TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_buckets TO waypost_system;
