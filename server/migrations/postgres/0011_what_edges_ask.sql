-- How visitors who come again are recognised: by a signed cookie, or by a hash that only the memory of an edge holds.
ALTER TABLE workspaces
  ADD COLUMN visitors text NOT NULL DEFAULT 'cookie' CHECK (visitors IN ('cookie', 'cookieless'));

GRANT UPDATE (visitors) ON workspaces TO waypost_app;

-- Says that a domain may serve visitors from now on, or no longer, in the transaction of the change itself. A worker
-- takes the committed rows away and raises the number below. Were it raised by the change, changes of all workspaces
-- would wait for each other until the end of their transactions, and in a circle where these take other locks too.
CREATE TABLE host_changes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);

-- Raised whenever the list of tracking hosts changes. Edges read the list again when they see another number.
ALTER TABLE publication_clock ADD COLUMN hosts_version bigint NOT NULL DEFAULT 1;

-- The offers that have reached their cap of the day, and when that day ends.
CREATE TABLE full_offers (
  offer_id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  full_until timestamptz NOT NULL,
  FOREIGN KEY (workspace_id, offer_id) REFERENCES offers (workspace_id, id) ON DELETE CASCADE
);

CREATE INDEX full_offers_offer ON full_offers (workspace_id, offer_id);
CREATE INDEX offers_capped ON offers (workspace_id, id) WHERE cap_limit IS NOT NULL AND status = 'active';

-- One row, held by the worker that counts, so that no other does at the same time. The number is raised whenever the
-- rows above change.
CREATE TABLE cap_clock (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version bigint NOT NULL,
  counted_at timestamptz NOT NULL
);
INSERT INTO cap_clock (version, counted_at) VALUES (1, '-infinity');

DO $$
DECLARE
  table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['host_changes', 'full_offers', 'cap_clock'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format('CREATE POLICY everything ON %I TO waypost_system USING (true) WITH CHECK (true)', table_name);
  END LOOP;
END
$$;

-- Knows nothing of workspaces: that something changed.
CREATE POLICY shared ON host_changes FOR INSERT TO waypost_app WITH CHECK (true);
CREATE POLICY own_workspace ON full_offers FOR SELECT TO waypost_app USING (workspace_id = current_workspace_id());

GRANT INSERT ON host_changes TO waypost_app;
GRANT SELECT, INSERT, DELETE ON host_changes TO waypost_system;
GRANT SELECT ON full_offers TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON full_offers TO waypost_system;
GRANT SELECT, UPDATE ON cap_clock TO waypost_system;

-- The documents of campaigns say more than they did.
SET LOCAL ROLE waypost_system;
UPDATE campaign_publications SET requested = requested + 1, requested_at = now();
RESET ROLE;
