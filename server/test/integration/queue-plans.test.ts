/**
 * Simulates a burst in every queue. All statements run on empty queues, whose statistics VACUUM ANALYZE has updated,
 * and then on 50,000 rows with the same statistics. In production, a statement that exceeded the timeout would block
 * its queue until the next autovacuum.
 */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { claimAlertDeliveries } from '../../src/store/alerts/alert-messages.ts';
import { claimHost, dropUnservedHosts } from '../../src/store/certificates/certificates.ts';
import { readAttributionBacklog } from '../../src/store/conversions/attribution-backlog.ts';
import {
  deleteOldAttributedVisits,
  deleteOldRequests,
} from '../../src/store/conversions/attribution-retention.ts';
import { deleteOldCompletedRows, insertCompletedRows } from '../../src/store/conversions/completed-rows.ts';
import {
  insertConversions,
  listConversionsOfVisits,
  lockVisits,
  updateConversions,
} from '../../src/store/conversions/conversions.ts';
import { finishErasures, listDueErasures, postponeErasures } from '../../src/store/conversions/erasures.ts';
import { claimDueRequests, saveVerdicts } from '../../src/store/conversions/inbox-claims.ts';
import { listInboxBatches } from '../../src/store/conversions/inbox.ts';
import { claimOutboxBatch, freezeOutbox } from '../../src/store/conversions/outbox.ts';
import {
  deleteOldShippedBatches,
  listShippedBatches,
  markOutboxBatchShipped,
  returnShippedBatches,
} from '../../src/store/conversions/shipped-batches.ts';
import { claimCostEntry, listRecentCosts } from '../../src/store/costs/cost-work.ts';
import { Database, type Executor } from '../../src/store/database/database.ts';
import {
  deletePostbackHosts,
  lockPostbackHosts,
  savePostbackHosts,
} from '../../src/store/postbacks/postback-hosts.ts';
import {
  deleteOldPostbackJobs,
  giveUpPostbackJobs,
  measurePostbackJobs,
} from '../../src/store/postbacks/postback-jobs.ts';
import {
  claimPostbackJobs,
  listPostbackQueues,
  recordPostbackAttempts,
  releasePostbackJobs,
} from '../../src/store/postbacks/postback-queues.ts';
import { claimWaiting, numberChanges, saveOutcomes } from '../../src/store/publishing/publications.ts';
import { announceHosts } from '../../src/store/publishing/tracking-hosts.ts';
import { listDueQueues, type QueueName } from '../../src/store/queues/due-queues.ts';
import { claimReportDeliveries } from '../../src/store/reports/report-deliveries.ts';
import { lockDueSchedules } from '../../src/store/reports/report-schedules.ts';
import { claimRun } from '../../src/store/runs/runs.ts';
import { testSecrets } from '../../src/testing/http/api-server.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';

const dayMs = 86_400_000;
const now = new Date();
const workspaceId = newId();
const campaignId = newId();
let database: Database;
let superuser: Client;

type QueueCase = {
  tables: readonly string[];
  fill: readonly string[];
  work: Record<string, (executor: Executor) => Promise<unknown>>;
};

const uuids = (count: number, firstNumber = 1) =>
  Array.from({ length: count }, (_, index) => uuidOf(firstNumber + index));
const uuidOf = (number: number) => `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
const id = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const series = 'generate_series(1, $rows) AS n';

const verdict = {
  workspaceId,
  verdict: 'counted',
  reason: null,
  changes: null,
  isHandled: true,
  nextMs: now.getTime(),
  address: '192.0.2.0',
  isSourceAllowed: true,
  visitId: null,
};
const state = {
  idx: 1,
  transactionId: '',
  ordinal: 0,
  event: '',
  label: '',
  isConversion: true,
  status: 'approved' as const,
  hasEarned: true,
  isRejectionCounted: false,
  changedMs: now.getTime(),
  isFromPage: false,
  sent: null,
  amounts: {
    payout: '1',
    currency: 'USD',
    revenue: '1',
    value: null,
    flatCost: '0',
    shareCost: '0',
    outside: { revenue: '0', flatCost: '0', shareCost: '0' },
  },
};
const conversion = (conversionId: string, visitId: string) => ({
  id: conversionId,
  workspaceId,
  campaignId,
  visitId,
  position: 0,
  receivedMs: now.getTime(),
  expires: '2099-01-01',
  offer: null,
  isTest: false,
  state,
});
const visits = (count: number) => uuids(count).map((visitId) => ({ workspaceId, visitId }));
const hostKeys = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ workspaceId, origin: `https://${index + 1}.example.com` }));
const erasures = (count: number) =>
  uuids(count).map((erasureId) => ({
    id: erasureId,
    workspaceId,
    campaignId,
    visitId: erasureId,
    clickId: 'click',
    requestedAt: now,
  }));
const attempt = (jobId: string) => ({
  id: jobId,
  claim: campaignId,
  state: 'delivered' as const,
  step: 1,
  nextAt: now,
  at: now,
  status: 200,
  error: null,
});

const cases: Record<QueueName | 'conversions' | 'erasures' | 'completed', QueueCase> = {
  inbox: {
    tables: ['inbox'],
    fill: [
      `INSERT INTO inbox (id, workspace_id, campaign_id, received_at, batch, batch_index, method, query, content_type,
        body, address, user_agent, next_at)
      SELECT ${id}, '${workspaceId}', '${campaignId}', now() - interval '1 hour', 'batch-' || n / 100, n % 100, 'GET', 'cid=1',
        '', '', '192.0.2.1', '', now() - interval '1 hour' FROM ${series}`,
    ],
    work: {
      claim: (executor) => claimDueRequests(executor, now, 2_000),
      'save verdicts': (executor) =>
        saveVerdicts(
          executor,
          uuids(2_000).map((requestId) => ({ id: requestId, ...verdict })),
          now,
        ),
      'find batches': (executor) =>
        listInboxBatches(
          executor,
          Array.from({ length: 100 }, (_, index) => `batch-${index}`),
        ),
      'measure the backlog': (executor) => readAttributionBacklog(executor),
      'delete old requests': (executor) =>
        deleteOldRequests(executor, new Date(now.getTime() - dayMs / 48), 5_000),
    },
  },
  conversions: {
    tables: ['attributed_visits', 'conversions'],
    fill: [
      `INSERT INTO attributed_visits (visit_id, workspace_id) SELECT ${id}, '${workspaceId}' FROM ${series}`,
      `INSERT INTO conversions (id, workspace_id, campaign_id, visit_id, position, idx, transaction_id, ordinal, event, label,
        is_conversion, status, has_earned, changed_ms, payout, currency, revenue, flat_cost, share_cost, outside_revenue,
        outside_flat_cost, outside_share_cost, received_at, expires, updated_at)
      SELECT ${id}, '${workspaceId}', '${campaignId}', ${id}, 0, 1, '', 0, '', '', true, 'hold', false, 0, 1, 'USD', 1, 0, 0, 0,
        0, 0, now(), '2099-01-01', now() FROM ${series}`,
    ],
    work: {
      'lock visits': (executor) => lockVisits(executor, visits(2_000)),
      'list conversions': (executor) => listConversionsOfVisits(executor, visits(2_000)),
      update: (executor) =>
        updateConversions(
          executor,
          uuids(2_000).map((conversionId) => conversion(conversionId, conversionId)),
          now,
        ),
      insert: (executor) => insertConversions(executor, [], now),
      'delete old visits': (executor) => deleteOldAttributedVisits(executor, now, 5_000),
    },
  },
  outbox: {
    tables: ['outbox', 'outbox_batches', 'shipped_batches'],
    fill: [
      `INSERT INTO outbox (workspace_id, time_ms, row, lines) SELECT '${workspaceId}', ${now.getTime()}, repeat('x', 700), 1
      FROM ${series}`,
      `INSERT INTO outbox_batches (id, lines, rows, entry_lines, since_ms, created_at, next_at)
      SELECT ${id}, E'x\\n', 1, '{1}', 0, now(), now() - interval '1 hour' FROM ${series}`,
      `INSERT INTO shipped_batches (id, lines, rows, entry_lines, since_ms, created_at, shipped_at)
      SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n + 59999), 12, '0'))::uuid, E'x\\n', 1, '{1}', 0, now(), now()
      FROM ${series}`,
    ],
    work: {
      freeze: (executor) => freezeOutbox(executor, 5_000),
      claim: (executor) => claimOutboxBatch(executor, 60_000),
      'mark as shipped': (executor) => markOutboxBatchShipped(executor, uuidOf(1)),
      'list shipped': (executor) => listShippedBatches(executor, undefined, 100),
      'return shipped': (executor) => returnShippedBatches(executor, uuids(100, 60_000)),
      'delete old shipped': (executor) =>
        deleteOldShippedBatches(executor, { before: new Date(now.getTime() - dayMs), bytesMax: 1024 ** 3 }),
    },
  },
  postbacks: {
    tables: ['postback_jobs', 'postback_hosts'],
    fill: [
      `INSERT INTO postback_jobs (id, workspace_id, campaign_id, conversion_id, event_id, idx, occasion, method, url, headers,
        origin, visit, next_at, created_at, give_up_at, claim)
      SELECT ${id}, '${workspaceId}', '${campaignId}', ${id}, ${id}, 1, 'first', 'GET', 'https://1.example.com/', '[]',
        'https://' || n % 50 || '.example.com', '{}', now() - interval '1 hour', now(), now() + interval '1 day',
        CASE WHEN n <= 1000 THEN '${campaignId}'::uuid END FROM ${series}`,
      `INSERT INTO postback_hosts (workspace_id, origin, failures, failing_since, last_error, pauses)
      SELECT '${workspaceId}', 'https://' || n || '.example.com', 1, now(), 'connect', 0 FROM ${series}`,
    ],
    work: {
      'list queues': (executor) => listPostbackQueues(executor, now, 100),
      claim: (executor) =>
        claimPostbackJobs(
          executor,
          hostKeys(40).map((key) => ({ ...key, count: 25 })),
          { claim: campaignId, now, leaseUntil: now },
        ),
      record: (executor) => recordPostbackAttempts(executor, uuids(1_000).map(attempt)),
      release: (executor) => releasePostbackJobs(executor, uuids(1_000).map(attempt), now),
      'give up': (executor) => giveUpPostbackJobs(executor, now),
      measure: (executor) => measurePostbackJobs(executor, now),
      'delete old jobs': (executor) =>
        deleteOldPostbackJobs(executor, { now, keptDaysMax: 30, limit: 5_000 }),
      'lock hosts': (executor) => lockPostbackHosts(executor, hostKeys(1_000)),
      'save hosts': (executor) =>
        savePostbackHosts(
          executor,
          hostKeys(1_000).map((key) => ({
            ...key,
            failures: 2,
            failingSinceMs: 0,
            lastError: 'connect',
            pauses: 0,
            pausedAtMs: null,
            pausedUntilMs: null,
          })),
        ),
      'delete hosts': (executor) => deletePostbackHosts(executor, hostKeys(1_000)),
    },
  },
  costs: {
    tables: ['cost_entries'],
    fill: [
      `INSERT INTO cost_entries (id, workspace_id, campaign_id, from_at, until_at, amount, currency, original_amount,
        original_currency, actor_type, actor_label, created_at)
      SELECT ${id}, '${workspaceId}', '${campaignId}', now() - interval '2 days', now() - interval '1 day', 1, 'USD', 1, 'USD',
        'system', '', now() FROM ${series}`,
    ],
    work: {
      claim: (executor) => claimCostEntry(executor, 5_000),
      'list recent': (executor) => listRecentCosts(executor, new Date(now.getTime() - dayMs), 10_000),
    },
  },
  runs: {
    tables: ['runs'],
    fill: [
      `INSERT INTO runs (id, workspace_id, kind, input, created_at)
      SELECT ${id}, '${workspaceId}', 'replay', '{}', now() - interval '1 hour' FROM ${series}`,
    ],
    work: { claim: (executor) => claimRun(executor, ['replay'], 5_000) },
  },
  alerts: {
    tables: ['alert_deliveries', 'alert_messages'],
    fill: [
      `INSERT INTO alert_messages (id, workspace_id, type, content, created_at)
      SELECT ${id}, '${workspaceId}', 'alerts.test', '{}', now() FROM ${series}`,
      `INSERT INTO alert_deliveries (workspace_id, message_id, receiver_id, next_at)
      SELECT '${workspaceId}', ${id}, '${campaignId}', now() - interval '1 hour' FROM ${series}`,
    ],
    work: { claim: (executor) => claimAlertDeliveries(executor, { now, leaseMs: 60_000, limit: 500 }) },
  },
  reports: {
    tables: ['report_schedules', 'report_deliveries'],
    fill: [
      `INSERT INTO report_schedules (id, workspace_id, saved_report_id, creator_id, frequency, hour, channel, attaches_csv,
        created_at, updated_at, next_at)
      SELECT ${id}, '${workspaceId}', '${campaignId}', '${campaignId}', 'daily', 8, 'mail', false, now(), now(),
        now() - interval '1 hour' FROM ${series}`,
      `INSERT INTO report_deliveries (id, workspace_id, schedule_id, due_at, next_at)
      SELECT ${id}, '${workspaceId}', ${id}, now(), now() - interval '1 hour' FROM ${series}`,
    ],
    work: {
      'lock schedules': (executor) => lockDueSchedules(executor, { now, limit: 100 }),
      claim: (executor) => claimReportDeliveries(executor, { now, leaseMs: 60_000, limit: 4 }),
    },
  },
  publishing: {
    tables: ['campaign_publications', 'host_changes'],
    fill: [
      `INSERT INTO campaign_publications (campaign_id, workspace_id, requested_at, is_numbered)
      SELECT ${id}, '${workspaceId}', now(), n > 25000 FROM ${series}`,
      `INSERT INTO host_changes SELECT FROM ${series}`,
    ],
    work: {
      claim: (executor) => claimWaiting(executor, 100),
      'save outcomes': (executor) =>
        saveOutcomes(
          executor,
          workspaceId,
          uuids(100).map((one) => ({ campaignId: one, version: null })),
        ),
      'announce hosts': (executor) => announceHosts(executor),
      'number changes': (executor) => numberChanges(executor),
    },
  },
  certificates: {
    tables: ['certificates'],
    fill: [
      `INSERT INTO certificates (host, wanted_at, next_attempt_at, chain)
      SELECT 'h' || n || '.example.com', now(), now() - interval '1 hour', CASE WHEN n % 2 = 0 THEN '' END FROM ${series}`,
    ],
    work: {
      claim: (executor) =>
        claimHost(executor, ['h1.example.com'], {
          now,
          leaseUntil: new Date(now.getTime() + 60_000),
          limits: { since: now, total: 200, perWorkspace: 20 },
        }),
      'drop unserved hosts': (executor) =>
        dropUnservedHosts(executor, ['h1.example.com'], { now, until: now }),
    },
  },
  erasures: {
    tables: ['erasures'],
    fill: [
      `INSERT INTO erasures (id, workspace_id, campaign_id, visit_id, click_id, requested_at, next_at)
      SELECT ${id}, '${workspaceId}', '${campaignId}', ${id}, 'click', '${now.toISOString()}', now() - interval '1 hour'
      FROM ${series}`,
    ],
    work: {
      claim: (executor) => listDueErasures(executor, now, 500),
      postpone: (executor) => postponeErasures(executor, erasures(500), { nextAt: now, problem: undefined }),
      finish: (executor) => finishErasures(executor, erasures(500), now),
    },
  },
  completed: {
    tables: ['completed_rows'],
    fill: [
      `INSERT INTO completed_rows (row_id, workspace_id, completed_at) SELECT ${id}, '${workspaceId}', now() FROM ${series}`,
    ],
    work: {
      keep: (executor) =>
        insertCompletedRows(
          executor,
          uuids(1_000, 50_000).map((rowId) => ({ rowId, workspaceId })),
          now,
        ),
      forget: (executor) => deleteOldCompletedRows(executor, new Date(now.getTime() - dayMs)),
    },
  },
};

const queues = Object.entries(cases);
const tables = queues.flatMap((one) => one[1].tables);
const steps = queues.flatMap(([queue, { work }]) =>
  Object.entries(work).map(([name, run]) => [`${queue}: ${name}`, run] as const),
);

beforeAll(async () => {
  const url = await makeDatabase();
  await migratePostgresSchema(url);
  // Uses a single connection, so that cached plans are reused.
  database = new Database(url, { connectionsMax: 1, secret: testSecrets.sessionSecret });
  const superuserUrl = new URL(inject('superuserUrl'));
  superuserUrl.pathname = new URL(url).pathname;
  superuser = new Client({ connectionString: superuserUrl.href });
  await superuser.connect();
  // Disables foreign key checks, so that the rows need no parents.
  await superuser.query('SET session_replication_role = replica');
  await superuser.query(
    `INSERT INTO workspaces (id, name, timezone, currency) VALUES ('${workspaceId}', 'Queues', 'UTC', 'USD')`,
  );
  for (const table of tables) await superuser.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  // Fills and empties the tables, because the planner assumes ten pages for a table that has never had rows.
  await fill(100);
  for (const table of tables) await superuser.query(`DELETE FROM ${table}`);
  await superuser.query(`VACUUM ANALYZE ${tables.join(', ')}`);
  await database.readAsSystem((executor) => listDueQueues(executor, now), 'queue');
  for (const [, run] of steps) await runAndRollBack(run);
  await fill(50_000);
});

async function fill(rows: number): Promise<void> {
  for (const statement of queues.flatMap((one) => one[1].fill)) {
    await superuser.query(statement.replaceAll('$rows', String(rows)));
    // Keeps the connection in use, because an idle connection is closed after a while and its plans are lost.
    await database.check();
  }
}

afterAll(async () => {
  await superuser.end();
  await database.close();
});

/** Runs one worker statement and rolls it back, so that every statement starts with full queues. */
async function runAndRollBack(run: (executor: Executor) => Promise<unknown>): Promise<void> {
  const rollback = new Error('roll back');
  const running = database.asSystem(async (executor) => {
    await run(executor);
    throw rollback;
  });
  await expect(running).rejects.toBe(rollback);
}

/** Sets the statistics to those of an empty table that had this many pages when it was analyzed. */
async function setPages(pages: number): Promise<void> {
  await superuser.query(
    'UPDATE pg_class SET relpages = $1, reltuples = 0 WHERE oid = ANY ($2::regclass[]) AND (relpages, reltuples) <> ($1, 0)',
    [pages, tables],
  );
}

test.each([0, 1])(
  'due work is found in all queues when statistics show %i pages and no rows',
  async (pages) => {
    await setPages(pages);
    const due = await database.readAsSystem((executor) => listDueQueues(executor, now), 'queue');
    expect(due).toEqual(
      new Set([
        'inbox',
        'outbox',
        'postbacks',
        'costs',
        'runs',
        'alerts',
        'reports',
        'publishing',
        'certificates',
      ]),
    );
  },
);

// VACUUM cannot always truncate an empty table. The planner then treats the table as empty, no matter how large it
// becomes.
describe.each([0, 1])('queue statements, when statistics show %i pages and no rows', (pages) => {
  beforeAll(() => setPages(pages));

  test.each(steps)('%s completes within the statement timeout', async (_, run) => {
    await runAndRollBack(run);
  });
});
