-- Browsers in which a person has signed in before. Whoever guesses from elsewhere must not be able to shut them out.
-- One browser may be known to several accounts; it holds one token, of which only the hash is kept.
CREATE TABLE known_browsers (
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  known_until timestamptz NOT NULL,
  PRIMARY KEY (token_hash, user_id)
);

CREATE INDEX known_browsers_user ON known_browsers (user_id, known_until);
CREATE INDEX known_browsers_end ON known_browsers (known_until);

ALTER TABLE known_browsers ENABLE ROW LEVEL SECURITY;
ALTER TABLE known_browsers FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON known_browsers TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON known_browsers TO waypost_system;

-- Attempts are counted by account and network together; a reset has to find all that are about one account.
ALTER TABLE access_attempts ADD COLUMN account bytea CHECK (octet_length(account) = 32);
CREATE INDEX access_attempts_account ON access_attempts (account) WHERE account IS NOT NULL;
