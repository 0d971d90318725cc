import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { summarizeAlerts } from '../../src/services/alerts/alerts.ts';
import {
  createWebhook,
  listReceivers,
  removeReceiver,
  rotateReceiverSecret,
  setAlertMail,
  testReceiver,
  tooManyReceivers,
} from '../../src/services/alerts/receivers.ts';
import type { OutboundClient } from '../../src/services/outbound/create-outbound-client.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeTestClient } from '../../src/testing/outbound/outbound.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeAnonymous, makePerson, signInAs, TestAccounts } from '../../src/testing/workspaces/people.ts';

vi.mock(
  '../../src/platform/password-hash.ts',
  () => import('../../src/testing/workspaces/cheap-password-hash.ts'),
);
vi.mock(
  '../../src/platform/password-strength.ts',
  () => import('../../src/testing/workspaces/cheap-password-strength.ts'),
);

type Call = Parameters<OutboundClient['send']>[0];

const accounts = new TestAccounts();
const webhook = { url: 'https://hooks.example.com/secret-path' };
let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4, secret: 'test secret' });
});

afterAll(() => database.close());

/** Creates a workspace whose webhooks respond with the given status. The calls are collected in `calls`. */
async function openWorkspace(status = 200) {
  const calls: Call[] = [];
  const outbound: OutboundClient = {
    send: (call) => {
      calls.push(call);
      const answer = {
        kind: 'answered',
        status,
        headers: {},
        body: '',
        isCut: false,
        durationMs: 1,
      } as const;
      return Promise.resolve(answer);
    },
    counts: () => ({ calls: 0, idleConnections: 0 }),
    close: () => undefined,
  };
  return { ...(await makeWorkspace(database)), accounts: accounts.tools, outbound, calls };
}

async function signInMember(context: Awaited<ReturnType<typeof openWorkspace>>) {
  const person = await makePerson(context, 'member');
  return { ...person, mine: await signInAs(makeAnonymous(database), person) };
}

async function listAudited(workspaceId: string) {
  const entries = await database.asSystem((executor) => listAuditEntries(executor, workspaceId));
  return entries.filter(({ action }) => action.startsWith('alert-receiver.')).toReversed();
}

/** Verifies the signature as the webhook scheme describes it, independently of the production code. */
function isValid({ headers = {}, body }: Call, secret: string): boolean {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${String(body)}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

test('alert receivers must be on the public internet, and are not called when they resolve to a private address', async () => {
  const context = await openWorkspace();
  for (const url of [
    'http://127.0.0.1/',
    'http://10.0.0.1/x',
    'http://localhost/',
    'ftp://a.example/',
    'http://[::1]/',
  ])
    await expect(createWebhook({ ...context, outboundAllow: [] }, { url })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  const { id } = await createWebhook(context, { url: 'https://rebound.example.com/' });
  const privateNetwork = makeTestClient([], { lookUp: () => Promise.resolve(['10.0.0.1']) });
  expect(await testReceiver({ ...context, outbound: privateNetwork }, id)).toMatchObject({
    isOk: false,
    error: 'blocked_address',
  });
});

test('alert receivers have a secret that is shown once, stored encrypted and replaced on rotation, and a test call that returns its result', async () => {
  const context = await openWorkspace();
  const { id, secret } = await createWebhook(context, webhook);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await testReceiver(context, id)).toMatchObject({ isOk: true, status: 200, error: null });
  const { secret: other } = await rotateReceiverSecret(context, id);
  await testReceiver(context, id);
  expect(context.calls.map((call) => [isValid(call, secret), isValid(call, other)])).toEqual([
    [true, false],
    [false, true],
  ]);
  const stored = await database.asSystem((executor) =>
    sql<{ row: string }>`SELECT alert_receivers::text AS row FROM alert_receivers WHERE id = ${id}`.execute(
      executor,
    ),
  );
  expect(stored.rows[0]?.row).not.toContain(other.slice(6));
  await removeReceiver(context, id);
  await expect(testReceiver(context, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a failed test call is recorded as the last result of the receiver', async () => {
  const context = await openWorkspace(503);
  const { id } = await createWebhook(context, webhook);
  expect((await listReceivers(context)).receivers).toMatchObject([
    { id, type: 'webhook', to: webhook.url, last: null },
  ]);
  expect(await testReceiver(context, id)).toMatchObject({ isOk: false, status: 503, error: null });
  expect((await listReceivers(context)).receivers).toMatchObject([{ last: { isOk: false, status: 503 } }]);
});

test('alert email is logged once even if it is turned on repeatedly, has no secret and shows the address of the person', async () => {
  const context = await openWorkspace();
  const { mine, email } = await signInMember(context);
  for (const isWanted of [false, true, true])
    expect(await setAlertMail(mine, { isWanted })).toEqual({ isWanted });
  const [receiver] = (await listReceivers(context)).receivers;
  expect(receiver).toMatchObject({ type: 'mail', to: email, last: null });
  await expect(rotateReceiverSecret(context, receiver?.id ?? '')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await setAlertMail(mine, { isWanted: false });
  expect((await listReceivers(context)).receivers).toEqual([]);
  expect(await listAudited(context.workspaceId)).toMatchObject([
    {
      action: 'alert-receiver.create',
      changes: [
        { field: 'type', after: 'mail' },
        { field: 'to', after: email },
      ],
    },
    {
      action: 'alert-receiver.delete',
      changes: [
        { field: 'type', before: 'mail' },
        { field: 'to', before: email },
      ],
    },
  ]);
});

test('the audit log names the host of a webhook but not its path, which may be secret', async () => {
  const context = await openWorkspace();
  const { id } = await createWebhook(context, webhook);
  await testReceiver(context, id);
  await rotateReceiverSecret(context, id);
  await removeReceiver(context, id);
  const audited = await listAudited(context.workspaceId);
  expect(audited.map(({ subjectName }) => subjectName)).toEqual(Array(4).fill('hooks.example.com'));
  expect(JSON.stringify(audited)).not.toContain('secret-path');
});

test('a workspace has at most 20 alert receivers', async () => {
  const context = await openWorkspace();
  const { mine } = await signInMember(context);
  for (let count = 0; count < 20; count += 1) await createWebhook(context, webhook);
  const refused = { code: 'CONFLICT', reason: 'too-many', message: tooManyReceivers };
  await expect(createWebhook(context, webhook)).rejects.toMatchObject(refused);
  await expect(setAlertMail(mine, { isWanted: true })).rejects.toMatchObject(refused);
});

test('the alert summary says whether the person gets email and whether email can be sent', async () => {
  const context = await openWorkspace();
  const { mine } = await signInMember(context);
  const summary = { open: 0, receivers: 0, isMailed: false, canSendMail: true };
  expect(await summarizeAlerts(mine)).toEqual(summary);
  const withoutMail = { ...mine, accounts: { ...accounts.tools, mailer: undefined } };
  expect(await summarizeAlerts(withoutMail)).toEqual({ ...summary, canSendMail: false });
});
