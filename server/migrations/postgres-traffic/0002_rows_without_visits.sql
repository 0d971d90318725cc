-- Rows that were stored before the visits they belong to: looked for all the time, and hardly ever there.
CREATE INDEX events_late ON traffic.events (time) WHERE visit_id IS NOT NULL AND 'visit-unknown' = ANY(reasons);
