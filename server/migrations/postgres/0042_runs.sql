-- Long work that people order and a worker does: rules over recorded visits as before, and incoming events that are judged
-- again. What a worker leaves behind, the next one goes on with.
ALTER TABLE dry_runs RENAME TO runs;
ALTER TABLE runs RENAME CONSTRAINT dry_runs_pkey TO runs_pkey;
ALTER TABLE runs RENAME CONSTRAINT dry_runs_workspace_id_fkey TO runs_workspace_id_fkey;
ALTER TABLE runs RENAME CONSTRAINT dry_runs_state_check TO runs_state_check;
ALTER INDEX dry_runs_open RENAME TO runs_open;
ALTER INDEX dry_runs_workspace RENAME TO runs_workspace;

ALTER TABLE runs ADD COLUMN kind text NOT NULL DEFAULT 'dry-run'
  CHECK (kind IN ('dry-run', 'replay-preview', 'replay'));
ALTER TABLE runs ALTER COLUMN kind DROP DEFAULT;

-- A rotator, or a campaign; null for all campaigns.
ALTER TABLE runs DROP CONSTRAINT dry_runs_rotator_id_fkey;
ALTER TABLE runs RENAME COLUMN rotator_id TO subject_id;
ALTER TABLE runs ALTER COLUMN subject_id DROP NOT NULL;

ALTER TABLE runs RENAME COLUMN looked TO done;
ALTER TABLE runs RENAME COLUMN of_visits TO total;
-- How far it is and what came of that, written together with what was done.
ALTER TABLE runs ADD COLUMN kept jsonb;

ALTER TABLE runs ADD COLUMN actor_type text;
ALTER TABLE runs ADD COLUMN actor_id uuid;
ALTER TABLE runs ADD COLUMN actor_label text;
