-- How far an edge has brought its rows: reports say up to when they are complete. A spool outlives the process that
-- fills it, so a process that takes one over takes the place of the one before.
ALTER TABLE edges
  ADD COLUMN spool text,
  ADD COLUMN shipped_until timestamptz;
CREATE INDEX edges_spool ON edges (spool);
