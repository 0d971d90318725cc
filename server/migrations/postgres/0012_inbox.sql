-- What networks tell about visitors of ours: from the campaign's own URL, kept as it came, interpreted later.

-- The secret part of that URL, 256 bits. After a change the one before it is good for a while, so that networks can be
-- told of the new one in peace.
ALTER TABLE campaigns
  ADD COLUMN incoming_key text NOT NULL UNIQUE
    DEFAULT translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_')
    CHECK (incoming_key ~ '^[A-Za-z0-9_-]{32,64}$'),
  ADD COLUMN previous_incoming_key text,
  ADD COLUMN previous_key_until timestamptz,
  ADD CHECK ((previous_incoming_key IS NULL) = (previous_key_until IS NULL));

CREATE TABLE inbox (
  -- Made by the edge from the moment of arrival, and in its spool with the request: a repeated batch brings the same ids.
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  received_at timestamptz NOT NULL,
  batch text NOT NULL,
  batch_index integer NOT NULL CHECK (batch_index >= 0),
  method text NOT NULL CHECK (method IN ('GET', 'POST')),
  -- Each character is one byte of what was sent.
  query text NOT NULL CHECK (char_length(query) <= 8192),
  content_type text NOT NULL CHECK (char_length(content_type) <= 255),
  body bytea NOT NULL CHECK (octet_length(body) <= 16384),
  address text NOT NULL CHECK (char_length(address) <= 64),
  user_agent text NOT NULL CHECK (char_length(user_agent) <= 1024),
  -- What became of it: none while it waits for its first attempt. One that has a verdict and is not handled waits on, as
  -- an event does whose visit is not there yet.
  verdict text CHECK (verdict ~ '^[a-z][a-z-]{0,39}$'),
  reason text CHECK (char_length(reason) <= 500),
  handled_at timestamptz,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_at timestamptz NOT NULL,
  UNIQUE (batch, batch_index),
  FOREIGN KEY (workspace_id, campaign_id) REFERENCES campaigns (workspace_id, id) ON DELETE CASCADE,
  CHECK (handled_at IS NULL OR verdict IS NOT NULL)
);

CREATE INDEX inbox_waiting ON inbox (next_at, id) WHERE handled_at IS NULL;
CREATE INDEX inbox_order ON inbox (workspace_id, received_at DESC, id DESC);
CREATE INDEX inbox_campaign ON inbox (workspace_id, campaign_id, received_at DESC, id DESC);
-- For deleting what is old. Rows come in by their age, so that a few pages say what a whole tree would.
CREATE INDEX inbox_age ON inbox USING brin (received_at);

ALTER TABLE inbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE inbox FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON inbox TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON inbox FOR SELECT TO waypost_app USING (workspace_id = current_workspace_id());
GRANT SELECT ON inbox TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON inbox TO waypost_system;

-- Edges have to learn the keys of what they serve already.
SET LOCAL ROLE waypost_system;
UPDATE campaign_publications SET is_numbered = false WHERE compiled > 0;
RESET ROLE;
