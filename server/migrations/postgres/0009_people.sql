-- What people need besides a password: sessions they can see and end, a second factor, invitations, ways back in.
ALTER TABLE sessions
  -- How a person recognises a session of theirs; of the address only the network, which is enough for that.
  ADD COLUMN user_agent text NOT NULL DEFAULT '' CHECK (char_length(user_agent) <= 300),
  ADD COLUMN network cidr,
  ADD COLUMN begun_by text NOT NULL DEFAULT 'sign-in' CHECK (begun_by IN ('sign-in', 'invitation'));

CREATE INDEX sessions_user ON sessions (user_id);

ALTER TABLE users
  ADD COLUMN password_changed_at timestamptz NOT NULL DEFAULT now(),
  -- Sealed with a key that is not in the database. It counts from the moment at which a first code has proved it.
  ADD COLUMN totp_secret bytea,
  ADD COLUMN totp_enabled_at timestamptz,
  -- The step of the newest code that was accepted: none of it or before it is accepted again.
  ADD COLUMN totp_last_step bigint,
  ADD CHECK (totp_enabled_at IS NULL OR (totp_secret IS NOT NULL AND totp_last_step IS NOT NULL));

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  email text NOT NULL CHECK (email = btrim(email) AND email LIKE '%_@_%' AND char_length(email) <= 320),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- Null where the operator of the installation invited.
  invited_by uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz CHECK (accepted_at >= created_at),
  revoked_at timestamptz CHECK (revoked_at >= created_at),
  CHECK (expires_at > created_at AND expires_at <= created_at + interval '7 days'),
  CHECK (accepted_at IS NULL OR revoked_at IS NULL)
);

-- One open invitation for each person and workspace: a new one takes the place of the one before.
CREATE UNIQUE INDEX invitations_open ON invitations (workspace_id, lower(email))
  WHERE accepted_at IS NULL AND revoked_at IS NULL;
CREATE INDEX invitations_inviter ON invitations (invited_by);

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

-- Attempts that failed or are under way, by account and by address. Whom they are about stands there as a hash, because
-- people type all kinds of things into the field for their address. Unlogged: after a crash everyone starts afresh.
CREATE UNLOGGED TABLE access_attempts (
  id uuid PRIMARY KEY,
  subject bytea NOT NULL CHECK (octet_length(subject) = 32),
  at timestamptz NOT NULL
);

CREATE INDEX access_attempts_subject ON access_attempts (subject, at);
CREATE INDEX access_attempts_age ON access_attempts (at);

DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['recovery_codes', 'invitations', 'password_resets', 'access_attempts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format('CREATE POLICY everything ON %I TO waypost_system USING (true) WITH CHECK (true)', table_name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO waypost_system', table_name);
  END LOOP;
END
$$;

CREATE POLICY own_workspace ON invitations TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());

-- Without the hash: only accepting needs it, which happens before a workspace is known.
GRANT SELECT (id, workspace_id, email, role, invited_by, created_at, expires_at, accepted_at, revoked_at)
  ON invitations TO waypost_app;
GRANT INSERT, UPDATE (revoked_at) ON invitations TO waypost_app;
GRANT SELECT (totp_enabled_at) ON users TO waypost_app;
GRANT UPDATE (role), DELETE ON memberships TO waypost_app;

-- Who a session speaks for, as find_keys tells it for keys: read afresh with the role, before a workspace is known.
DO $$
BEGIN
  EXECUTE format('GRANT CREATE ON SCHEMA %I TO waypost_system', current_schema());
END
$$;

SET LOCAL ROLE waypost_system;

CREATE FUNCTION find_sessions(wanted bytea[])
RETURNS TABLE (
  id uuid,
  token_hash bytea,
  user_id uuid,
  workspace_id uuid,
  email text,
  role text,
  last_seen_at timestamptz,
  expires_at timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan
AS $$
  SELECT sessions.id, sessions.token_hash, sessions.user_id, sessions.workspace_id, users.email, memberships.role,
    sessions.last_seen_at, sessions.expires_at
  FROM sessions
    JOIN memberships ON memberships.workspace_id = sessions.workspace_id AND memberships.user_id = sessions.user_id
    JOIN users ON users.id = sessions.user_id
  WHERE sessions.token_hash = any(wanted)
$$;

REVOKE ALL ON FUNCTION find_sessions(bytea[]) FROM PUBLIC;

RESET ROLE;

DO $$
BEGIN
  EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM waypost_system', current_schema());
  EXECUTE format('SET LOCAL ROLE waypost_system');
  EXECUTE format('GRANT EXECUTE ON FUNCTION find_sessions(bytea[]) TO %I', session_user);
  RESET ROLE;
END
$$;
