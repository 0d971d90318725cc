-- What the authorization server for agents keeps: clients that registered, requests that wait for a person, codes and
-- tokens. By the hashes of their ids, since the id of a code or a token is the secret itself.
CREATE TABLE oauth_records (
  model text NOT NULL,
  id_hash bytea NOT NULL CHECK (octet_length(id_hash) = 32),
  payload jsonb NOT NULL CHECK (jsonb_typeof(payload) = 'object'),
  -- What a person has allowed: all that was made from it ends with it.
  grant_id text,
  consumed_at timestamptz,
  created_at timestamptz NOT NULL,
  -- Null for clients, which stay while somebody is connected with them.
  expires_at timestamptz,
  PRIMARY KEY (model, id_hash)
);

CREATE INDEX oauth_records_grant ON oauth_records (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_records_expiry ON oauth_records (expires_at);

ALTER TABLE oauth_records ENABLE ROW LEVEL SECURITY;
ALTER TABLE oauth_records FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON oauth_records TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_records TO waypost_system;

-- An agent that a person has let read one workspace. It ends with their membership.
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

ALTER TABLE agent_connections ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_connections FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON agent_connections TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON agent_connections TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
GRANT SELECT ON agent_connections TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON agent_connections TO waypost_system;

-- Agents change nothing, but each of their calls has a line.
ALTER TABLE audit_log
  DROP CONSTRAINT audit_log_actor_type_check,
  DROP CONSTRAINT audit_log_check,
  ADD CONSTRAINT audit_log_actor_type_check CHECK (actor_type IN ('operator', 'user', 'key', 'agent', 'system')),
  ADD CONSTRAINT audit_log_check CHECK ((actor_type IN ('user', 'key', 'agent')) = (actor_id IS NOT NULL));
