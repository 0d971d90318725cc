-- Links that open one saved report without signing in. The token is not stored, only its hash.
CREATE TABLE report_links (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  saved_report_id uuid NOT NULL REFERENCES saved_reports (id) ON DELETE CASCADE,
  creator_id uuid NOT NULL,
  label text NOT NULL,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  allows_download boolean NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  last_used_at timestamptz,
  uses bigint NOT NULL DEFAULT 0,
  -- A link ends when its creator leaves the workspace.
  FOREIGN KEY (workspace_id, creator_id) REFERENCES memberships (workspace_id, user_id) ON DELETE CASCADE
);
CREATE INDEX report_links_order ON report_links (workspace_id, created_at, id);
CREATE INDEX report_links_report ON report_links (saved_report_id);
CREATE INDEX report_links_creator ON report_links (workspace_id, creator_id);

-- Saved reports that are sent regularly, by email or to a Telegram chat.
CREATE TABLE report_schedules (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  saved_report_id uuid NOT NULL REFERENCES saved_reports (id) ON DELETE CASCADE,
  -- The report is read with the rights of this person.
  creator_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  frequency text NOT NULL CHECK (frequency IN ('daily', 'weekly', 'monthly')),
  weekday smallint CHECK (weekday BETWEEN 1 AND 7),
  month_day smallint CHECK (month_day BETWEEN 1 AND 31),
  -- Hour in the workspace's time zone.
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  channel text NOT NULL CHECK (channel IN ('mail', 'telegram')),
  member_ids uuid[] NOT NULL DEFAULT '{}',
  -- Addresses of people who are not members, which an admin entered.
  addresses text[] NOT NULL DEFAULT '{}',
  -- Encrypted with a key outside the database.
  bot_token text,
  chat_id text,
  attaches_csv boolean NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'failed')),
  -- Why a failed schedule was stopped, in the words of the receiver if it gave any.
  failure text,
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  CHECK ((frequency = 'weekly') = (weekday IS NOT NULL) AND (frequency = 'monthly') = (month_day IS NOT NULL)),
  CHECK ((channel = 'telegram') = (bot_token IS NOT NULL) AND (channel = 'telegram') = (chat_id IS NOT NULL)),
  CHECK ((state = 'failed') = (failure IS NOT NULL)),
  UNIQUE (workspace_id, id)
);
CREATE INDEX report_schedules_order ON report_schedules (workspace_id, created_at, id);
CREATE INDEX report_schedules_report ON report_schedules (saved_report_id);
CREATE INDEX report_schedules_creator ON report_schedules (creator_id);
CREATE INDEX report_schedules_due ON report_schedules (next_at) WHERE state = 'active';

-- One report that is due. The time for which it is due is unique, so that several workers send it once.
CREATE TABLE report_deliveries (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  schedule_id uuid NOT NULL,
  due_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  -- Increases with each attempt. A worker whose lease has ended notices from it that another worker took over.
  attempts integer NOT NULL DEFAULT 0,
  -- While the report is being sent, the end of the lease.
  next_at timestamptz NOT NULL,
  -- Receivers and parts that were sent or finally refused, which the next attempt leaves out.
  done text[] NOT NULL DEFAULT '{}',
  last_attempt_at timestamptz,
  last_error text,
  UNIQUE (schedule_id, due_at),
  FOREIGN KEY (workspace_id, schedule_id) REFERENCES report_schedules (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX report_deliveries_due ON report_deliveries (next_at) WHERE state = 'waiting';
CREATE INDEX report_deliveries_schedule ON report_deliveries (workspace_id, schedule_id, due_at);
CREATE INDEX report_deliveries_age ON report_deliveries (due_at);

ALTER TABLE report_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_links FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON report_links TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON report_links TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());

ALTER TABLE report_schedules ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_schedules FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON report_schedules TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON report_schedules TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());

ALTER TABLE report_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON report_deliveries TO waypost_system USING (true) WITH CHECK (true);
CREATE POLICY own_workspace ON report_deliveries TO waypost_app
  USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());

GRANT SELECT, INSERT, UPDATE (revoked_at) ON report_links TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON report_schedules TO waypost_app;
GRANT SELECT, INSERT ON report_deliveries TO waypost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON report_links, report_schedules, report_deliveries TO waypost_system;
