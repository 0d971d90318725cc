-- A refresh token may be used again for a moment, in case the answer was lost. Tokens issued for the same one know it, so
-- that a second holder is noticed when both are used.
ALTER TABLE oauth_records
  ADD COLUMN IF NOT EXISTS rotated_from bytea,
  ADD COLUMN IF NOT EXISTS used_successor bytea;

-- Client ids carry their registration now: agents that registered before register again.
DELETE FROM oauth_records WHERE model = 'Client';

-- Changes of all records of a workspace are listed newest first.
CREATE INDEX IF NOT EXISTS record_versions_recent ON record_versions (workspace_id, created_at, record_id);
