-- What creates were answered, for requests that are sent again because their answer was lost. Kept for a day; without an
-- answer where it held a secret that is shown once.
CREATE TABLE kept_answers (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key text NOT NULL CHECK (key ~ '^[!-~]{1,200}$'),
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 32),
  answer text,
  kept_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, user_id, key)
);

CREATE INDEX kept_answers_age ON kept_answers (kept_at);

ALTER TABLE kept_answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE kept_answers FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON kept_answers TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON kept_answers TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
GRANT SELECT, INSERT ON kept_answers TO waypost_app;
GRANT UPDATE (request_hash, answer, kept_at) ON kept_answers TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON kept_answers TO waypost_system;
