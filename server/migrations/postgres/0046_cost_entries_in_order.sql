-- Cost entries are claimed in this order. The old index began with the lease, whose end no index can be searched for.
DROP INDEX IF EXISTS cost_entries_waiting;
CREATE INDEX cost_entries_waiting ON cost_entries (status DESC, place) WHERE status IN ('pending', 'withdrawing');
-- Whether an entry waits for one that was entered before it.
CREATE INDEX cost_entries_open ON cost_entries (campaign_id, place) WHERE status IN ('pending', 'withdrawing');
