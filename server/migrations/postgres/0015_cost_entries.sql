-- What traffic cost, as people enter it later: one row for each amount. The rows of traffic that it was spread over are
-- in ClickHouse; this is who entered it, when, for what, and how far the spreading has come.
CREATE TABLE cost_entries (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  from_at timestamptz NOT NULL,
  -- The first moment after the period.
  until_at timestamptz NOT NULL,
  -- Only visits with these values, such as {"token1": "site-7"}.
  tokens jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(tokens) = 'object'),
  amount numeric(38, 12) NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- As it was entered, before it was converted.
  original_amount numeric(38, 12) NOT NULL CHECK (original_amount > 0),
  original_currency text NOT NULL CHECK (original_currency ~ '^[A-Z]{3}$'),
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'spread', 'withdrawing', 'withdrawn', 'failed')),
  reason text CHECK (char_length(reason) <= 500),
  -- How many visits it lies on: none until they were counted.
  visits bigint CHECK (visits >= 0),
  -- Fixed before the first of them is written: each has its stretch of time, its amount, and later its rows.
  parts jsonb CHECK (jsonb_typeof(parts) = 'array'),
  parts_done integer NOT NULL DEFAULT 0 CHECK (parts_done >= 0),
  replaced_by uuid,
  actor_type text NOT NULL CHECK (actor_type IN ('operator', 'user', 'key', 'system')),
  actor_id uuid,
  actor_label text NOT NULL,
  created_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  -- While a worker is at it.
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  -- Until then an insert whose outcome nobody knows may still come true.
  inserting_until timestamptz NOT NULL DEFAULT '-infinity',
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  CHECK (from_at < until_at),
  CHECK ((status IN ('withdrawing', 'withdrawn')) <= (withdrawn_at IS NOT NULL)),
  UNIQUE (workspace_id, id),
  FOREIGN KEY (workspace_id, campaign_id) REFERENCES campaigns (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, replaced_by) REFERENCES cost_entries (workspace_id, id) DEFERRABLE INITIALLY DEFERRED
);

CREATE INDEX cost_entries_waiting ON cost_entries (leased_until, created_at)
  WHERE status IN ('pending', 'withdrawing');
CREATE INDEX cost_entries_order ON cost_entries (workspace_id, created_at DESC, id DESC);
CREATE INDEX cost_entries_campaign ON cost_entries (workspace_id, campaign_id, created_at DESC, id DESC);

ALTER TABLE cost_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE cost_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON cost_entries TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON cost_entries TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
GRANT SELECT, INSERT ON cost_entries TO waypost_app;
GRANT UPDATE (status, withdrawn_at, replaced_by) ON cost_entries TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON cost_entries TO waypost_system;
