-- Which visit a request of a network is about, as its click id says: so that everything that came for one visit is found.
-- What was judged before this has none until it is judged again.
ALTER TABLE inbox ADD COLUMN visit_id uuid;
CREATE INDEX inbox_visit ON inbox (workspace_id, visit_id, received_at DESC, id DESC) WHERE visit_id IS NOT NULL;
