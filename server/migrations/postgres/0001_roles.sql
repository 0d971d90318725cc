-- Two roles without login. Every transaction switches to one of them:
--   waypost_app     sees the rows of one workspace, which the setting waypost.workspace_id names
--   waypost_system  sees all rows: for jobs, sign-in and key lookup, which run before a workspace is known
-- Roles belong to the whole server, so another Waypost database may have created them.
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
    -- SET without INHERIT, so that the owner has none of their privileges outside such a transaction.
    IF NOT pg_has_role(current_user, role_name, 'SET') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER WITH INHERIT FALSE, SET TRUE', role_name);
    END IF;
  END LOOP;
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO waypost_app, waypost_system', current_schema());
END
$$;

CREATE FUNCTION current_workspace_id() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('waypost.workspace_id', true), '')::uuid;
