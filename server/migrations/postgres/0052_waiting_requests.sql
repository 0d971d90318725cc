-- Requests that nobody has looked at, or whose visit is looked for: counted and found whatever time they wait until.
CREATE INDEX inbox_undecided ON inbox (next_at) WHERE handled_at IS NULL AND (verdict IS NULL OR verdict = 'waiting');
