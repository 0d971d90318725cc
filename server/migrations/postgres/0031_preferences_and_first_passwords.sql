-- What the panel keeps for a person, whichever browser they use.
CREATE TABLE preferences (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version int NOT NULL CHECK (version > 0),
  value jsonb NOT NULL CHECK (octet_length(value::text) <= 300000)
);

ALTER TABLE preferences ENABLE ROW LEVEL SECURITY;
ALTER TABLE preferences FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON preferences TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON preferences TO waypost_system;

-- A password that somebody else chose is changed before anything else is done with it.
ALTER TABLE users ADD COLUMN must_change_password boolean NOT NULL DEFAULT false;

DO $$
BEGIN
  EXECUTE format('GRANT CREATE ON SCHEMA %I TO waypost_system', current_schema());
END
$$;

SET LOCAL ROLE waypost_system;

DROP FUNCTION find_sessions(bytea[], uuid[]);

-- As before, and whether the person's password has to be changed first.
CREATE FUNCTION find_sessions(wanted bytea[], named uuid[])
RETURNS TABLE (
  id uuid,
  token_hash bytea,
  user_id uuid,
  email text,
  must_change_password boolean,
  last_seen_at timestamptz,
  expires_at timestamptz,
  last_workspace_id uuid,
  last_role text,
  named_workspace_id uuid,
  named_role text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan
AS $$
  SELECT sessions.id, sessions.token_hash, sessions.user_id, users.email, users.must_change_password,
    sessions.last_seen_at, sessions.expires_at, used.workspace_id, used.role, asked.workspace_id, member.role
  FROM unnest(wanted, named) AS asked (token_hash, workspace_id)
    JOIN sessions ON sessions.token_hash = asked.token_hash
    JOIN users ON users.id = sessions.user_id
    JOIN LATERAL (
      SELECT memberships.workspace_id, memberships.role FROM memberships
      WHERE memberships.user_id = sessions.user_id
      ORDER BY (memberships.workspace_id = sessions.workspace_id) DESC NULLS LAST, memberships.created_at,
        memberships.workspace_id
      LIMIT 1
    ) AS used ON true
    LEFT JOIN memberships AS member
      ON member.workspace_id = asked.workspace_id AND member.user_id = sessions.user_id
$$;

REVOKE ALL ON FUNCTION find_sessions(bytea[], uuid[]) FROM PUBLIC;

RESET ROLE;

DO $$
BEGIN
  EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM waypost_system', current_schema());
  EXECUTE format('SET LOCAL ROLE waypost_system');
  EXECUTE format('GRANT EXECUTE ON FUNCTION find_sessions(bytea[], uuid[]) TO %I', session_user);
  RESET ROLE;
END
$$;
