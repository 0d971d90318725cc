-- Rules of alarms that somebody has changed; the others are as the product has them.
CREATE TABLE alarm_rules (
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  kind text NOT NULL,
  is_on boolean NOT NULL,
  -- Null: the usual one.
  threshold double precision,
  PRIMARY KEY (workspace_id, kind)
);

-- When a workspace was last looked at, and told of something.
CREATE TABLE alarm_watches (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id),
  looked_at timestamptz NOT NULL DEFAULT '-infinity',
  -- What is dear to learn is learned less often.
  numbers_at timestamptz NOT NULL DEFAULT '-infinity',
  certificates_at timestamptz NOT NULL DEFAULT '-infinity',
  told_at timestamptz NOT NULL DEFAULT '-infinity'
);

-- What receivers are told. Its id is that of the message in every attempt.
CREATE TABLE alarm_messages (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  type text NOT NULL CHECK (type IN ('alarms.changed', 'alarms.test')),
  content jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (workspace_id, id)
);

CREATE INDEX alarm_messages_age ON alarm_messages (created_at);

-- One occurrence of something that is wrong: it begins once and is over once.
CREATE TABLE alarms (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  kind text NOT NULL,
  -- What tells it from others of its kind.
  key text NOT NULL,
  subject jsonb,
  message text NOT NULL,
  count integer,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- Null while it has not lasted long enough.
  opened_at timestamptz,
  recovered_at timestamptz,
  -- The messages that told of it.
  opened_in uuid REFERENCES alarm_messages (id) ON DELETE SET NULL,
  is_opening_told boolean NOT NULL DEFAULT false,
  is_recovery_told boolean NOT NULL DEFAULT false,
  CHECK (recovered_at IS NULL OR opened_at IS NOT NULL)
);

CREATE UNIQUE INDEX alarms_current ON alarms (workspace_id, kind, key) WHERE recovered_at IS NULL;
CREATE INDEX alarms_newest ON alarms (workspace_id, opened_at, id);
CREATE INDEX alarms_age ON alarms (recovered_at);
CREATE INDEX alarms_message ON alarms (opened_in) WHERE opened_in IS NOT NULL;

-- Who is told: a member by mail, for as long as they are one, or a program by a signed call.
CREATE TABLE alarm_receivers (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id),
  user_id uuid,
  url text,
  -- Sealed, as values of headers are.
  secret text,
  created_at timestamptz NOT NULL,
  CHECK ((user_id IS NULL) = (url IS NOT NULL) AND (url IS NULL) = (secret IS NULL)),
  UNIQUE (workspace_id, user_id),
  UNIQUE (workspace_id, id),
  FOREIGN KEY (workspace_id, user_id) REFERENCES memberships (workspace_id, user_id) ON DELETE CASCADE
);

CREATE TABLE alarm_deliveries (
  workspace_id uuid NOT NULL,
  message_id uuid NOT NULL,
  receiver_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- While it is being sent: the end of the lease.
  next_at timestamptz NOT NULL,
  last_attempt_at timestamptz,
  last_status integer,
  last_error text,
  PRIMARY KEY (message_id, receiver_id),
  FOREIGN KEY (workspace_id, message_id) REFERENCES alarm_messages (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, receiver_id) REFERENCES alarm_receivers (workspace_id, id) ON DELETE CASCADE
);

CREATE INDEX alarm_deliveries_due ON alarm_deliveries (next_at) WHERE state = 'waiting';
CREATE INDEX alarm_deliveries_receiver ON alarm_deliveries (workspace_id, receiver_id, last_attempt_at);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'alarm_rules', 'alarm_watches', 'alarm_messages', 'alarms', 'alarm_receivers', 'alarm_deliveries'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY everything ON %I TO waypost_system USING (true) WITH CHECK (true)', name);
    EXECUTE format('CREATE POLICY own_workspace ON %I TO waypost_app USING (workspace_id = current_workspace_id()) '
      'WITH CHECK (workspace_id = current_workspace_id())', name);
    EXECUTE format('GRANT SELECT ON %I TO waypost_app', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO waypost_system', name);
  END LOOP;
END $$;

GRANT INSERT, UPDATE, DELETE ON alarm_rules TO waypost_app;
GRANT INSERT, DELETE ON alarm_receivers TO waypost_app;
GRANT UPDATE (secret) ON alarm_receivers TO waypost_app;
GRANT INSERT ON alarm_messages, alarm_deliveries TO waypost_app;
