-- Postbacks ------------------------------------------------------------------------------------------------------

-- A job contains the complete request, so that a late attempt sends the same one.
CREATE TABLE postback_jobs (
  -- Sent with every attempt, so that the receiver can detect repetitions.
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  conversion_id uuid NOT NULL,
  -- Event of the feed that the postback reports.
  event_id uuid NOT NULL,
  idx smallint NOT NULL CHECK (idx BETWEEN 1 AND 20),
  method text NOT NULL CHECK (method IN ('GET', 'POST')),
  url text NOT NULL CHECK (char_length(url) <= 8192),
  -- Scheme, host and port of the URL. Receivers are paused and counted by origin.
  origin text NOT NULL CHECK (char_length(origin) <= 2048),
  -- Cells of the visit, for the event rows of the attempts.
  visit json NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  -- All attempts so far. `step` is the position in the retry schedule, which a manual retry resets.
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND 255),
  step smallint NOT NULL DEFAULT 0 CHECK (step >= 0),
  -- While the postback is being sent, the end of the lease.
  next_at timestamptz NOT NULL,
  -- Worker that is sending the postback. Results of other workers are ignored.
  claim uuid,
  last_attempt_at timestamptz,
  last_status smallint CHECK (last_status >= 0),
  last_error text CHECK (char_length(last_error) <= 40),
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- A paused receiver uses no attempts, so jobs also end at a fixed time.
  give_up_at timestamptz NOT NULL,
  occasion text NOT NULL DEFAULT 'first'
    CHECK (occasion IN ('first', 'hold', 'approved', 'rejected', 'refunded', 'change')),
  -- Order in which jobs were created, independent of the workers' clocks.
  place bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- With macros replaced.
  headers json NOT NULL DEFAULT '[]',
  body text CHECK (octet_length(body) <= 1048576),
  success_text text,
  -- Kind of receiver. Kinds that a conversion can have several times are followed by a colon and an ID.
  receiver text NOT NULL DEFAULT 'template',
  FOREIGN KEY (workspace_id, campaign_id) REFERENCES campaigns (workspace_id, id) ON DELETE CASCADE,
  CHECK ((state = 'waiting') = (finished_at IS NULL)),
  CHECK (claim IS NULL OR state = 'waiting')
);
-- A receiver gets each conversion and each change once.
CREATE UNIQUE INDEX postback_jobs_first ON postback_jobs (conversion_id, receiver) WHERE occasion = 'first';
CREATE UNIQUE INDEX postback_jobs_changes ON postback_jobs (conversion_id, event_id, receiver);
-- Each workspace and origin has its own queue. The index jumps from one queue to the next.
CREATE INDEX postback_jobs_queues ON postback_jobs (workspace_id, origin, next_at, id) WHERE state = 'waiting';
CREATE INDEX postback_jobs_claimed ON postback_jobs (workspace_id, origin, next_at) WHERE claim IS NOT NULL;
CREATE INDEX postback_jobs_order ON postback_jobs (workspace_id, id DESC);
CREATE INDEX postback_jobs_campaign ON postback_jobs (workspace_id, campaign_id, id DESC);
CREATE INDEX postback_jobs_failed ON postback_jobs (workspace_id, id DESC) WHERE state = 'failed';
-- Jobs with header values that are not sealed yet. Normally empty.
CREATE INDEX postback_jobs_plain_headers ON postback_jobs (id)
  WHERE headers::jsonb @? '$[*] ? (@.value != "********" && !(@.name like_regex "^(content-type|accept|user-agent)$" flag "i"))';

-- Failing or paused receivers, separately for each workspace. A receiver that responds has no row.
CREATE TABLE postback_hosts (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  origin text NOT NULL CHECK (char_length(origin) <= 2048),
  -- Failed calls since the last response.
  failures integer NOT NULL CHECK (failures > 0),
  failing_since timestamptz NOT NULL,
  last_error text NOT NULL CHECK (char_length(last_error) <= 40),
  -- Pauses since the last response. Each is longer than the one before.
  pauses integer NOT NULL CHECK (pauses >= 0),
  paused_at timestamptz,
  paused_until timestamptz,
  PRIMARY KEY (workspace_id, origin),
  CHECK ((paused_at IS NULL) = (paused_until IS NULL))
);

-- Costs ----------------------------------------------------------------------------------------------------------

-- Cost ledger. Workers distribute each entry over the matching visits in the traffic store.
CREATE TABLE cost_entries (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  -- Time range without its end.
  from_at timestamptz NOT NULL,
  until_at timestamptz NOT NULL,
  -- Restricts the entry to visits with these values, such as {"token1": "site-7"}.
  tokens jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(tokens) = 'object'),
  amount numeric(38, 12) NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Before conversion to the currency of the workspace.
  original_amount numeric(38, 12) NOT NULL,
  original_currency text NOT NULL CHECK (original_currency ~ '^[A-Z]{3}$'),
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'spread', 'withdrawing', 'withdrawn', 'failed')),
  reason text CHECK (char_length(reason) <= 500),
  -- Number of visits. Null until they are counted.
  visits bigint CHECK (visits >= 0),
  -- Time ranges that are written one after another, each with its amount. Determined before the first one is written.
  parts jsonb CHECK (jsonb_typeof(parts) = 'array'),
  parts_done integer NOT NULL DEFAULT 0 CHECK (parts_done >= 0),
  replaced_by uuid,
  actor_type text NOT NULL CHECK (actor_type IN ('operator', 'user', 'key', 'system')),
  actor_id uuid,
  actor_label text NOT NULL,
  created_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  -- Until this time, an insert with an unknown result may still succeed.
  inserting_until timestamptz NOT NULL DEFAULT '-infinity',
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- `add` adds to the cost of the visits, `correct` changes it by a positive or negative amount, `replace` replaces it.
  mode text NOT NULL DEFAULT 'add' CHECK (mode IN ('add', 'correct', 'replace')),
  -- Order in which entries were made, independent of clocks. An entry replaces only earlier ones.
  place bigint GENERATED ALWAYS AS IDENTITY,
  CHECK (from_at < until_at),
  CHECK ((status IN ('withdrawing', 'withdrawn')) <= (withdrawn_at IS NOT NULL)),
  CONSTRAINT cost_entries_amounts CHECK (
    CASE mode
      WHEN 'add' THEN amount > 0 AND original_amount > 0
      WHEN 'correct' THEN amount <> 0 AND sign(amount) = sign(original_amount)
      ELSE amount >= 0 AND original_amount >= 0
    END
  ),
  UNIQUE (workspace_id, id),
  FOREIGN KEY (workspace_id, campaign_id) REFERENCES campaigns (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, replaced_by) REFERENCES cost_entries (workspace_id, id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX cost_entries_order ON cost_entries (workspace_id, created_at DESC, id DESC);
CREATE INDEX cost_entries_campaign ON cost_entries (workspace_id, campaign_id, created_at DESC, id DESC);
-- The order in which workers claim entries.
CREATE INDEX cost_entries_waiting ON cost_entries (status DESC, place) WHERE status IN ('pending', 'withdrawing');
-- Finds earlier entries that must be finished first.
CREATE INDEX cost_entries_open ON cost_entries (campaign_id, place) WHERE status IN ('pending', 'withdrawing');
