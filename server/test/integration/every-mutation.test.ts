import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { operations } from '../../src/http/api-v1/operations/index.ts';
import { panelOperations } from '../../src/http/panel-api/operations/index.ts';
import { createUser } from '../../src/services/accounts/create-user.ts';
import { makeResetLink } from '../../src/services/accounts/reset-password.ts';
import { switchOffSecondFactor } from '../../src/services/accounts/second-factor.ts';
import { makeInvitationLink } from '../../src/services/accounts/send-invitation.ts';
import { importConfiguration } from '../../src/services/configuration/import-configuration.ts';
import { recordDomainCheck } from '../../src/services/domains/record-domain-check.ts';
import { setSubscription } from '../../src/services/subscriptions/subscriptions.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer, type ApiAnswer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import { snapshotContents } from '../../src/testing/workspaces/snapshot-contents.ts';
import { addVersions, requiredVersions } from '../../src/testing/workspaces/versions.ts';
import { TestAccounts } from '../../src/testing/workspaces/people.ts';
import { panelMutations, publicMutations, makeFixture, type Fixture } from './mutation-requests.ts';

vi.mock(
  '../../src/platform/password-hash.ts',
  () => import('../../src/testing/workspaces/cheap-password-hash.ts'),
);
vi.mock(
  '../../src/platform/password-strength.ts',
  () => import('../../src/testing/workspaces/cheap-password-strength.ts'),
);

let database: Database;
let superuser: Client;
let api: ApiServer;
let tables: Map<string, string[]>;
let fixture: Fixture;
let before: string;
let restoreContents: () => Promise<void>;
const accounts = new TestAccounts();
const directory = makeDataDirectory();

// Uses a separate database, in which the audit log can be made to reject one workspace's entries.
beforeAll(async () => {
  const url = await makeDatabase();
  await migratePostgresSchema(url);
  const superuserUrl = new URL(inject('superuserUrl'));
  superuserUrl.pathname = new URL(url).pathname;
  superuser = new Client({ connectionString: superuserUrl.href });
  await superuser.connect();
  await superuser.query(`
    CREATE TABLE rejecting (workspace_id uuid);
    CREATE FUNCTION reject_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF EXISTS (SELECT FROM rejecting WHERE workspace_id = NEW.workspace_id) THEN RAISE 'audit entry rejected'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER reject_entry BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION reject_entry();`);
  database = new Database(url, { connectionsMax: 6, secret: 'test secret' });
  const resolveCname = async () => await Promise.resolve({ outcome: 'nothing' as const });
  api = await makeApiServer(database, directory, {
    accounts: accounts.tools,
    domainChecks: { target: 'track.example.com', resolveCname },
  });
  tables = await listTables();
  fixture = await makeFixture(database, accounts.tools);
  before = await dump();
  restoreContents = await snapshotContents(superuser);
});

afterEach(() => restoreContents());

afterAll(async () => {
  await api.server.close();
  await database.close();
  await superuser.end();
  removeDataDirectory(directory);
});

const panelUrl = 'https://panel.example.com';
const files = new Map([
  ['waypost.yaml', Buffer.from('format: 1\nworkspace: { timezone: Europe/Berlin, currency: USD }\n')],
  ['landings.yaml', Buffer.from('- { name: Imported, url: "https://example.com/" }\n')],
]);

/** Operations that exist only on the command line. All other commands call the same code as the APIs. */
const operatorCommands: Record<string, (fixture: Fixture) => Promise<unknown>> = {
  'user create': ({ context }) =>
    createUser(context, {
      email: `made-${context.workspaceId}@example.com`,
      password: 'seven green bicycles',
    }),
  'user reset-link': ({ context, people }) => makeResetLink(context, { email: people.owner.email, panelUrl }),
  'user invite-link': ({ context }) =>
    makeInvitationLink(context, { email: 'new@example.com', role: 'viewer', panelUrl }),
  'user second-factor-off': ({ context, people }) =>
    switchOffSecondFactor(context, { email: people.careful.email }),
  'subscription set': ({ context }) => setSubscription(context, { status: 'lapsed', apiAccess: false }),
  import: ({ context }) => importConfiguration(context, { files, planOnly: false, prune: false }),
  'domain check': ({ context, domain }) => recordDomainCheck(context, domain.live, { verified: true }),
};

/** Operations that change no record, or that log each of their parts separately. */
const withoutEntry = new Set([
  // Sends a postback. It changes no record, although it writes an audit log entry.
  'testPostback',
  // This operation writes one audit log entry for each group of lines.
  'sendUploadFile',
  'refuseAgent',
  'savePreferences',
]);

type Method = { method: string; operationId: string; isReadOnly?: true };

// Operations that report outdated versions in the result of each record.
const withResults = new Set(['changeTags']);

const isWrite = ({ method, operationId, isReadOnly }: Method) =>
  method !== 'GET' && isReadOnly !== true && !withoutEntry.has(operationId);

type Case = { name: string; send: (isRejected: boolean) => Promise<{ status: number }> };

const cases: Case[] = [
  ...operations.filter(isWrite).map(({ operationId, method }) => ({
    name: `${operationId} in the public API`,
    send: () => {
      const request = publicMutations[operationId]?.(fixture);
      if (request === undefined) throw new Error(`no request is defined for ${operationId}`);
      return api.send({ token: fixture.token, method, ...request });
    },
  })),
  ...panelOperations.filter(isWrite).map(({ operationId, method, body }) => ({
    name: `${operationId} in the panel`,
    send: async (isRejected: boolean) => {
      const request = panelMutations[operationId]?.(fixture);
      if (request === undefined) throw new Error(`no request is defined for ${operationId}`);
      const { session = fixture.people.owner.session, ...rest } = request;
      const named = await addVersions(database, { body }, rest, fixture.context.workspaceId);
      const send = () => api.ask({ session: session ?? undefined, method, ...named });
      // Of two requests with the same version, exactly one succeeds.
      const [first, second] = await Promise.all(
        requiredVersions({ body }) === undefined || isRejected || withResults.has(operationId)
          ? [send()]
          : [send(), send()],
      );
      const responses = [first, second].flatMap((response) => response ?? []);
      if (responses.length === 2) expectOneWinner(responses);
      const { status } = responses.toSorted((a, b) => a.status - b.status)[0] ?? { status: 0 };
      return (await deferredWorkSucceeds()) ? { status } : { status: 500 };
    },
  })),
  ...Object.entries(operatorCommands).map(([name, run]) => ({
    name: `${name} on the command line`,
    send: async () =>
      await run(fixture).then(
        () => ({ status: 200 }),
        () => ({ status: 500 }),
      ),
  })),
];

/** Expects the second request to be rejected with the current record and the person who changed it. */
function expectOneWinner(responses: ApiAnswer[]): void {
  const [winner, loser] = responses.toSorted((first, second) => first.status - second.status);
  expect([winner?.status, loser?.status]).toEqual([expect.toBeOneOf([200, 201]), 409]);
  const details = loser?.body.error?.details ?? {};
  expect(details['reason']).toBe('stale');
  if ('stale' in details) return;
  expect(details).toMatchObject({
    version: expect.any(Number),
    changedAt: expect.any(String),
    changedBy: { type: 'user' },
    differences: expect.any(Array),
  });
  expect(details['current']).toMatchObject({ version: details['version'] });
  expect(winner?.body.data).toMatchObject({ version: details['version'] });
}

/**
 * Waits for emails and the rows written with them, which are created after the response. Returns false if this work
 * fails.
 */
async function deferredWorkSucceeds(): Promise<boolean> {
  return await accounts.settle().then(
    () => true,
    () => false,
  );
}

/**
 * Returns the tables whose rows belong to a workspace or a person, with the columns that identify the owner. Leaves out
 * the audit log.
 */
async function listTables(): Promise<Map<string, string[]>> {
  const { rows } = await superuser.query<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name IN ('workspace_id', 'user_id')
        AND table_name NOT IN ('audit_log', 'rejecting') GROUP BY 1 ORDER BY 1`,
  );
  return new Map([
    ['workspaces', ['id']],
    ['users', ['id']],
    ...rows.map(({ name, columns }): [string, string[]] => [name, columns]),
  ]);
}

const usageColumns = `ARRAY['last_used_at', 'last_seen_at']`;

function ownRows(table: string, columns: readonly string[]): string {
  const people = '(SELECT user_id FROM memberships WHERE workspace_id = $1::uuid)';
  const isOwned = (column: string) =>
    column === 'workspace_id' || table === 'workspaces'
      ? `t.${column} = $1::uuid`
      : `t.${column} IN ${people}`;
  return `SELECT '${table}' AS name, coalesce(jsonb_agg(row ORDER BY row::text), '[]')::text AS all
    FROM (SELECT to_jsonb(t) - ${usageColumns} AS row FROM ${table} AS t WHERE ${columns.map(isOwned).join(' OR ')}) AS own`;
}

async function dump(): Promise<string> {
  const parts = [...tables].map(([table, columns]) => ownRows(table, columns));
  const { rows } = await superuser.query<{ name: string; all: string }>(
    `SELECT * FROM (${parts.join(' UNION ALL ')}) AS parts ORDER BY name`,
    [fixture.context.workspaceId],
  );
  return rows.map(({ name, all }) => `${name}: ${all}`).join('\n');
}

type AuditEntry = { id: string; action: string; name: string | null; changes: unknown[] };

async function readEntries(): Promise<AuditEntry[]> {
  const { rows } = await superuser.query<AuditEntry>(
    'SELECT id, action, subject_name AS name, changes FROM audit_log WHERE workspace_id = $1',
    [fixture.context.workspaceId],
  );
  return rows;
}

const withoutName: Record<string, string> = {
  'conversions.upload': 'a group of lines; the file has its own entry with its name',
  'cost.create': 'a cost entry has no name; its campaign is in the details',
  'cost.withdraw': 'a cost entry has no name',
  'inbox.replay': 'a time range of one campaign or all campaigns',
  'inbox.replay-stop': 'ends the run described in its first entry',
  'rotator.dry-run-stop': 'ends the run described in its first entry',
  'saved-report.create': 'a private report',
  'saved-report.delete': 'a private report',
  'saved-report.update': 'a private report',
  'visit.erase': 'the deleted visitor must not be identified permanently',
};

const withoutChanges: Record<string, string> = {
  ...Object.fromEntries(
    [
      'affiliate-network.issue-token',
      'alert-receiver.rotate-secret',
      'affiliate-network.remove-token',
      'campaign.rotate-incoming-key',
      'key.rotate',
      'password.change',
      'password.make-link',
      'password.request-link',
      'password.reset',
      'second-factor.begin',
      'second-factor.renew-codes',
      'second-factor.use-recovery-code',
    ].map((action) => [action, 'a secret that cannot be shown']),
  ),
  'alert-receiver.test': 'triggers an action; its result is in the details',
  'agent.connect': 'a new connection; its origin is in the details',
  'agent.disconnect': 'ends the connection described in its first entry',
  'session.create': 'a new session; its origin is in the details',
  'session.end': 'ends a session',
  'session.end-others': 'the number is in the details',
  'cost.create': 'the entry is in the details',
  'cost.withdraw': 'reverses the entry described in its first entry',
  'conversions.upload': 'the number is in the details',
  'rotator.dry-run': 'changes nothing; its input is in the details',
  'rotator.dry-run-stop': 'ends the run described in its first entry',
  'upload.create': 'the file is described in the details',
  'upload.undo': 'the number of reversed entries is in the details',
  'inbox.replay': 'the number is in the details',
  'inbox.replay-stop': 'ends the run described in its first entry',
  'postback.retry': 'triggers an action',
  'postback.pause-host': 'triggers an action',
  'postback.resume-host': 'triggers an action',
  'report-schedule.send': 'triggers an action; the schedule has its result',
  'saved-report.create': 'a private report',
  'saved-report.delete': 'a private report',
  'saved-report.update': 'a private report',
  'visit.erase': 'the deleted visitor must not be described permanently',
};

const withoutVersion: Record<string, string> = {
  ...Object.fromEntries(
    [
      'Campaign',
      'Landing',
      'Offer',
      'AffiliateNetwork',
      'TrafficSource',
      'Rotator',
      'Domain',
      'Key',
      'Cost',
      'SavedReport',
      'ReportLink',
      'ReportSchedule',
      'CustomMetric',
    ].map((name) => [`create${name}`, 'creates a record']),
  ),
  changeAlertRule: 'sets both values; the last write wins',
  setAlertMail: 'a setting of the caller only',
  createAlertWebhook: 'creates a record',
  rotateAlertWebhookSecret: 'creates a new secret regardless of the old one',
  testAlertReceiver: 'triggers an action',
  removeAlertReceiver: 'removes the receiver permanently',
  addAlertDevice: 'creates a record',
  testAlertDevice: 'triggers an action',
  removeAlertDevice: 'removes the device permanently',
  setUpCampaign: 'creates records',
  duplicateCampaign: 'creates a record',
  duplicateRotator: 'creates a record',
  checkDomain: 'stores a check result, which users cannot edit',
  deleteSavedReport: 'deletes the report in any version',
  deleteReportSchedule: 'deletes the schedule in any version',
  sendReportNow: 'triggers an action',
  revokeReportLink: 'revokes the link permanently',
  deleteCustomMetric: 'deletes the metric in any version',
  revokeKey: 'revokes the key in any version',
  allowAgent: 'creates a connection',
  endAgentConnection: 'ends the connection permanently',
  pauseHost: 'triggers an action',
  removeMember: 'ends the membership in any version',
  sendInvitation: 'creates a record',
  renewInvitation: 'creates a record',
  revokeInvitation: 'revokes the invitation permanently',
  withdrawCost: 'reverses the entry permanently',
  startDryRun: 'changes no record; its draft names the version it is based on',
  stopDryRun: 'ends the run permanently',
  createUpload: 'creates a record',
  undoUpload: 'reverses its entries permanently',
  requestErasure: 'deletes permanently',
  startReplay: 'triggers an action',
  stopReplay: 'ends the run permanently',
  retryPostback: 'triggers an action',
  resumeHost: 'triggers an action',
};

test('every panel operation that changes a record requires the version that was read', async () => {
  const writes = panelOperations.filter(
    (operation) => isWrite(operation) && operation.access !== 'anyone' && operation.access !== 'signed-in',
  );
  const unversioned = writes.filter((operation) => requiredVersions(operation) === undefined);
  expect(unversioned.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys(withoutVersion).toSorted(),
  );
  for (const operation of writes) {
    const named = requiredVersions(operation);
    const request = panelMutations[operation.operationId]?.(fixture);
    if (named === undefined || request === undefined) continue;
    const { version: _, ids: __ = [], ...content } = { ...(request.body as { version?: 1; ids?: string[] }) };
    const body = named === 'one' ? content : { ...content, records: [{ id: fixture.campaign.id }] };
    const { session = fixture.people.owner.session } = request;
    const { method } = operation;
    const response = await api.ask({ session: session ?? undefined, method, path: request.path, body });
    expect([operation.operationId, response.status]).toEqual([operation.operationId, 400]);
    expect(response.body.error?.details['issues']).toMatchObject([
      {
        path: named === 'one' ? 'version' : 'records.0.version',
        message: 'must be the version that you last fetched',
      },
    ]);
  }
});

test('the compared tables include user and workspace data', () => {
  expect([...tables.keys()]).toEqual(
    expect.arrayContaining([
      'users',
      'sessions',
      'recovery_codes',
      'password_resets',
      'campaigns',
      'api_keys',
    ]),
  );
  expect(tables.size).toBeGreaterThan(25);
});

test.each(cases.map((testCase) => [testCase.name, testCase] as const))(
  '%s is committed together with its audit log entry, or not at all',
  async (_, { send }) => {
    const entries = await readEntries();
    await superuser.query('INSERT INTO rejecting VALUES ($1)', [fixture.context.workspaceId]);
    expect((await send(true)).status).toBe(500);
    expect(await dump()).toBe(before);
    await superuser.query('DELETE FROM rejecting');
    const { status } = await send(false);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(300);
    expect(await dump()).not.toBe(before);
    const known = new Set(entries.map(({ id }) => id));
    const added = (await readEntries()).filter(({ id }) => !known.has(id));
    expect(added.length).toBeGreaterThan(0);
    const nameless = added.filter(({ name, action }) => name === null && !(action in withoutName));
    const withoutValues = added.filter(
      ({ changes, action }) => changes.length === 0 && !(action in withoutChanges),
    );
    expect({ nameless, withoutValues }).toEqual({ nameless: [], withoutValues: [] });
  },
);
