import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { invite } from '../../src/services/accounts/send-invitation.ts';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { updateCampaign } from '../../src/services/campaigns/update-campaign.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { addCostEntry } from '../../src/testing/attribution/add-cost-entry.ts';
import { createDomain } from '../../src/services/domains/create-domain.ts';
import { saveGoalRules } from '../../src/services/goals/save-goal-rules.ts';
import { createLanding } from '../../src/services/landings/landings.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { startDryRun } from '../../src/services/rotators/dry-runs/dry-runs.ts';
import { getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { createCustomMetric } from '../../src/services/custom-metrics/custom-metrics.ts';
import { createSavedReport } from '../../src/services/saved-reports/saved-reports.ts';
import { updateWorkspaceSettings } from '../../src/services/workspaces/workspace-settings.ts';
import { insertConversions, lockVisits } from '../../src/store/conversions/conversions.ts';
import { insertErasure } from '../../src/store/conversions/erasures.ts';
import { insertInboxRows } from '../../src/store/conversions/inbox.ts';
import { insertCompletedRows } from '../../src/store/conversions/completed-rows.ts';
import { insertOutboxRows } from '../../src/store/conversions/outbox.ts';
import { Database } from '../../src/store/database/database.ts';
import { insertReportDelivery } from '../../src/store/reports/report-deliveries.ts';
import { savePostbackHosts } from '../../src/store/postbacks/postback-hosts.ts';
import { insertPostbackJobs } from '../../src/store/postbacks/postback-jobs.ts';
import { makePostbackHost, makePostbackJob } from '../../src/testing/attribution/postback-jobs.ts';
import { makeStoredConversion } from '../../src/testing/attribution/stored-conversion.ts';
import { makeInboxRow } from '../../src/testing/traffic/inbox-rows.ts';
import { makeCampaign, makeKey, makeUser, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeReportLink } from '../../src/testing/workspaces/report-links.ts';
import { makeReportSchedule } from '../../src/testing/workspaces/report-schedules.ts';

// Every table in this list has a row in each workspace that these tests use.
const tables = [
  'workspaces',
  'subscriptions',
  'users',
  'memberships',
  'sessions',
  'recovery_codes',
  'password_resets',
  'known_browsers',
  'preferences',
  'invitations',
  'api_keys',
  'audit_log',
  'landings',
  'affiliate_networks',
  'offers',
  'domains',
  'traffic_sources',
  'rotators',
  'rotator_paths',
  'rotator_path_landings',
  'rotator_path_offers',
  'rotator_rules',
  'rotator_rule_paths',
  'campaigns',
  'goal_rules',
  'goal_actions',
  'campaign_publications',
  'campaign_versions',
  'record_versions',
  'currency_rates',
  'full_records',
  'cap_counts',
  'cap_totals',
  'inbox',
  'attributed_visits',
  'conversions',
  'outbox',
  'outbox_refused',
  'completed_rows',
  'postback_jobs',
  'postback_hosts',
  'cost_entries',
  'erasures',
  'retention_cuts',
  'saved_reports',
  'report_links',
  'report_schedules',
  'report_deliveries',
  'custom_metrics',
  'kept_answers',
  'uploads',
  'upload_lines',
  'runs',
  'agent_connections',
  'alert_rules',
  'alert_watches',
  'alert_messages',
  'alerts',
  'alert_receivers',
  'alert_deliveries',
  'certificate_orders',
] as const;
const tablesWithSeveralRows = new Set<string>(['audit_log', 'record_versions']);
const sharedTables = [
  'access_attempts',
  'cap_clock',
  'certificates',
  'edges',
  'host_changes',
  'job_timetable',
  'oauth_records',
  'outbox_batches',
  'publication_clock',
  'push_keys',
  'rate_buckets',
  'schema_migrations',
  'shared_secrets',
  'shipped_batches',
];
/**
 * Tables that only the system role can read: credentials, which belong to people instead of workspaces, and queued
 * data.
 */
const systemOnly = [
  'sessions',
  'recovery_codes',
  'password_resets',
  'known_browsers',
  'preferences',
  'cap_counts',
  'attributed_visits',
  'outbox',
  'outbox_refused',
  'completed_rows',
  'erasures',
  'retention_cuts',
  'certificate_orders',
] as const;
const readable = tables.filter((table) => !systemOnly.some((one) => one === table));

let database: Database;
let mine: WorkspaceContext;
let foreign: WorkspaceContext;

async function makePopulatedWorkspace(): Promise<WorkspaceContext> {
  const context = await makeWorkspace(database);
  await makeKey(context);
  const user = await makeUser(context);
  await invite(context, { email: `invited-${user.email}`, role: 'viewer' });
  await database.asSystem(async (executor) => {
    await sql`INSERT INTO sessions (id, user_id, workspace_id, token_hash, expires_at)
        VALUES (gen_random_uuid(), ${user.id}, ${context.workspaceId}, sha256(${user.id}::bytea), now() + interval '1 hour')`.execute(
      executor,
    );
    await sql`INSERT INTO recovery_codes (user_id, code_hash) VALUES (${user.id}, sha256(${user.id}::bytea))`.execute(
      executor,
    );
    await sql`INSERT INTO password_resets (id, user_id, token_hash, created_at, expires_at)
        VALUES (gen_random_uuid(), ${user.id}, sha256(${user.id}::bytea), now(), now() + interval '1 hour')`.execute(
      executor,
    );
    await sql`INSERT INTO kept_answers (workspace_id, user_id, key, request_hash, kept_at)
        VALUES (${context.workspaceId}, ${user.id}, 'K', sha256('R'), now())`.execute(executor);
    const uploadId = newId();
    await sql`INSERT INTO uploads (id, workspace_id, kind, file_name, options, created_at, touched_at, actor_type, actor_label)
        VALUES (${uploadId}, ${context.workspaceId}, 'costs', 'F', '{}', now(), now(), 'user', 'U')`.execute(
      executor,
    );
    await sql`INSERT INTO upload_lines (workspace_id, upload_id, line, fate, verdict)
        VALUES (${context.workspaceId}, ${uploadId}, 2, 'taken', 'entered')`.execute(executor);
    await sql`INSERT INTO agent_connections
        (id, workspace_id, user_id, grant_id, client_id, client_name, redirect_host, created_at, expires_at)
        VALUES (gen_random_uuid(), ${context.workspaceId}, ${user.id}, ${user.id}, 'C', 'C', 'H', now(), now() + interval '1 hour')`.execute(
      executor,
    );
    const [receiverId, messageId] = [newId(), newId()];
    await sql`INSERT INTO certificate_orders (host, workspace_id, ordered_at)
        VALUES ('h.example.com', ${context.workspaceId}, now())`.execute(executor);
    await sql`INSERT INTO alert_rules VALUES (${context.workspaceId}, 'late-traffic', false)`.execute(
      executor,
    );
    await sql`INSERT INTO alert_watches (workspace_id) VALUES (${context.workspaceId})`.execute(executor);
    await sql`INSERT INTO alert_messages VALUES (${messageId}, ${context.workspaceId}, 'alerts.test', '{}', now())`.execute(
      executor,
    );
    await sql`INSERT INTO alerts (id, workspace_id, kind, key, message, first_seen_at, last_seen_at)
        VALUES (gen_random_uuid(), ${context.workspaceId}, 'late-traffic', '', 'M', now(), now())`.execute(
      executor,
    );
    await sql`INSERT INTO alert_receivers (id, workspace_id, user_id, created_at)
        VALUES (${receiverId}, ${context.workspaceId}, ${user.id}, now())`.execute(executor);
    await sql`INSERT INTO alert_deliveries (workspace_id, message_id, receiver_id, next_at)
        VALUES (${context.workspaceId}, ${messageId}, ${receiverId}, 'infinity')`.execute(executor);
    await sql`INSERT INTO preferences (user_id, version, value) VALUES (${user.id}, 1, '{}')`.execute(
      executor,
    );
    await sql`INSERT INTO known_browsers (token_hash, user_id, known_until)
        VALUES (sha256(${user.id}::bytea), ${user.id}, now() + interval '1 hour')`.execute(executor);
  });
  const actor = { type: 'user', id: user.id, label: user.email, role: 'viewer' } as const;
  const { id: savedReportId } = await createSavedReport({ ...context, actor }, { name: 'S', question: {} });
  await makeReportLink(context, { savedReportId, creatorId: user.id });
  const { id: scheduleId } = await makeReportSchedule(context, { savedReportId, creatorId: user.id });
  await database.asSystem((executor) =>
    insertReportDelivery(executor, context.workspaceId, { scheduleId, dueAt: new Date(), now: new Date() }),
  );
  await createCustomMetric(context, { name: 'M', formula: 'cost / visits', format: 'amount', decimals: 2 });
  await fillWorkspace(context);
  return context;
}

async function fillWorkspace(context: WorkspaceContext): Promise<void> {
  const landing = await createLanding(context, { name: 'L', url: 'https://example.com/' });
  const network = await createAffiliateNetwork(context, { name: 'N' });
  const offer = await createOffer(context, {
    name: 'O',
    url: 'https://example.com/',
    affiliateNetworkId: network.id,
  });
  await database.asSystem((executor) =>
    sql`WITH total AS (
          INSERT INTO cap_totals (workspace_id, record_id, settled_until) VALUES (${context.workspaceId}, ${offer.id}, now())
        ), counts AS (
          INSERT INTO cap_counts (workspace_id, record_id, version, before_ms, caps)
          VALUES (${context.workspaceId}, ${offer.id}, 1, 0, '[]'))
        INSERT INTO full_records (workspace_id, record_id, full_until)
        VALUES (${context.workspaceId}, ${offer.id}, now() + interval '1 hour')`.execute(executor),
  );
  await createDomain(context, { host: `${context.workspaceId}.example.com` });
  const { id, rotatorId } = await makeCampaign(context);
  await database.asSystem((executor) =>
    insertInboxRows(executor, `batch of ${id}`, [
      makeInboxRow({ campaignId: id, workspaceId: context.workspaceId }),
    ]),
  );
  const { workspaceId } = context;
  const conversion = makeStoredConversion({ workspaceId, campaignId: id });
  await database.asSystem(async (executor) => {
    await lockVisits(executor, [conversion]);
    await insertConversions(executor, [conversion], new Date());
    await insertOutboxRows(executor, [{ workspaceId, timeMs: 0, row: '' }]);
    await insertCompletedRows(executor, [{ workspaceId, rowId: newId() }], new Date());
    await sql`INSERT INTO outbox_refused (id, workspace_id, batch_id, row, reason, refused_at)
      VALUES (gen_random_uuid(), ${workspaceId}, gen_random_uuid(), '', '', now())`.execute(executor);
  });
  const postback = makePostbackJob({ workspaceId, campaignId: id, url: 'https://example.com/' });
  await database.asSystem(async (executor) => {
    await insertPostbackJobs(executor, [postback]);
    await savePostbackHosts(executor, [makePostbackHost(postback)]);
  });
  await addCostEntry(context, { campaign: id, from: '2026-06-15', to: '2026-06-15', amount: '1' });
  const rules = await getRotatorRules(context, rotatorId);
  await saveRotatorRules(context, rotatorId, {
    ...rules,
    rules: [{ name: 'R', conditions: null, paths: [{ pathId: rules.defaultPathId }] }],
    paths: [{ ...rules.paths[0], landings: [{ landingId: landing.id }], offers: [{ offerId: offer.id }] }],
  });
  await startDryRun(context, rotatorId, {});
  await saveGoalRules(context, id, {
    rules: [{ label: 'G', conditions: null, actions: [{ idx: 1, label: 'A' }] }],
  });
  await updateCampaign(context, id, { name: 'Changed' });
  await updateWorkspaceSettings(context, { rates: { EUR: '1.1' }, retention: { visitDays: 30 } });
  const erasure = { id: newId(), workspaceId, campaignId: id, visitId: newId(), clickId: 'C' };
  await database.asSystem((executor) => insertErasure(executor, { ...erasure, requestedAt: new Date() }));
}

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
  mine = await makePopulatedWorkspace();
  foreign = await makePopulatedWorkspace();
});

afterAll(() => database.close());

async function count(
  table: string,
  run: (work: Parameters<Database['asSystem']>[0]) => Promise<unknown>,
): Promise<number> {
  const result = (await run((executor) =>
    sql<{ found: string }>`SELECT count(*) AS found FROM ${sql.table(table)}`.execute(executor),
  )) as { rows: { found: string }[] };
  return Number(result.rows[0]?.found);
}

describe('row security', () => {
  test('is enabled on every table and also applies to the table owner', async () => {
    const { rows } = await database.asLogin((executor) =>
      sql<{ name: string; protected: boolean }>`
        SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS protected FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`.execute(executor),
    );
    const unprotected = rows.filter((row) => !row.protected).map((row) => row.name);
    expect(unprotected).toEqual(['schema_migrations']);
    // A new table must be added to one of these lists, so that the tests below cover the table.
    expect(rows.map((row) => row.name)).toEqual([...tables, ...sharedTables].toSorted());
  });

  test.each(readable)('hides all rows of %s when no workspace is set', async (table) => {
    expect(await count(table, (work) => database.inWorkspace('', work))).toBe(0);
  });

  test.each(readable)(
    'limits a query on %s without a workspace filter to the current workspace',
    async (table) => {
      expect(await count(table, (work) => database.asSystem(work))).toBeGreaterThan(1);
      const own = await count(table, (work) => database.inWorkspace(mine.workspaceId, work));
      expect(own).toBeGreaterThan(0);
      expect(own).toBeLessThan(await count(table, (work) => database.asSystem(work)));
      if (!tablesWithSeveralRows.has(table)) expect(own).toBe(1);
    },
  );

  test.each(tables)('hides all rows of %s from the login role', async (table) => {
    await expect(count(table, (work) => database.asLogin(work))).resolves.toBe(0);
  });

  test.each(systemOnly)('denies a workspace access to %s', async (table) => {
    expect(await count(table, (work) => database.asSystem(work))).toBeGreaterThan(1);
    await expect(count(table, (work) => database.inWorkspace(mine.workspaceId, work))).rejects.toThrow(
      /permission denied/,
    );
  });

  test.each([
    ['users', 'password_hash'],
    ['users', 'totp_secret'],
    ['invitations', 'token_hash'],
  ])('denies a workspace access to %s.%s', async (table, column) => {
    await expect(
      database.inWorkspace(mine.workspaceId, (executor) =>
        sql`SELECT ${sql.ref(column)} FROM ${sql.table(table)}`.execute(executor),
      ),
    ).rejects.toThrow(/permission denied/);
  });

  test('rejects inserting a row into another workspace or moving it there', async () => {
    const otherWorkspaceId = foreign.workspaceId;
    await expect(
      database.inWorkspace(mine.workspaceId, (executor) =>
        sql`INSERT INTO audit_log (id, workspace_id, actor_type, actor_label, action, subject_id)
            VALUES (gen_random_uuid(), ${otherWorkspaceId}, 'system', 'x', 'a.b', gen_random_uuid())`.execute(
          executor,
        ),
      ),
    ).rejects.toThrow(/row-level security/);
    await expect(
      database.inWorkspace(mine.workspaceId, (executor) =>
        sql`UPDATE api_keys SET workspace_id = ${otherWorkspaceId}`.execute(executor),
      ),
    ).rejects.toThrow(/row-level security/);
    const updated = await database.inWorkspace(mine.workspaceId, (executor) =>
      sql`UPDATE api_keys SET label = 'x' WHERE workspace_id = ${otherWorkspaceId}`.execute(executor),
    );
    expect(updated.numAffectedRows).toBe(0n);
  });

  test('lets a workspace read reached caps and only the system change them', async () => {
    for (const change of [
      sql`UPDATE full_records SET full_until = now()`,
      sql`DELETE FROM full_records`,
      sql`DELETE FROM cap_totals`,
    ])
      await expect(
        database.inWorkspace(mine.workspaceId, (executor) => change.execute(executor)),
      ).rejects.toThrow(/permission denied/);
  });

  test('denies changes to the audit log, even by the system role', async () => {
    for (const run of [
      (work: Parameters<Database['asSystem']>[0]) => database.asSystem(work),
      (work: Parameters<Database['asSystem']>[0]) => database.inWorkspace(mine.workspaceId, work),
    ]) {
      await expect(
        run((executor) => sql`UPDATE audit_log SET action = 'a.b'`.execute(executor)),
      ).rejects.toThrow(/permission denied/);
      await expect(run((executor) => sql`DELETE FROM audit_log`.execute(executor))).rejects.toThrow(
        /permission denied/,
      );
    }
  });

  test('resets role and workspace before a connection is reused', async () => {
    const single = new Database(inject('postgresUrl'), { connectionsMax: 1 });
    try {
      await single.inWorkspace(mine.workspaceId, (executor) => sql`SELECT 1`.execute(executor));
      await single
        .inWorkspace(mine.workspaceId, (executor) => sql`SELECT 1 / 0`.execute(executor))
        .catch(() => undefined);
      const { rows } = await single.asLogin((executor) =>
        sql<{
          role: string;
          workspace: string;
        }>`SELECT current_user AS role, current_setting('waypost.workspace_id', true) AS workspace`.execute(
          executor,
        ),
      );
      expect(rows).toEqual([{ role: 'waypost', workspace: '' }]);
    } finally {
      await single.close();
    }
  });

  test('is not bypassed by any role, and only the login role can log in', async () => {
    const client = new Client({ connectionString: inject('superuserUrl') });
    await client.connect();
    const { rows } = await client.query(
      `SELECT rolname FROM pg_roles WHERE rolname LIKE 'waypost%' AND (rolsuper OR rolbypassrls OR (rolcanlogin AND rolname <> 'waypost'))`,
    );
    await client.end();
    expect(rows).toEqual([]);
  });
});
