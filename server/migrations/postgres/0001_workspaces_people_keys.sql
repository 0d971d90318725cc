-- Two roles stand between the code and the rows. Neither can log in: every transaction steps down into one of them.
--   waypost_app     sees the rows of one workspace, the one named by the setting waypost.workspace_id
--   waypost_system  sees all: key look-up, sign-in and jobs, which do not know a workspace yet
-- Roles belong to the whole server, so another Waypost database may have made them already.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['waypost_app', 'waypost_system'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL;
    END;
    -- SET without INHERIT: outside a transaction that stepped down, the owner has none of their rights.
    IF NOT pg_has_role(current_user, role_name, 'SET') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER WITH INHERIT FALSE, SET TRUE', role_name);
    END IF;
  END LOOP;
END
$$;

DO $$
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO waypost_app, waypost_system', current_schema());
END
$$;

CREATE FUNCTION current_workspace_id() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('waypost.workspace_id', true), '')::uuid;

CREATE TABLE workspaces (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 160),
  timezone text NOT NULL CHECK (timezone <> ''),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE subscriptions (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  status text NOT NULL CHECK (status IN ('active', 'lapsed', 'none')),
  api_access boolean NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (status = 'active' OR NOT api_access)
);

-- A workspace without a subscription row could be neither billed nor blocked; both are made in one transaction.
ALTER TABLE workspaces
  ADD CONSTRAINT workspaces_have_subscription FOREIGN KEY (id) REFERENCES subscriptions (workspace_id)
  DEFERRABLE INITIALLY DEFERRED;

-- People exist once, whatever number of workspaces they belong to.
CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (email = btrim(email) AND email LIKE '%_@_%' AND char_length(email) <= 320),
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX users_email ON users (lower(email));

CREATE TABLE memberships (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, user_id)
);

CREATE INDEX memberships_user ON memberships (user_id);

-- A session always stands in a workspace its person belongs to: leaving the workspace ends the session.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id) ON DELETE CASCADE,
  CHECK (last_seen_at >= created_at),
  CHECK (expires_at > created_at AND expires_at <= created_at + interval '7 days')
);

CREATE INDEX sessions_membership ON sessions (workspace_id, user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  label text NOT NULL CHECK (label = btrim(label) AND char_length(label) BETWEEN 1 AND 160),
  scope text NOT NULL CHECK (scope IN ('read', 'write')),
  lifetime_days integer NOT NULL CHECK (lifetime_days IN (30, 90, 180)),
  locator text NOT NULL UNIQUE CHECK (locator ~ '^[0-9A-Za-z]{22}$'),
  secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  rotated_at timestamptz CHECK (rotated_at >= created_at),
  revoked_at timestamptz CHECK (revoked_at >= created_at),
  last_used_at timestamptz,
  CHECK (expires_at = created_at + make_interval(hours => lifetime_days * 24))
);

CREATE INDEX api_keys_workspace ON api_keys (workspace_id, created_at);

CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE RESTRICT,
  at timestamptz NOT NULL DEFAULT now(),
  actor_type text NOT NULL CHECK (actor_type IN ('operator', 'user', 'key', 'system')),
  actor_id uuid,
  actor_label text NOT NULL,
  action text NOT NULL CHECK (action ~ '^[a-z-]+\.[a-z-]+$'),
  subject_id uuid NOT NULL,
  details jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  CHECK ((actor_type IN ('user', 'key')) = (actor_id IS NOT NULL))
);

CREATE INDEX audit_log_workspace ON audit_log (workspace_id, at DESC, id DESC);

-- The second wall. FORCE binds the owner of the tables too, who has no policy and so sees nothing.
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['workspaces', 'subscriptions', 'users', 'memberships', 'sessions', 'api_keys', 'audit_log'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format('CREATE POLICY everything ON %I TO waypost_system USING (true) WITH CHECK (true)', table_name);
  END LOOP;
END
$$;

CREATE POLICY own_workspace ON workspaces TO waypost_app
  USING (id = current_workspace_id()) WITH CHECK (id = current_workspace_id());
CREATE POLICY own_workspace ON subscriptions TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
CREATE POLICY own_workspace ON memberships TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
CREATE POLICY own_workspace ON api_keys TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
CREATE POLICY own_workspace ON audit_log TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
-- People are shared between workspaces: one workspace sees those who belong to it, and changes none of them.
CREATE POLICY own_members ON users FOR SELECT TO waypost_app
  USING (EXISTS (SELECT FROM memberships WHERE memberships.user_id = users.id AND memberships.workspace_id = current_workspace_id()));

GRANT SELECT ON workspaces, subscriptions, memberships TO waypost_app;
GRANT SELECT, INSERT, UPDATE ON api_keys TO waypost_app;
-- The audit log only grows.
GRANT SELECT, INSERT ON audit_log TO waypost_app, waypost_system;
GRANT SELECT (id, email, created_at) ON users TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON workspaces, subscriptions, users, memberships, sessions, api_keys TO waypost_system;
