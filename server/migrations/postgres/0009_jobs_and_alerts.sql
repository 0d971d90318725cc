-- Jobs -----------------------------------------------------------------------------------------------------------

-- When each scheduled job is due. While a worker runs a job, this is the end of its lease.
CREATE TABLE job_timetable (
  name text PRIMARY KEY,
  due_at timestamptz NOT NULL
);

-- Long tasks that people start and a worker runs: dry runs of rotator rules, and replays of incoming postbacks.
CREATE TABLE runs (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  -- Rotator of a dry run, campaign of a replay. Null for all campaigns.
  subject_id uuid,
  input jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'stopped', 'failed')),
  -- Progress: visits or postbacks.
  done bigint NOT NULL DEFAULT 0,
  total bigint,
  result jsonb,
  failure text,
  -- Number of times that a worker has started the run.
  begun integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  ended_at timestamptz,
  kind text NOT NULL CHECK (kind IN ('dry-run', 'replay-preview', 'replay')),
  -- Position and intermediate result, written together with the changes of each step, so that another worker can continue.
  kept jsonb,
  actor_type text,
  actor_id uuid,
  actor_label text
);
CREATE INDEX runs_open ON runs (created_at) WHERE state IN ('waiting', 'running');
CREATE INDEX runs_workspace ON runs (workspace_id, created_at);

-- Imported files and the result of each line. The content of the lines is not stored.
CREATE TABLE uploads (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  kind text NOT NULL CHECK (kind IN ('conversions', 'costs')),
  file_name text NOT NULL,
  options jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'reading', 'done', 'failed')),
  bytes bigint NOT NULL DEFAULT 0,
  lines integer NOT NULL DEFAULT 0,
  -- Number of accepted lines.
  taken integer NOT NULL DEFAULT 0,
  counts jsonb NOT NULL DEFAULT '{}',
  failure jsonb,
  created_at timestamptz NOT NULL,
  actor_type text NOT NULL,
  actor_id uuid,
  actor_label text NOT NULL,
  -- When the last group of lines was processed.
  touched_at timestamptz NOT NULL,
  ended_at timestamptz,
  undone_at timestamptz,
  UNIQUE (workspace_id, id)
);
CREATE INDEX uploads_newest ON uploads (workspace_id, created_at, id);
CREATE INDEX uploads_age ON uploads (created_at);

CREATE TABLE upload_lines (
  workspace_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  line integer NOT NULL,
  fate text NOT NULL CHECK (fate IN ('taken', 'refused')),
  verdict text NOT NULL,
  message text,
  -- Created conversion or cost entry.
  record_id uuid,
  -- Reason why no postback was sent.
  no_postback text,
  PRIMARY KEY (upload_id, line),
  FOREIGN KEY (workspace_id, upload_id) REFERENCES uploads (workspace_id, id) ON DELETE CASCADE
);

-- Reports --------------------------------------------------------------------------------------------------------

CREATE TABLE saved_reports (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  owner_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  question jsonb NOT NULL CHECK (jsonb_typeof(question) = 'object'),
  is_shared boolean NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX saved_reports_order ON saved_reports (workspace_id, created_at, id);

-- Secrets that all processes of an installation share.
CREATE TABLE shared_secrets (
  purpose text PRIMARY KEY CHECK (purpose IN ('cursors')),
  secret text NOT NULL CHECK (char_length(secret) >= 64)
);
INSERT INTO shared_secrets (purpose, secret) VALUES ('cursors', concat(gen_random_uuid(), gen_random_uuid()));

-- Data deletion and retention ------------------------------------------------------------------------------------

-- Visits to delete. The deletion is repeated for some days, because a spool may still contain rows of the visit.
CREATE TABLE erasures (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  campaign_id uuid NOT NULL,
  -- Both are removed at the end, so that nothing identifies the visitor.
  visit_id uuid,
  click_id text CHECK (char_length(click_id) <= 64),
  requested_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- Error of the traffic store.
  problem text,
  CHECK ((finished_at IS NULL) = (visit_id IS NOT NULL)),
  CHECK ((visit_id IS NULL) = (click_id IS NULL))
);
CREATE INDEX erasures_due ON erasures (next_at) WHERE finished_at IS NULL;
CREATE UNIQUE INDEX erasures_visit ON erasures (workspace_id, visit_id) WHERE finished_at IS NULL;

-- Reductions of a retention. Rows contain the day on which they expire; a job moves it to an earlier day once.
CREATE TABLE retention_cuts (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('visits', 'events', 'postbacks')),
  kept_days integer NOT NULL CHECK (kept_days >= 0),
  made_at timestamptz NOT NULL,
  applied_at timestamptz
);
CREATE INDEX retention_cuts_open ON retention_cuts (made_at) WHERE applied_at IS NULL;

-- Alerts ---------------------------------------------------------------------------------------------------------

-- Rules that someone has changed. The others have their defaults.
CREATE TABLE alert_rules (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  kind text NOT NULL,
  is_on boolean NOT NULL,
  -- Null for the default.
  threshold double precision,
  PRIMARY KEY (workspace_id, kind)
);

-- When a workspace was last checked and last notified. Metrics and certificates are checked less often.
CREATE TABLE alert_watches (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id),
  looked_at timestamptz NOT NULL DEFAULT '-infinity',
  numbers_at timestamptz NOT NULL DEFAULT '-infinity',
  certificates_at timestamptz NOT NULL DEFAULT '-infinity',
  told_at timestamptz NOT NULL DEFAULT '-infinity'
);

-- Notifications. All attempts send the same message ID.
CREATE TABLE alert_messages (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  type text NOT NULL CHECK (type IN ('alerts.changed', 'alerts.test')),
  content jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id)
);
CREATE INDEX alert_messages_age ON alert_messages (created_at);

-- One occurrence of a problem, from its first detection until it is resolved.
CREATE TABLE alerts (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  kind text NOT NULL,
  -- Tells alerts of the same kind apart.
  key text NOT NULL,
  subject jsonb,
  message text NOT NULL,
  count integer,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- Null until the problem has lasted long enough.
  opened_at timestamptz,
  recovered_at timestamptz,
  -- Notification about the start.
  opened_in uuid REFERENCES alert_messages (id) ON DELETE SET NULL,
  is_opening_told boolean NOT NULL DEFAULT false,
  is_recovery_told boolean NOT NULL DEFAULT false,
  CHECK (recovered_at IS NULL OR opened_at IS NOT NULL)
);
CREATE UNIQUE INDEX alerts_current ON alerts (workspace_id, kind, key) WHERE recovered_at IS NULL;
CREATE INDEX alerts_newest ON alerts (workspace_id, opened_at, id);
CREATE INDEX alerts_age ON alerts (recovered_at);
CREATE INDEX alerts_message ON alerts (opened_in) WHERE opened_in IS NOT NULL;

-- Members who are notified by email, and URLs that receive a signed webhook.
CREATE TABLE alert_receivers (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  user_id uuid,
  url text,
  -- Signs the webhook. Encrypted with a key outside the database.
  secret text,
  created_at timestamptz NOT NULL,
  CHECK ((user_id IS NULL) = (url IS NOT NULL) AND (url IS NULL) = (secret IS NULL)),
  UNIQUE (workspace_id, user_id),
  UNIQUE (workspace_id, id),
  FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id) ON DELETE CASCADE
);

CREATE TABLE alert_deliveries (
  workspace_id uuid NOT NULL,
  message_id uuid NOT NULL,
  receiver_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- While the message is being sent, the end of the lease.
  next_at timestamptz NOT NULL,
  last_attempt_at timestamptz,
  last_status integer,
  last_error text,
  PRIMARY KEY (message_id, receiver_id),
  FOREIGN KEY (workspace_id, message_id) REFERENCES alert_messages (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, receiver_id) REFERENCES alert_receivers (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX alert_deliveries_due ON alert_deliveries (next_at) WHERE state = 'waiting';
CREATE INDEX alert_deliveries_receiver ON alert_deliveries (workspace_id, receiver_id, last_attempt_at);
