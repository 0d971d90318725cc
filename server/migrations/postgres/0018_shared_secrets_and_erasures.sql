-- What all processes of an installation need to have in common without being told: made once, here.
CREATE TABLE shared_secrets (
  purpose text PRIMARY KEY CHECK (purpose IN ('cursors')),
  secret text NOT NULL CHECK (char_length(secret) >= 64)
);
INSERT INTO shared_secrets (purpose, secret) VALUES ('cursors', concat(gen_random_uuid(), gen_random_uuid()));

ALTER TABLE shared_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE shared_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON shared_secrets TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT ON shared_secrets TO waypost_system;

-- Why the rows of a visit are still there, where ClickHouse said so.
ALTER TABLE erasures ADD COLUMN problem text;

-- A visit is erased once, however often that is asked for. Of those that were asked for twice the last one goes on.
SET LOCAL ROLE waypost_system;
UPDATE erasures AS earlier SET finished_at = now(), visit_id = NULL, click_id = NULL
WHERE finished_at IS NULL AND EXISTS (
  SELECT FROM erasures AS later
  WHERE later.workspace_id = earlier.workspace_id AND later.visit_id = earlier.visit_id
    AND (later.requested_at, later.id) > (earlier.requested_at, earlier.id));
RESET ROLE;
CREATE UNIQUE INDEX erasures_visit ON erasures (workspace_id, visit_id) WHERE finished_at IS NULL;
