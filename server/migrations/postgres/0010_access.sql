-- Row-level security, privileges and lookup functions.

-- Row-level security ---------------------------------------------------------------------------------------------

-- FORCE also applies to the owner of the tables, who has no policy and therefore sees no rows.
DO $$
DECLARE
  -- Each workspace has access to its own rows.
  workspace_tables text[] := ARRAY[
    'subscriptions', 'currency_rates', 'memberships', 'invitations', 'api_keys', 'kept_answers', 'agent_connections',
    'landings', 'affiliate_networks', 'offers', 'rotators', 'rotator_paths', 'rotator_path_landings',
    'rotator_path_offers', 'rotator_rules', 'rotator_rule_paths',
    'traffic_sources', 'domains', 'campaigns', 'goal_rules', 'goal_actions', 'record_versions', 'audit_log',
    'campaign_publications', 'campaign_versions', 'postback_jobs', 'postback_hosts', 'cost_entries',
    'runs', 'uploads', 'upload_lines', 'saved_reports',
    'alert_rules', 'alert_watches', 'alert_messages', 'alerts', 'alert_receivers', 'alert_deliveries'];
  -- Only waypost_system has access, unless a policy below says otherwise.
  system_tables text[] := ARRAY[
    'workspaces', 'users', 'preferences', 'sessions', 'recovery_codes', 'password_resets', 'access_attempts',
    'known_browsers', 'rate_buckets', 'oauth_records',
    'publication_clock', 'host_changes', 'edges', 'cap_clock', 'full_records', 'cap_totals', 'cap_counts',
    'inbox', 'attributed_visits', 'conversions', 'completed_rows', 'outbox', 'outbox_batches', 'shipped_batches',
    'outbox_refused', 'job_timetable', 'shared_secrets', 'erasures', 'retention_cuts'];
  name text;
BEGIN
  FOREACH name IN ARRAY workspace_tables || system_tables LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY everything ON %I TO waypost_system USING (true) WITH CHECK (true)', name);
  END LOOP;
  FOREACH name IN ARRAY workspace_tables LOOP
    EXECUTE format('CREATE POLICY own_workspace ON %I TO waypost_app
      USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id())', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['full_records', 'cap_totals', 'inbox', 'conversions'] LOOP
    EXECUTE format('CREATE POLICY own_workspace ON %I FOR SELECT TO waypost_app
      USING (workspace_id = current_workspace_id())', name);
  END LOOP;
END
$$;

CREATE POLICY own_workspace ON workspaces TO waypost_app
  USING (id = current_workspace_id()) WITH CHECK (id = current_workspace_id());
CREATE POLICY own_workspace ON retention_cuts FOR INSERT TO waypost_app WITH CHECK (workspace_id = current_workspace_id());
-- A person can be a member of several workspaces. Each workspace sees its members, but cannot change them.
CREATE POLICY own_members ON users FOR SELECT TO waypost_app
  USING (EXISTS (SELECT FROM memberships WHERE memberships.user_id = users.id AND memberships.workspace_id = current_workspace_id()));
-- These contain no data of a workspace.
CREATE POLICY shared ON edges FOR SELECT TO waypost_app USING (true);
CREATE POLICY shared ON host_changes FOR INSERT TO waypost_app WITH CHECK (true);

-- Privileges of waypost_app --------------------------------------------------------------------------------------

GRANT SELECT, INSERT, UPDATE, DELETE ON
  currency_rates, landings, affiliate_networks, offers, rotators, rotator_paths, rotator_path_landings,
  rotator_path_offers, rotator_rules, rotator_rule_paths, traffic_sources, domains, campaigns, goal_rules, goal_actions,
  campaign_publications, postback_hosts, alert_rules
  TO waypost_app;
GRANT SELECT ON
  workspaces, subscriptions, memberships, agent_connections, full_records, cap_totals, inbox, conversions, alert_watches,
  alerts
  TO waypost_app;
GRANT UPDATE (name, timezone, currency, fallback_url, address_privacy, visit_days, event_days, postback_days, visitors,
  max_cost_per_visit, version, updated_at) ON workspaces TO waypost_app;
GRANT UPDATE (role, version), DELETE ON memberships TO waypost_app;
GRANT SELECT (id, email, created_at, totp_enabled_at) ON users TO waypost_app;
-- Without the hash, which is only needed to accept an invitation, before the workspace is known.
GRANT SELECT (id, workspace_id, email, role, invited_by, created_at, expires_at, accepted_at, revoked_at), INSERT,
  UPDATE (revoked_at) ON invitations TO waypost_app;
GRANT SELECT, INSERT, UPDATE ON api_keys, runs, uploads TO waypost_app;
GRANT SELECT, INSERT, UPDATE (request_hash, answer, kept_at) ON kept_answers TO waypost_app;
-- Rows that people or API keys add, but never change.
GRANT SELECT, INSERT ON audit_log, record_versions, upload_lines, alert_messages, alert_deliveries TO waypost_app;
GRANT SELECT, INSERT, DELETE ON campaign_versions TO waypost_app;
GRANT SELECT (lease_until, applied_sequence) ON edges TO waypost_app;
GRANT INSERT ON host_changes, retention_cuts TO waypost_app;
-- To retry a postback.
GRANT SELECT, UPDATE ON postback_jobs TO waypost_app;
GRANT SELECT, INSERT, UPDATE (status, withdrawn_at, replaced_by) ON cost_entries TO waypost_app;
GRANT SELECT, INSERT, DELETE, UPDATE (name, question, is_shared, version, updated_at) ON saved_reports TO waypost_app;
GRANT SELECT, INSERT, DELETE, UPDATE (secret) ON alert_receivers TO waypost_app;

-- Privileges of waypost_system -----------------------------------------------------------------------------------

GRANT SELECT, INSERT, UPDATE, DELETE ON
  workspaces, subscriptions, currency_rates, users, memberships, invitations, preferences, sessions, recovery_codes,
  password_resets, access_attempts, known_browsers, api_keys, rate_buckets, kept_answers, oauth_records,
  agent_connections, landings, affiliate_networks, offers, rotators, rotator_paths, rotator_path_landings,
  rotator_path_offers, rotator_rules, rotator_rule_paths, traffic_sources, domains, campaigns, goal_rules, goal_actions,
  campaign_publications, edges, full_records, cap_totals, cap_counts, inbox, attributed_visits, conversions, outbox,
  outbox_batches, shipped_batches, postback_jobs, postback_hosts, cost_entries, uploads, saved_reports, alert_rules,
  alert_watches, alert_messages, alerts, alert_receivers, alert_deliveries
  TO waypost_system;
GRANT SELECT, INSERT ON audit_log, record_versions TO waypost_system;
-- To seal header values in old versions.
GRANT UPDATE (content) ON record_versions TO waypost_system;
GRANT SELECT, INSERT, DELETE ON campaign_versions, host_changes, completed_rows, outbox_refused, upload_lines TO waypost_system;
GRANT SELECT, UPDATE ON publication_clock, cap_clock TO waypost_system;
GRANT SELECT, INSERT, UPDATE ON job_timetable, erasures, retention_cuts TO waypost_system;
GRANT SELECT, UPDATE, DELETE ON runs TO waypost_system;
GRANT SELECT ON shared_secrets TO waypost_system;

-- Lookup of API keys and sessions --------------------------------------------------------------------------------

-- Every request looks up its key or session before its workspace is known. These functions run with the privileges of
-- waypost_system, so that one statement without a transaction is enough and nothing else can be read. Their plan is
-- reused, because planning takes longer than the lookup and the plan does not depend on the number of keys.
DO $$
BEGIN
  EXECUTE format('GRANT CREATE ON SCHEMA %I TO waypost_system', current_schema());
END
$$;

SET LOCAL ROLE waypost_system;

CREATE FUNCTION find_keys(wanted text[])
RETURNS TABLE (
  id uuid,
  workspace_id uuid,
  label text,
  scope text,
  locator text,
  secret_hash bytea,
  expires_at timestamptz,
  revoked_at timestamptz,
  subscription_status text,
  api_access boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan
AS $$
  SELECT keys.id, keys.workspace_id, keys.label, keys.scope, keys.locator, keys.secret_hash, keys.expires_at,
    keys.revoked_at, subscriptions.status, subscriptions.api_access
  FROM api_keys AS keys JOIN subscriptions USING (workspace_id)
  WHERE keys.locator = any(wanted)
$$;

-- Takes each token with the workspace that the request names, or null. A workspace that does not exist and one that the
-- person is no member of give the same result in the same time: no role.
CREATE FUNCTION find_sessions(wanted bytea[], named uuid[])
RETURNS TABLE (
  id uuid,
  token_hash bytea,
  user_id uuid,
  email text,
  must_change_password boolean,
  last_seen_at timestamptz,
  expires_at timestamptz,
  last_workspace_id uuid,
  last_role text,
  named_workspace_id uuid,
  named_role text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT SET plan_cache_mode = force_generic_plan
AS $$
  SELECT sessions.id, sessions.token_hash, sessions.user_id, users.email, users.must_change_password,
    sessions.last_seen_at, sessions.expires_at, used.workspace_id, used.role, asked.workspace_id, member.role
  FROM unnest(wanted, named) AS asked (token_hash, workspace_id)
    JOIN sessions ON sessions.token_hash = asked.token_hash
    JOIN users ON users.id = sessions.user_id
    JOIN LATERAL (
      SELECT memberships.workspace_id, memberships.role FROM memberships
      WHERE memberships.user_id = sessions.user_id
      ORDER BY (memberships.workspace_id = sessions.workspace_id) DESC NULLS LAST, memberships.created_at,
        memberships.workspace_id
      LIMIT 1
    ) AS used ON true
    LEFT JOIN memberships AS member
      ON member.workspace_id = asked.workspace_id AND member.user_id = sessions.user_id
$$;

REVOKE ALL ON FUNCTION find_keys(text[]), find_sessions(bytea[], uuid[]) FROM PUBLIC;

DO $$
BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION find_keys(text[]), find_sessions(bytea[], uuid[]) TO %I', session_user);
END
$$;

RESET ROLE;

DO $$
BEGIN
  EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM waypost_system', current_schema());
END
$$;
