-- From a change to what the edges serve. A change raises `requested` of the campaigns it touches, in its own
-- transaction; compiling catches up with it, so that any number of changes in between cost one compilation. What the
-- edges are to serve then gets a number of the clock below, after it was committed: requests need not wait for each other.
CREATE TABLE campaign_publications (
  campaign_id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  requested bigint NOT NULL DEFAULT 1,
  compiled bigint NOT NULL DEFAULT 0,
  requested_at timestamptz NOT NULL,
  -- Why the last compilation gave no document; the version before it stays served.
  failure text,
  -- The version that is served, and none once the campaign is archived.
  version integer,
  -- When the served state last changed, in the order in which edges learn of it; not numbered yet where that is to come.
  sequence bigint,
  is_numbered boolean NOT NULL DEFAULT true,
  FOREIGN KEY (workspace_id, campaign_id) REFERENCES campaigns (workspace_id, id) ON DELETE CASCADE,
  CHECK (compiled BETWEEN 0 AND requested)
);

CREATE INDEX campaign_publications_waiting ON campaign_publications (requested_at) WHERE requested > compiled;
CREATE INDEX campaign_publications_unnumbered ON campaign_publications (campaign_id) WHERE NOT is_numbered;
CREATE INDEX campaign_publications_sequence ON campaign_publications (sequence, campaign_id);

-- Every document that was ever made, numbered from 1 for each campaign. Reports name these numbers.
CREATE TABLE campaign_versions (
  campaign_id uuid NOT NULL,
  version integer NOT NULL CHECK (version >= 1),
  workspace_id uuid NOT NULL,
  document jsonb NOT NULL CHECK (jsonb_typeof(document) = 'object'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (campaign_id, version),
  FOREIGN KEY (workspace_id, campaign_id) REFERENCES campaigns (workspace_id, id) ON DELETE CASCADE
);

ALTER TABLE campaign_publications
  ADD CONSTRAINT campaign_publications_version FOREIGN KEY (campaign_id, version)
  REFERENCES campaign_versions (campaign_id, version);

-- One row, held while committed changes get the next number: an edge that has seen a number has seen everything below it.
CREATE TABLE publication_clock (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  sequence bigint NOT NULL
);
INSERT INTO publication_clock (sequence) VALUES (0);

-- The processes that serve visitors, and how far each has come. One whose lease ran out is no longer counted.
CREATE TABLE edges (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  started_at timestamptz NOT NULL,
  lease_until timestamptz NOT NULL,
  applied_sequence bigint NOT NULL CHECK (applied_sequence >= 0)
);

DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['campaign_publications', 'campaign_versions', 'publication_clock', 'edges'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format('CREATE POLICY everything ON %I TO waypost_system USING (true) WITH CHECK (true)', table_name);
  END LOOP;
END
$$;

CREATE POLICY own_workspace ON campaign_publications TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
CREATE POLICY own_workspace ON campaign_versions TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
-- Knows nothing of workspaces: how far the edges have come.
CREATE POLICY shared ON edges FOR SELECT TO waypost_app USING (true);

GRANT SELECT, INSERT, UPDATE, DELETE ON campaign_publications TO waypost_app, waypost_system;
-- A version that was served once is never changed.
GRANT SELECT, INSERT, DELETE ON campaign_versions TO waypost_app, waypost_system;
GRANT SELECT, UPDATE ON publication_clock TO waypost_system;
GRANT SELECT (lease_until, applied_sequence) ON edges TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON edges TO waypost_system;
