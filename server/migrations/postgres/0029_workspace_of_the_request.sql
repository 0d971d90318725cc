-- A session is a person's; each request names its workspace. What the session keeps is only where it was used last,
-- so leaving that workspace ends the session no more: it ends with the person, or is worth nothing without a workspace.
ALTER TABLE sessions
  ALTER COLUMN workspace_id DROP NOT NULL,
  DROP CONSTRAINT sessions_workspace_id_user_id_fkey,
  ADD FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id)
    ON DELETE SET NULL (workspace_id),
  ADD FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE;

DO $$
BEGIN
  EXECUTE format('GRANT CREATE ON SCHEMA %I TO waypost_system', current_schema());
END
$$;

SET LOCAL ROLE waypost_system;

DROP FUNCTION find_sessions(bytea[]);

-- Each token with the workspace that its request names, or none. Whether there is such a workspace or the person is no
-- member of it costs the same and looks the same: no role.
CREATE FUNCTION find_sessions(wanted bytea[], named uuid[])
RETURNS TABLE (
  id uuid,
  token_hash bytea,
  user_id uuid,
  email text,
  last_seen_at timestamptz,
  expires_at timestamptz,
  last_workspace_id uuid,
  last_role text,
  named_workspace_id uuid,
  named_role text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan
AS $$
  SELECT sessions.id, sessions.token_hash, sessions.user_id, users.email, sessions.last_seen_at, sessions.expires_at,
    used.workspace_id, used.role, asked.workspace_id, member.role
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
