-- Inbox ----------------------------------------------------------------------------------------------------------

-- Every incoming postback and page event as it was received.
CREATE TABLE inbox (
  -- Created by the edge and stored in the spool, so that a repeated batch has the same IDs.
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  received_at timestamptz NOT NULL,
  batch text NOT NULL,
  batch_index integer NOT NULL CHECK (batch_index >= 0),
  -- PAGE for page events, which no request of an affiliate network can have.
  method text NOT NULL CHECK (method IN ('GET', 'POST', 'PAGE')),
  -- Each character is one byte of the request.
  query text NOT NULL CHECK (char_length(query) <= 8192),
  content_type text NOT NULL CHECK (char_length(content_type) <= 255),
  body bytea NOT NULL CHECK (octet_length(body) <= 16384),
  address text NOT NULL CHECK (char_length(address) <= 64),
  user_agent text NOT NULL CHECK (char_length(user_agent) <= 1024),
  -- Null until the first attempt. A request with a verdict that is not handled is tried again, for example while its visit
  -- has not been stored yet.
  verdict text CHECK (verdict ~ '^[a-z][a-z-]{0,39}$'),
  reason text CHECK (char_length(reason) <= 500),
  handled_at timestamptz,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_at timestamptz NOT NULL,
  -- Changes that the request made to conversions.
  changes jsonb,
  -- Whether the network's list contained the sender's IP address, which may be truncated later.
  is_source_allowed boolean,
  -- Visit in the click ID.
  visit_id uuid,
  UNIQUE (batch, batch_index),
  FOREIGN KEY (workspace_id, campaign_id) REFERENCES campaigns (workspace_id, id) ON DELETE CASCADE,
  CHECK (handled_at IS NULL OR verdict IS NOT NULL)
);
CREATE INDEX inbox_waiting ON inbox (next_at, id) WHERE handled_at IS NULL;
-- Requests without a verdict, or whose visit is missing.
CREATE INDEX inbox_undecided ON inbox (next_at) WHERE handled_at IS NULL AND (verdict IS NULL OR verdict = 'waiting');
CREATE INDEX inbox_order ON inbox (workspace_id, received_at DESC, id DESC);
CREATE INDEX inbox_campaign ON inbox (workspace_id, campaign_id, received_at DESC, id DESC);
CREATE INDEX inbox_visit ON inbox (workspace_id, visit_id, received_at DESC, id DESC) WHERE visit_id IS NOT NULL;
-- For retention. Rows arrive nearly in this order, so a BRIN index is enough.
CREATE INDEX inbox_age ON inbox USING brin (received_at);

-- Conversions ----------------------------------------------------------------------------------------------------

-- Visits that events were accepted for. Workers lock the row of a visit, so that its postbacks are processed one after another.
CREATE TABLE attributed_visits (
  visit_id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL
);

CREATE TABLE conversions (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  visit_id uuid NOT NULL REFERENCES attributed_visits ON DELETE CASCADE,
  -- Order in which the conversions of the visit were first stored, from 0.
  position integer NOT NULL CHECK (position >= 0),
  idx smallint NOT NULL CHECK (idx BETWEEN 1 AND 20),
  transaction_id text NOT NULL CHECK (char_length(transaction_id) <= 512),
  -- Tells conversions with the same transaction ID apart, from 0.
  ordinal integer NOT NULL CHECK (ordinal >= 0),
  event text NOT NULL CHECK (char_length(event) <= 512),
  label text NOT NULL,
  is_conversion boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('hold', 'approved', 'rejected', 'refunded')),
  has_earned boolean NOT NULL,
  -- Time of the latest postback that changed the conversion, in milliseconds. Older postbacks cannot undo the change.
  changed_ms bigint NOT NULL,
  -- Amount in the postback. The following amounts apply while the conversion counts in full.
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
  -- Time of the first postback.
  received_at timestamptz NOT NULL,
  -- Day on which all its rows expire, including those of later changes. Only ever moved to an earlier day.
  expires date NOT NULL,
  updated_at timestamptz NOT NULL,
  -- A later postback from the affiliate network replaces a page event.
  is_from_page boolean NOT NULL DEFAULT false,
  -- Whether recorded traffic counts the conversion as rejected. That count is reversed when the status changes.
  is_rejection_counted boolean NOT NULL DEFAULT false,
  -- Offer that the conversion counts for. Null for visits without an offer.
  offer_id uuid,
  affiliate_network_id uuid,
  -- Whether the visit is test traffic.
  is_test boolean NOT NULL DEFAULT false,
  UNIQUE (visit_id, idx, transaction_id, ordinal),
  FOREIGN KEY (workspace_id, campaign_id) REFERENCES campaigns (workspace_id, id) ON DELETE CASCADE,
  CHECK ((sent_amount IS NULL) = (sent_currency IS NULL))
);
CREATE INDEX conversions_campaign ON conversions (workspace_id, campaign_id, received_at DESC);

-- Event rows that were stored before their visit and have since been corrected. Each is corrected only once, even if
-- several workers find it.
CREATE TABLE completed_rows (
  row_id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  completed_at timestamptz NOT NULL
);
CREATE INDEX completed_rows_completed_at ON completed_rows (completed_at);

-- Outbox: event rows for the traffic store -----------------------------------------------------------------------

-- Written in the transaction of the change that they record. IDs are not in commit order.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id uuid NOT NULL,
  -- Time of the event. A batch has rows of one month.
  time_ms bigint NOT NULL,
  -- One row, or several of the same time that must become visible together, separated by line breaks.
  row text NOT NULL,
  lines smallint NOT NULL CHECK (lines > 0),
  created_at timestamptz NOT NULL DEFAULT now()
)
-- Rows are inserted and deleted all the time, so the table is vacuumed early.
WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- Rows that are sent together. A batch does not change once it may have been sent, and is moved to shipped_batches once
-- the traffic store has acknowledged it.
CREATE TABLE outbox_batches (
  id uuid PRIMARY KEY,
  -- Not compressed, because the value exists only for a second.
  lines text STORAGE EXTERNAL NOT NULL,
  rows integer NOT NULL CHECK (rows > 0),
  -- Number of lines of each outbox row, in order.
  entry_lines smallint[] NOT NULL,
  -- Time of the earliest event, from which to search for the batch in the traffic store.
  since_ms bigint NOT NULL,
  created_at timestamptz NOT NULL,
  -- After the first attempt, the traffic store is asked whether it has the batch before it is sent again.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- While the batch is being sent, the end of the lease.
  next_at timestamptz NOT NULL,
  failure text CHECK (char_length(failure) <= 500)
);
CREATE INDEX outbox_batches_due ON outbox_batches (next_at);

-- Acknowledged batches, kept as long as shipped segments of the spool, to repeat them if the traffic store is restored from
-- an older backup.
CREATE TABLE shipped_batches (
  id uuid PRIMARY KEY,
  lines text STORAGE EXTERNAL NOT NULL,
  rows integer NOT NULL CHECK (rows > 0),
  entry_lines smallint[] NOT NULL,
  since_ms bigint NOT NULL,
  created_at timestamptz NOT NULL,
  shipped_at timestamptz NOT NULL
);
CREATE INDEX shipped_batches_order ON shipped_batches (shipped_at, id);

-- Rows that the traffic store rejected, with the other rows of the same outbox row.
CREATE TABLE outbox_refused (
  id uuid PRIMARY KEY,
  workspace_id uuid,
  batch_id uuid NOT NULL,
  row text NOT NULL,
  reason text NOT NULL,
  refused_at timestamptz NOT NULL
);
