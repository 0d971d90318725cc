-- Calls to traffic sources: what they brought has counted. A job holds the URL as it is called, so that nothing has to be
-- looked up again, however late it is sent.

CREATE TABLE postback_jobs (
  -- Made when the event first counted; every attempt carries it, so that the receiver can tell a repeat.
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  -- One postback for one conversion, whatever is tried again.
  conversion_id uuid NOT NULL UNIQUE,
  -- The row of the feed that it tells of.
  event_id uuid NOT NULL,
  idx smallint NOT NULL CHECK (idx BETWEEN 1 AND 20),
  method text NOT NULL CHECK (method IN ('GET', 'POST')),
  url text NOT NULL CHECK (char_length(url) <= 8192),
  -- Scheme, host and port of the URL: what is counted, paused and shown together.
  origin text NOT NULL CHECK (char_length(origin) <= 2048),
  -- The cells of the visit, for the rows of the attempts.
  visit json NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  -- Made so far, for the rows of the feed; and the place in the timetable, which begins anew with a retry by hand.
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 255),
  step smallint NOT NULL DEFAULT 0 CHECK (step >= 0),
  -- While it is being sent, this is the end of the lease: whoever finds it passed takes the job up again.
  next_at timestamptz NOT NULL,
  -- Who sends it now; what was recorded in another's name does not count.
  claim uuid,
  last_attempt_at timestamptz,
  last_status smallint CHECK (last_status >= 0),
  last_error text CHECK (char_length(last_error) <= 40),
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- A host that stays dead uses up no attempts while it is paused; at some point its jobs end all the same.
  give_up_at timestamptz NOT NULL,
  FOREIGN KEY (workspace_id, campaign_id) REFERENCES campaigns (workspace_id, id) ON DELETE CASCADE,
  CHECK ((state = 'waiting') = (finished_at IS NULL)),
  CHECK (claim IS NULL OR state = 'waiting')
);

-- The queues: one for each workspace and origin, walked from one to the next without reading what lies between.
CREATE INDEX postback_jobs_queues ON postback_jobs (workspace_id, origin, next_at, id) WHERE state = 'waiting';
CREATE INDEX postback_jobs_claimed ON postback_jobs (workspace_id, origin, next_at) WHERE claim IS NOT NULL;
CREATE INDEX postback_jobs_order ON postback_jobs (workspace_id, id DESC);
CREATE INDEX postback_jobs_campaign ON postback_jobs (workspace_id, campaign_id, id DESC);
-- The few that failed, among the many that did not.
CREATE INDEX postback_jobs_failed ON postback_jobs (workspace_id, id DESC) WHERE state = 'failed';

-- Receivers in trouble, each workspace by itself: none learns of another. Whoever answers has no row.
CREATE TABLE postback_hosts (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  origin text NOT NULL CHECK (char_length(origin) <= 2048),
  -- Calls without an answer since the last answer.
  failures integer NOT NULL CHECK (failures > 0),
  failing_since timestamptz NOT NULL,
  last_error text NOT NULL CHECK (char_length(last_error) <= 40),
  -- How many pauses there have been without an answer in between; the next is longer.
  pauses integer NOT NULL CHECK (pauses >= 0),
  paused_at timestamptz,
  paused_until timestamptz,
  PRIMARY KEY (workspace_id, origin),
  CHECK ((paused_at IS NULL) = (paused_until IS NULL))
);

ALTER TABLE postback_jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE postback_jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON postback_jobs TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON postback_jobs TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
-- People may look, and have one sent again.
GRANT SELECT, UPDATE ON postback_jobs TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON postback_jobs TO waypost_system;

ALTER TABLE postback_hosts ENABLE ROW LEVEL SECURITY;
ALTER TABLE postback_hosts FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON postback_hosts TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON postback_hosts TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());
GRANT SELECT, DELETE ON postback_hosts TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON postback_hosts TO waypost_system;
