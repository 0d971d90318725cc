-- A refresh token may be used again for a moment, in case the answer was lost. Tokens issued for the same one know it, so
-- that a second holder is noticed when both are used.
ALTER TABLE oauth_records
  ADD COLUMN IF NOT EXISTS rotated_from bytea,
  ADD COLUMN IF NOT EXISTS used_successor bytea;

-- Client ids carry their registration now: agents that registered before register again.
DELETE FROM oauth_records WHERE model = 'Client';
