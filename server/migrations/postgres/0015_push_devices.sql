-- Devices that get notifications. A device is an alert receiver with a member, whose URL is `push:` and the host of the
-- push service. The secret contains the subscription of the browser, encrypted like the secrets of webhooks. Processes
-- of the previous version take such a receiver for a webhook with an invalid URL, and send nothing.
ALTER TABLE alert_receivers ADD COLUMN member_id uuid, ADD COLUMN device_name text;
ALTER TABLE alert_receivers ADD CONSTRAINT alert_receivers_device FOREIGN KEY (workspace_id, member_id)
  REFERENCES memberships (workspace_id, user_id) ON DELETE CASCADE NOT VALID;
GRANT UPDATE (url, device_name) ON alert_receivers TO waypost_app;

-- Keys by which push services recognize this installation (VAPID). There is one pair.
CREATE TABLE push_keys (
  is_current boolean PRIMARY KEY DEFAULT true CHECK (is_current),
  public_key text NOT NULL,
  -- Encrypted with a key outside the database.
  private_key text NOT NULL
);
ALTER TABLE push_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE push_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON push_keys TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON push_keys TO waypost_system;
