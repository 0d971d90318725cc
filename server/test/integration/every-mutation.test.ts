/** Every mutation, whoever makes it, happens together with its line in the audit log or not at all. */
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
import { keepContents } from '../../src/testing/workspaces/kept-contents.ts';
import { nameVersions, versionsNamedBy } from '../../src/testing/workspaces/versions.ts';
import { TestAccounts } from '../../src/testing/workspaces/people.ts';
import { inPanel, inPublic, makeFixture, type Fixture } from './mutation-requests.ts';

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
let putBack: () => Promise<void>;
const accounts = new TestAccounts();
const directory = makeDataDirectory();

// A database of its own, in which the audit log can be made to refuse its lines for one workspace.
beforeAll(async () => {
  const url = await makeDatabase();
  await migratePostgresSchema(url);
  const superuserUrl = new URL(inject('superuserUrl'));
  superuserUrl.pathname = new URL(url).pathname;
  superuser = new Client({ connectionString: superuserUrl.href });
  await superuser.connect();
  await superuser.query(`
    CREATE TABLE refused (workspace_id uuid);
    CREATE FUNCTION refuse_line() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF EXISTS (SELECT FROM refused WHERE workspace_id = NEW.workspace_id) THEN RAISE 'no line today'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_line BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_line();`);
  database = new Database(url, { connectionsMax: 6, secret: 'secret of tests' });
  const resolveCname = async () => await Promise.resolve({ outcome: 'nothing' as const });
  api = await makeApiServer(database, directory, {
    accounts: accounts.tools,
    domainChecks: { target: 'track.example.com', resolveCname },
  });
  tables = await listTables();
  fixture = await makeFixture(database, accounts.tools);
  before = await dump();
  putBack = await keepContents(superuser);
});

afterEach(() => putBack());

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

/** What only the command line does; its other verbs are the same as above. */
const ofTheOperator: Record<string, (fixture: Fixture) => Promise<unknown>> = {
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
  'the check of a domain': ({ context, domain }) =>
    recordDomainCheck(context, domain.live, { verified: true }),
};

/** Writes that change no record, or whose parts are recorded one by one. */
const withoutLine = new Set([
  // Calls somebody, and leaves nothing but its line in the log.
  'testPostback',
  // Tells of each group of its lines by itself; what a group does has its line.
  'sendUploadFile',
  'refuseAgent',
  'savePreferences',
]);

type Method = { method: string; operationId: string; isReadOnly?: true };

const isWrite = ({ method, operationId, isReadOnly }: Method) =>
  method !== 'GET' && isReadOnly !== true && !withoutLine.has(operationId);

type Case = { name: string; send: (isRefused: boolean) => Promise<{ status: number }> };

const cases: Case[] = [
  ...operations.filter(isWrite).map(({ operationId, method }) => ({
    name: `${operationId} of the public API`,
    send: () => {
      const request = inPublic[operationId]?.(fixture);
      if (request === undefined) throw new Error(`there is no request for ${operationId}`);
      return api.send({ token: fixture.token, method, ...request });
    },
  })),
  ...panelOperations.filter(isWrite).map(({ operationId, method, body }) => ({
    name: `${operationId} of the panel`,
    send: async (isRefused: boolean) => {
      const request = inPanel[operationId]?.(fixture);
      if (request === undefined) throw new Error(`there is no request for ${operationId}`);
      const { session = fixture.people.owner.session, ...rest } = request;
      const named = await nameVersions(database, { body }, rest, fixture.context.workspaceId);
      const ask = () => api.ask({ session: session ?? undefined, method, ...named });
      // Two who read the same: exactly one of them succeeds.
      const [one, other] = await Promise.all(
        versionsNamedBy({ body }) === undefined || isRefused ? [ask()] : [ask(), ask()],
      );
      const answers = [one, other].flatMap((answer) => answer ?? []);
      if (answers.length === 2) requireOneWinner(answers);
      const { status } = answers.toSorted((a, b) => a.status - b.status)[0] ?? { status: 0 };
      return (await laterWorkSucceeds()) ? { status } : { status: 500 };
    },
  })),
  ...Object.entries(ofTheOperator).map(([name, run]) => ({
    name: `${name} on the command line`,
    send: async () =>
      await run(fixture).then(
        () => ({ status: 200 }),
        () => ({ status: 500 }),
      ),
  })),
];

/** Who comes second learns what the record has become, and by whom. */
function requireOneWinner(answers: ApiAnswer[]): void {
  const [won, lost] = answers.toSorted((one, other) => one.status - other.status);
  expect([won?.status, lost?.status]).toEqual([expect.toBeOneOf([200, 201]), 409]);
  const details = lost?.body.error?.details ?? {};
  expect(details['reason']).toBe('stale');
  if ('stale' in details) return;
  expect(details).toMatchObject({
    version: expect.any(Number),
    changedAt: expect.any(String),
    changedBy: { type: 'user' },
    differences: expect.any(Array),
  });
  expect(details['current']).toMatchObject({ version: details['version'] });
  expect(won?.body.data).toMatchObject({ version: details['version'] });
}

/** A mail is written after the answer, and what goes with it is written then. */
async function laterWorkSucceeds(): Promise<boolean> {
  return await accounts.settle().then(
    () => true,
    () => false,
  );
}

/** Everything that belongs to a workspace or to a person, except what this test itself is about, and what tells whose it is. */
async function listTables(): Promise<Map<string, string[]>> {
  const { rows } = await superuser.query<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name IN ('workspace_id', 'user_id')
        AND table_name NOT IN ('audit_log', 'refused') GROUP BY 1 ORDER BY 1`,
  );
  return new Map([
    ['workspaces', ['id']],
    ['users', ['id']],
    ...rows.map(({ name, columns }): [string, string[]] => [name, columns]),
  ]);
}

const columnsOfUse = `ARRAY['last_used_at', 'last_seen_at']`;

function ownRows(table: string, columns: readonly string[]): string {
  const people = '(SELECT user_id FROM memberships WHERE workspace_id = $1::uuid)';
  const isTheirs = (column: string) =>
    column === 'workspace_id' || table === 'workspaces'
      ? `t.${column} = $1::uuid`
      : `t.${column} IN ${people}`;
  return `SELECT '${table}' AS name, coalesce(jsonb_agg(row ORDER BY row::text), '[]')::text AS all
    FROM (SELECT to_jsonb(t) - ${columnsOfUse} AS row FROM ${table} AS t WHERE ${columns.map(isTheirs).join(' OR ')}) AS own`;
}

async function dump(): Promise<string> {
  const parts = [...tables].map(([table, columns]) => ownRows(table, columns));
  const { rows } = await superuser.query<{ name: string; all: string }>(
    `SELECT * FROM (${parts.join(' UNION ALL ')}) AS parts ORDER BY name`,
    [fixture.context.workspaceId],
  );
  return rows.map(({ name, all }) => `${name}: ${all}`).join('\n');
}

type Line = { id: string; action: string; name: string | null; changes: unknown[] };

async function readLines(): Promise<Line[]> {
  const { rows } = await superuser.query<Line>(
    'SELECT id, action, subject_name AS name, changes FROM audit_log WHERE workspace_id = $1',
    [fixture.context.workspaceId],
  );
  return rows;
}

/** Lines that name nobody and nothing, and why. */
const withoutName: Record<string, string> = {
  'conversions.upload': 'a group of lines of a file, which has its own line with its name',
  'cost.create': 'an entry has no name; its campaign stands in the details',
  'cost.withdraw': 'an entry has no name',
  'inbox.replay': 'a stretch of time, of one campaign or of all',
  'inbox.replay-stop': 'ends what its first line tells',
  'rotator.dry-run-stop': 'ends what its first line tells',
  'saved-report.create': 'a report that is not shared is nobody else’s business',
  'saved-report.delete': 'a report that is not shared is nobody else’s business',
  'saved-report.update': 'a report that is not shared is nobody else’s business',
  'visit.erase': 'whoever was erased must not be named for good',
};

/** Lines without an old or a new value, and why. */
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
    ].map((action) => [action, 'a secret: that there is another one is all that can be told']),
  ),
  'alert-receiver.test': 'asks for something to be done; what came of it stands in the details',
  'agent.connect': 'an agent came; from where stands in the details',
  'agent.disconnect': 'ends what its first line tells',
  'session.create': 'somebody came; from where stands in the details',
  'session.end': 'somebody left',
  'session.end-others': 'how many there were stands in the details',
  'cost.create': 'what was entered stands in the details',
  'cost.withdraw': 'ends what its first line tells',
  'conversions.upload': 'how many there were stands in the details',
  'rotator.dry-run': 'changes nothing; over what it was run stands in the details',
  'rotator.dry-run-stop': 'ends what its first line tells',
  'upload.create': 'what it is stands in the details',
  'upload.undo': 'how many entries ended stands in the details',
  'inbox.replay': 'how many there were stands in the details',
  'inbox.replay-stop': 'ends what its first line tells',
  'postback.retry': 'asks for something to be done',
  'postback.pause-host': 'asks for something to be done',
  'postback.resume-host': 'asks for something to be done',
  'saved-report.create': 'a report that is not shared is nobody else’s business',
  'saved-report.delete': 'a report that is not shared is nobody else’s business',
  'saved-report.update': 'a report that is not shared is nobody else’s business',
  'visit.erase': 'whoever was erased must not be described for good',
};

/** Writes that name no version, and why. */
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
    ].map((name) => [`create${name}`, 'makes a record']),
  ),
  changeAlertRule: 'a switch and a number, both of which it names: the last word counts',
  setAlertMail: 'a switch of the caller alone',
  createAlertWebhook: 'makes a record',
  rotateAlertWebhookSecret: 'makes a new secret, whatever the old one was',
  testAlertReceiver: 'asks for something to be done',
  removeAlertReceiver: 'ends the receiver for good',
  duplicateCampaign: 'makes a record',
  duplicateRotator: 'makes a record',
  checkDomain: 'keeps what was found, which nobody edits',
  deleteSavedReport: 'ends the report for good, whatever it has become',
  revokeKey: 'ends the key for good, whatever it has become',
  allowAgent: 'makes a connection',
  endAgentConnection: 'ends the connection for good',
  pauseHost: 'asks for something to be done',
  removeMember: 'ends the membership, whatever it has become',
  sendInvitation: 'makes a record',
  renewInvitation: 'makes a record',
  revokeInvitation: 'ends the invitation for good',
  withdrawCost: 'ends the entry for good',
  startDryRun: 'changes no record: it says itself on which version its draft was made',
  stopDryRun: 'ends the run for good',
  createUpload: 'makes a record',
  undoUpload: 'ends its entries for good',
  requestErasure: 'erases for good',
  startReplay: 'asks for something to be done',
  stopReplay: 'ends the run for good',
  retryPostback: 'asks for something to be done',
  resumeHost: 'asks for something to be done',
};

test('every write of a record in the panel names the version that was read, and is refused without', async () => {
  const writes = panelOperations.filter(
    (operation) => isWrite(operation) && operation.access !== 'anyone' && operation.access !== 'signed-in',
  );
  const unversioned = writes.filter((operation) => versionsNamedBy(operation) === undefined);
  expect(unversioned.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys(withoutVersion).toSorted(),
  );
  for (const operation of writes) {
    const named = versionsNamedBy(operation);
    const request = inPanel[operation.operationId]?.(fixture);
    if (named === undefined || request === undefined) continue;
    const { version: _, ids: __ = [], ...content } = { ...(request.body as { version?: 1; ids?: string[] }) };
    const body = named === 'one' ? content : { records: [{ id: fixture.campaign.id }] };
    const { session = fixture.people.owner.session } = request;
    const { method } = operation;
    const answer = await api.ask({ session: session ?? undefined, method, path: request.path, body });
    expect([operation.operationId, answer.status]).toEqual([operation.operationId, 400]);
    expect(answer.body.error?.details['issues']).toMatchObject([
      {
        path: named === 'one' ? 'version' : 'records.0.version',
        message: 'must be the version that you read',
      },
    ]);
  }
});

test('the walk looks at everything that is kept of people and workspaces', () => {
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

test.each(cases.map((one) => [one.name, one] as const))(
  '%s happens together with its line in the audit log, or not at all',
  async (_, { send }) => {
    const lines = await readLines();
    await superuser.query('INSERT INTO refused VALUES ($1)', [fixture.context.workspaceId]);
    expect((await send(true)).status).toBe(500);
    expect(await dump()).toBe(before);
    await superuser.query('DELETE FROM refused');
    const { status } = await send(false);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(300);
    expect(await dump()).not.toBe(before);
    const known = new Set(lines.map(({ id }) => id));
    const made = (await readLines()).filter(({ id }) => !known.has(id));
    expect(made.length).toBeGreaterThan(0);
    const nameless = made.filter(({ name, action }) => name === null && !(action in withoutName));
    const silent = made.filter(({ changes, action }) => changes.length === 0 && !(action in withoutChanges));
    expect({ nameless, silent }).toEqual({ nameless: [], silent: [] });
  },
);
