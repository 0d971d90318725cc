-- Workspaces -----------------------------------------------------------------------------------------------------

CREATE TABLE workspaces (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 160),
  timezone text NOT NULL CHECK (timezone <> ''),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Destination of visitors for whom a campaign has none.
  fallback_url text CHECK (char_length(fallback_url) <= 2048 AND fallback_url ~* '^https?://'),
  -- How much of visitors' IP addresses is stored.
  address_privacy text NOT NULL DEFAULT 'full' CHECK (address_privacy IN ('full', 'truncated', 'none')),
  -- Retention.
  visit_days integer NOT NULL DEFAULT 400 CHECK (visit_days BETWEEN 1 AND 3650),
  event_days integer NOT NULL DEFAULT 400 CHECK (event_days BETWEEN 1 AND 3650),
  postback_days integer NOT NULL DEFAULT 90 CHECK (postback_days BETWEEN 1 AND 3650),
  -- Returning visitors are recognized by a signed cookie, or by a hash that exists only in an edge's memory.
  visitors text NOT NULL DEFAULT 'cookie' CHECK (visitors IN ('cookie', 'cookieless')),
  -- Maximum cost that a campaign link can set, because anyone can edit a link.
  max_cost_per_visit numeric(18, 6) NOT NULL DEFAULT 100 CHECK (max_cost_per_visit > 0),
  -- Incremented by every change, here and in other tables. Writers send the version that they have read.
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1)
);

CREATE TABLE subscriptions (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  status text NOT NULL CHECK (status IN ('active', 'lapsed', 'none')),
  api_access boolean NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (status = 'active' OR NOT api_access)
);

-- Workspace and subscription are created in one transaction, so that no workspace is without billing state.
ALTER TABLE workspaces
  ADD CONSTRAINT workspaces_have_subscription FOREIGN KEY (id) REFERENCES subscriptions (workspace_id)
  DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE currency_rates (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Value of one unit in the currency of the workspace.
  rate numeric(24, 12) NOT NULL CHECK (rate > 0),
  PRIMARY KEY (workspace_id, currency)
);

-- People ---------------------------------------------------------------------------------------------------------

-- A person has one row, however many workspaces they are a member of.
CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (email = btrim(email) AND email LIKE '%_@_%' AND char_length(email) <= 320),
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  password_changed_at timestamptz NOT NULL DEFAULT now(),
  -- Two-factor authentication. The secret is encrypted with a key outside the database, and takes effect once a first
  -- code has confirmed it (totp_enabled_at).
  totp_secret bytea,
  totp_enabled_at timestamptz,
  -- Time step of the last accepted code. Codes of this or an earlier step are rejected.
  totp_last_step bigint,
  -- Set if someone else chose the password.
  must_change_password boolean NOT NULL DEFAULT false,
  CHECK (totp_enabled_at IS NULL OR (totp_secret IS NOT NULL AND totp_last_step IS NOT NULL))
);
CREATE UNIQUE INDEX users_email ON users (lower(email));

CREATE TABLE memberships (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);

-- Only the hash of an invitation's token is stored.
CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  email text NOT NULL CHECK (email = btrim(email) AND email LIKE '%_@_%' AND char_length(email) <= 320),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- Null if the operator of the installation created the invitation.
  invited_by uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz CHECK (accepted_at >= created_at),
  revoked_at timestamptz CHECK (revoked_at >= created_at),
  CHECK (expires_at > created_at AND expires_at <= created_at + interval '7 days'),
  CHECK (accepted_at IS NULL OR revoked_at IS NULL)
);
-- A person has at most one open invitation to a workspace. A new one replaces it.
CREATE UNIQUE INDEX invitations_open ON invitations (workspace_id, lower(email))
  WHERE accepted_at IS NULL AND revoked_at IS NULL;
CREATE INDEX invitations_inviter ON invitations (invited_by);

-- Settings that the panel stores for a person across browsers.
CREATE TABLE preferences (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version int NOT NULL CHECK (version > 0),
  value jsonb NOT NULL CHECK (octet_length(value::text) <= 300000)
);

-- Sign-in --------------------------------------------------------------------------------------------------------

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Workspace in which the session was last used. Every request names its own workspace.
  workspace_id uuid,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  user_agent text NOT NULL DEFAULT '' CHECK (char_length(user_agent) <= 300),
  -- The network is enough to recognize a session, so the IP address is not stored.
  network cidr,
  begun_by text NOT NULL DEFAULT 'sign-in' CHECK (begun_by IN ('sign-in', 'invitation')),
  FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id) ON DELETE SET NULL (workspace_id),
  CHECK (last_seen_at >= created_at),
  CHECK (expires_at > created_at AND expires_at <= created_at + interval '7 days')
);
CREATE INDEX sessions_membership ON sessions (workspace_id, user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE password_resets (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz CHECK (used_at >= created_at),
  CHECK (expires_at > created_at AND expires_at <= created_at + interval '1 hour')
);
CREATE INDEX password_resets_user ON password_resets (user_id);
CREATE INDEX password_resets_expiry ON password_resets (expires_at);

-- Attempts that are limited: sign-ins, password resets, invitations, test calls and the like. Unlogged: after a crash, the counts start again.
CREATE UNLOGGED TABLE access_attempts (
  id uuid PRIMARY KEY,
  -- Hash of account, network or both. Hashed, because people sometimes type secrets into the email field.
  subject bytea NOT NULL CHECK (octet_length(subject) = 32),
  at timestamptz NOT NULL,
  -- Hash of the account alone, so that a password reset finds all attempts for it.
  account bytea CHECK (octet_length(account) = 32)
);
CREATE INDEX access_attempts_subject ON access_attempts (subject, at);
CREATE INDEX access_attempts_age ON access_attempts (at);
CREATE INDEX access_attempts_account ON access_attempts (account) WHERE account IS NOT NULL;

-- Browsers in which a person has signed in before. Failed attempts from elsewhere do not lock them out. A browser has one
-- token, which can be known for several accounts.
CREATE TABLE known_browsers (
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  known_until timestamptz NOT NULL,
  PRIMARY KEY (token_hash, user_id)
);
CREATE INDEX known_browsers_user ON known_browsers (user_id, known_until);
CREATE INDEX known_browsers_end ON known_browsers (known_until);
