-- Every record that people edit has a version, which grows with each change: whoever writes names the one they read.
DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY[
    'landings', 'offers', 'traffic_sources', 'affiliate_networks', 'domains', 'workspaces', 'memberships', 'api_keys'] LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version >= 1)', table_name);
  END LOOP;
END $$;

GRANT UPDATE (version) ON workspaces, memberships TO waypost_app;

-- What a record was called when it was changed, what differs since, which version that made, and from where it was done.
ALTER TABLE audit_log
  ADD COLUMN subject_name text,
  ADD COLUMN changes jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(changes) = 'array'),
  ADD COLUMN version integer CHECK (version >= 1),
  ADD COLUMN address text;

CREATE INDEX audit_log_subject ON audit_log (workspace_id, subject_id, at DESC, id DESC);

-- What edges serve says which version of the campaign it is: all of it is compiled anew.
UPDATE campaign_publications SET requested = requested + 1, requested_at = now();
