-- API keys -------------------------------------------------------------------------------------------------------

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  label text NOT NULL CHECK (label = btrim(label) AND char_length(label) BETWEEN 1 AND 160),
  scope text NOT NULL CHECK (scope IN ('read', 'write')),
  lifetime_days integer NOT NULL CHECK (lifetime_days IN (30, 90, 180)),
  -- Part of the token that finds the key. Of the other part, only the hash is stored.
  locator text NOT NULL UNIQUE CHECK (locator ~ '^[0-9A-Za-z]{22}$'),
  secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  rotated_at timestamptz CHECK (rotated_at >= created_at),
  revoked_at timestamptz CHECK (revoked_at >= created_at),
  last_used_at timestamptz,
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- Text that the search compares, here and in other tables. Generated, because computing it for every record at every
  -- keystroke took most of the time of a search. Fields are separated by line breaks.
  searched text COLLATE "C" GENERATED ALWAYS AS (E'\n' || lower(label) || E'\n') STORED,
  -- Network, because IP addresses are not stored.
  last_used_network text CHECK (char_length(last_used_network) <= 64),
  CHECK (expires_at = created_at + make_interval(hours => lifetime_days * 24))
);
CREATE INDEX api_keys_workspace ON api_keys (workspace_id, created_at);

-- Token buckets for rate limits, by the ID of an API key, session, person or AI agent connection. Unlogged: after a crash, every bucket is
-- full. A bucket that has long been full is deleted.
CREATE UNLOGGED TABLE rate_buckets (
  key_id uuid PRIMARY KEY,
  tokens double precision NOT NULL,
  granted integer NOT NULL CHECK (granted >= 0),
  refilled_at timestamptz NOT NULL
);

-- Responses to create requests, stored for a day, so that a repeated request gets the same response. The response is null
-- if it contained a secret.
CREATE TABLE kept_answers (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key text NOT NULL CHECK (key ~ '^[!-~]{1,200}$'),
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 32),
  answer text,
  kept_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, user_id, key)
);
CREATE INDEX kept_answers_age ON kept_answers (kept_at);

-- AI agents ------------------------------------------------------------------------------------------------------

-- Records of the OAuth server, found by the hash of their ID, because the ID of a code or token is the secret itself.
CREATE TABLE oauth_records (
  model text NOT NULL,
  id_hash bytea NOT NULL CHECK (octet_length(id_hash) = 32),
  payload jsonb NOT NULL CHECK (jsonb_typeof(payload) = 'object'),
  -- Authorization by a person. Everything that was issued for it ends with it.
  grant_id text,
  consumed_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  -- A refresh token can be used again for a short time, in case the response was lost. Tokens know their predecessor, and
  -- the predecessor knows which successor was used, so that a second holder is detected.
  rotated_from bytea,
  used_successor bytea,
  PRIMARY KEY (model, id_hash)
);
CREATE INDEX oauth_records_grant ON oauth_records (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_records_expiry ON oauth_records (expires_at);

-- An AI agent that a person has allowed to read one workspace. It ends with their membership.
CREATE TABLE agent_connections (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  grant_id text NOT NULL UNIQUE,
  client_id text NOT NULL,
  client_name text NOT NULL,
  redirect_host text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id) ON DELETE CASCADE
);
CREATE INDEX agent_connections_membership ON agent_connections (workspace_id, user_id);
CREATE INDEX agent_connections_client ON agent_connections (client_id);
