-- Who a key speaks for, before any workspace is known: the one question that every request asks. A function with the
-- system's view answers it in one statement without a transaction around it, and can answer nothing else.
DO $$
BEGIN
  EXECUTE format('GRANT CREATE ON SCHEMA %I TO waypost_system', current_schema());
END
$$;

SET LOCAL ROLE waypost_system;

CREATE FUNCTION find_keys(wanted text[])
RETURNS TABLE (
  id uuid,
  workspace_id uuid,
  label text,
  scope text,
  locator text,
  secret_hash bytea,
  expires_at timestamptz,
  revoked_at timestamptz,
  subscription_status text,
  api_access boolean
)
-- The plan is kept: how many are asked for makes no difference to it, and planning costs more than looking.
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan
AS $$
  SELECT keys.id, keys.workspace_id, keys.label, keys.scope, keys.locator, keys.secret_hash, keys.expires_at,
    keys.revoked_at, subscriptions.status, subscriptions.api_access
  FROM api_keys AS keys JOIN subscriptions USING (workspace_id)
  WHERE keys.locator = any(wanted)
$$;

REVOKE ALL ON FUNCTION find_keys(text[]) FROM PUBLIC;

RESET ROLE;

DO $$
BEGIN
  EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM waypost_system', current_schema());
  EXECUTE format('SET LOCAL ROLE waypost_system');
  EXECUTE format('GRANT EXECUTE ON FUNCTION find_keys(text[]) TO %I', session_user);
  RESET ROLE;
END
$$;
