-- For caps of paths, as offer_quarters is for those of offers.
CREATE TABLE traffic.path_quarters (
  workspace_id uuid NOT NULL, path_id uuid NOT NULL, start bigint NOT NULL,
  visits integer NOT NULL, conversions integer NOT NULL,
  PRIMARY KEY (workspace_id, path_id, start)
) WITH (fillfactor = 70);

ALTER TABLE traffic.path_quarters ENABLE ROW LEVEL SECURITY;
ALTER TABLE traffic.path_quarters FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON traffic.path_quarters TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON traffic.path_quarters FOR SELECT TO waypost_app
  USING (workspace_id = current_workspace_id());
GRANT SELECT ON traffic.path_quarters TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON traffic.path_quarters TO waypost_system;

-- The day that has begun counts from its beginning.
SET LOCAL ROLE waypost_system;
INSERT INTO traffic.path_quarters (workspace_id, path_id, start, visits, conversions)
SELECT workspace_id, path_id, time / 900000 * 900000,
  coalesce(sum(visits) FILTER (WHERE is_bot IS NULL AND coalesce(outcome, '') NOT IN ('all-capped', 'empty-path', 'unusable-url')), 0),
  coalesce(sum(conversions), 0)
FROM traffic.events
WHERE path_id IS NOT NULL AND time >= (extract(epoch FROM now() - interval '2 days') * 1000)::bigint
GROUP BY 1, 2, 3;
RESET ROLE;
