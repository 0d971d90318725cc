-- What became of incoming events: conversions as they stand, rows on their way to ClickHouse, and verdicts.

-- Visits that an event was ever applied to. Whoever applies one locks the visit's row here first, so that events of one
-- visit happen one after the other, on any number of workers; locks of rows, unlike others, are never too many.
CREATE TABLE attributed_visits (
  visit_id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL
);

CREATE TABLE conversions (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  visit_id uuid NOT NULL REFERENCES attributed_visits ON DELETE CASCADE,
  -- The place in the order in which the visit's conversions were first stored, from 0 on.
  position integer NOT NULL CHECK (position >= 0),
  idx smallint NOT NULL CHECK (idx BETWEEN 1 AND 20),
  transaction_id text NOT NULL CHECK (char_length(transaction_id) <= 512),
  ordinal integer NOT NULL CHECK (ordinal >= 0),
  event text NOT NULL CHECK (char_length(event) <= 512),
  label text NOT NULL,
  is_conversion boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('hold', 'approved', 'rejected', 'refunded')),
  has_earned boolean NOT NULL,
  -- When the latest of the events came that made or changed it, in milliseconds: older ones do not turn it back.
  changed_ms bigint NOT NULL,
  -- What came, where an amount did; the rest is what it brings and costs while it counts in full.
  sent_amount numeric,
  sent_currency text,
  payout numeric NOT NULL,
  currency text NOT NULL,
  revenue numeric NOT NULL,
  value numeric,
  flat_cost numeric NOT NULL,
  share_cost numeric NOT NULL,
  outside_revenue numeric NOT NULL,
  outside_flat_cost numeric NOT NULL,
  outside_share_cost numeric NOT NULL,
  -- When the event came that it began with.
  received_at timestamptz NOT NULL,
  -- The day on which all its rows expire, also those of later changes, by the retention of the day it began; it
  -- is only ever brought forward, together with the rows.
  expires date NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (visit_id, idx, transaction_id, ordinal),
  FOREIGN KEY (workspace_id, campaign_id) REFERENCES campaigns (workspace_id, id) ON DELETE CASCADE,
  CHECK ((sent_amount IS NULL) = (sent_currency IS NULL))
);
CREATE INDEX conversions_campaign ON conversions (workspace_id, campaign_id, received_at DESC);

-- Rows for the table `events` of ClickHouse, written together with what they tell. Nobody counts on their numbers:
-- transactions do not end in the order in which they began.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id uuid NOT NULL,
  -- Of the row, in milliseconds since 1970: rows of one month go together.
  time_ms bigint NOT NULL,
  -- One row, or several with newlines between them that must not be seen one without the other, all of the same time.
  row text NOT NULL,
  lines smallint NOT NULL CHECK (lines > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
-- Filled and emptied all the time: cleaned up before it is large.
ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- Rows that are sent together. A batch never changes once it may have been sent, and goes when ClickHouse has it.
CREATE TABLE outbox_batches (
  id uuid PRIMARY KEY,
  -- Lines of cells, each with its newline; the name of the batch is put before them when they are sent.
  lines text NOT NULL,
  rows integer NOT NULL CHECK (rows > 0),
  -- How many of the lines each entry of the outbox has, in their order.
  entry_lines smallint[] NOT NULL,
  -- Of its earliest row, in milliseconds: where to look for it.
  since_ms bigint NOT NULL,
  created_at timestamptz NOT NULL,
  -- Every attempt after the first has to ask before it sends.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- While it is being sent, the end of the lease: whoever finds it passed takes the batch up again.
  next_at timestamptz NOT NULL,
  failure text CHECK (char_length(failure) <= 500)
);
-- Its own compression costs more than it saves for a value that is there for a second.
ALTER TABLE outbox_batches ALTER COLUMN lines SET STORAGE EXTERNAL;
CREATE INDEX outbox_batches_due ON outbox_batches (next_at);

-- Rows that ClickHouse cannot read, and the others of their entries, set aside so that the rest of their batch gets in.
CREATE TABLE outbox_refused (
  id uuid PRIMARY KEY,
  workspace_id uuid,
  batch_id uuid NOT NULL,
  row text NOT NULL,
  reason text NOT NULL,
  refused_at timestamptz NOT NULL
);

-- What a request led to, as it was at that moment; and whether its address was on the network's list, which cannot be
-- asked again once the address is shortened.
ALTER TABLE inbox
  ADD COLUMN changes jsonb,
  ADD COLUMN is_source_allowed boolean;

ALTER TABLE attributed_visits ENABLE ROW LEVEL SECURITY;
ALTER TABLE attributed_visits FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON attributed_visits TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON attributed_visits TO waypost_system;

ALTER TABLE conversions ENABLE ROW LEVEL SECURITY;
ALTER TABLE conversions FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON conversions TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON conversions FOR SELECT TO waypost_app USING (workspace_id = current_workspace_id());
GRANT SELECT ON conversions TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON conversions TO waypost_system;

ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON outbox TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO waypost_system;

ALTER TABLE outbox_batches ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox_batches FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON outbox_batches TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox_batches TO waypost_system;

ALTER TABLE outbox_refused ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox_refused FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON outbox_refused TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON outbox_refused TO waypost_system;
