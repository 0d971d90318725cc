import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeVapidKeys } from '../../src/platform/web-push/vapid.ts';
import { newId } from '../../src/platform/ids.ts';
import { addDevice, listDevices, removeDevice, testDevice } from '../../src/services/alerts/devices.ts';
import { notifyDue } from '../../src/services/alerts/notify-receiver.ts';
import {
  createWebhook,
  listReceivers,
  removeReceiver,
  rotateReceiverSecret,
  testReceiver,
} from '../../src/services/alerts/receivers.ts';
import { systemActor } from '../../src/services/context.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { insertAlertMessage } from '../../src/store/alerts/alert-messages.ts';
import { savePushKeys } from '../../src/store/alerts/push-keys.ts';
import { Database } from '../../src/store/database/database.ts';
import { readVapid } from '../../src/testing/push/decrypt-push.ts';
import { startPushService } from '../../src/testing/push/push-service.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import {
  makeAnonymous,
  makePerson,
  ManualClock,
  signInAs,
  TestAccounts,
} from '../../src/testing/workspaces/people.ts';

vi.mock(
  '../../src/platform/password-hash.ts',
  () => import('../../src/testing/workspaces/cheap-password-hash.ts'),
);
vi.mock(
  '../../src/platform/password-strength.ts',
  () => import('../../src/testing/workspaces/cheap-password-strength.ts'),
);

const chromeOnAndroid =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36';
const clock = new ManualClock();
const accounts = new TestAccounts();
const openedAt = '2026-11-16T09:00:00.000Z';
let databaseUrl: string;
let database: Database;
let service: Awaited<ReturnType<typeof startPushService>>;

beforeAll(async () => {
  // An own database, because the worker in this file takes the due messages of all workspaces.
  databaseUrl = await makeDatabase();
  await migratePostgresSchema(databaseUrl);
  database = new Database(databaseUrl, { connectionsMax: 4, secret: 'test secret' });
  service = await startPushService();
  await database.asSystem((executor) => savePushKeys(executor, makeVapidKeys()));
});

beforeEach(() => {
  service.received.length = 0;
  service.state.answer = () => ({ status: 201 });
});

afterAll(async () => {
  service.close();
  await database.close();
});

async function openWorkspace() {
  const { outbound, outboundAllow } = service;
  return { ...(await makeWorkspace(database, clock.now)), accounts: accounts.tools, outbound, outboundAllow };
}

type Workspace = Awaited<ReturnType<typeof openWorkspace>>;

async function signInMember(context: Workspace, role: 'admin' | 'viewer' = 'viewer') {
  const person = await makePerson(context, role);
  const anonymous = makeAnonymous(database, { now: clock.now, accounts: accounts.tools });
  const { outbound, outboundAllow } = context;
  const signedIn = { ...(await signInAs(anonymous, person)), outbound, outboundAllow };
  return { ...signedIn, userAgent: chromeOnAndroid, email: person.email };
}

function alertAbout(name: string, recovered = false) {
  return {
    id: newId(),
    kind: 'lost-traffic' as const,
    message: '0 visits in the last 6 hours.',
    subject: { type: 'campaign' as const, id: newId(), name },
    count: null,
    openedAt,
    recoveredAt: recovered ? openedAt : null,
  };
}

type Alert = Omit<ReturnType<typeof alertAbout>, 'kind'> & { kind: 'lost-traffic' | 'expiring-key' };

async function queueMessage({ workspaceId }: Workspace, opened: Alert[], recovered: Alert[] = []) {
  const data = { workspace: { id: workspaceId, name: 'Main' }, opened, recovered };
  const message = { id: newId(), type: 'alerts.changed' as const, data, now: clock.now() };
  await database.asSystem((executor) => insertAlertMessage(executor, workspaceId, message));
  return message.id;
}

async function sendDue(context: Workspace): Promise<number> {
  const tools = { outbound: service.outbound, mailer: undefined, panelUrl: 'https://panel.example.com' };
  return await notifyDue({ ...context, actor: systemActor('worker') }, tools);
}

async function listAudited({ workspaceId }: Workspace) {
  const entries = await database.asSystem((executor) => listAuditEntries(executor, workspaceId));
  return entries.filter(({ action }) => action.startsWith('alert-receiver.')).toReversed();
}

const topicOf = (id: string) => id.replaceAll('-', '');

describe('a device', () => {
  test('gets an encrypted, signed message when an alert opens, and one that replaces it when the alert is resolved', async () => {
    const context = await openWorkspace();
    const member = await signInMember(context);
    await addDevice(member, service.subscribe());
    const alert = alertAbout('Germany, push');
    await queueMessage(context, [alert]);
    expect(await sendDue(context)).toBe(1);
    await queueMessage(context, [], [{ ...alert, recoveredAt: openedAt }]);
    await sendDue(context);
    const { publicKey } = await listDevices(member);
    const path = `/alerts?ws=${context.workspaceId}`;
    const shown = { tag: alert.id, body: 'Germany, push: 0 visits in the last 6 hours.' };
    expect(service.received.map(({ content }) => content)).toEqual([
      { path, notifications: [{ ...shown, title: 'Alert: Main' }] },
      { path, notifications: [{ ...shown, title: 'Resolved: Main' }] },
    ]);
    expect(service.received).toMatchObject([
      {
        headers: { ttl: '86400', urgency: 'high', topic: topicOf(alert.id), 'content-encoding': 'aes128gcm' },
      },
      { headers: { ttl: '86400', urgency: 'normal', topic: topicOf(alert.id) } },
    ]);
    const vapid = readVapid(service.received[0]?.headers.authorization ?? '');
    expect(vapid).toMatchObject({
      isValid: true,
      publicKey,
      claims: { aud: `https://${service.host}`, sub: 'https://panel.example.com' },
    });
    expect((await listDevices(member)).devices).toMatchObject([{ last: { isOk: true, status: 201 } }]);
  });

  test('gets only the alerts that the role of its member may see', async () => {
    const context = await openWorkspace();
    const [viewer, admin] = [await signInMember(context), await signInMember(context, 'admin')];
    const [ofViewer, ofAdmin] = [service.subscribe(), service.subscribe()];
    await addDevice(viewer, ofViewer);
    await addDevice(admin, ofAdmin);
    await queueMessage(context, [{ ...alertAbout('Key'), kind: 'expiring-key' }]);
    await sendDue(context);
    expect(service.received.map(({ path }) => path)).toEqual([new URL(ofAdmin.endpoint).pathname]);
  });

  test.each([404, 410])(
    'is removed when the push service answers %d, with an audit log entry',
    async (status) => {
      const context = await openWorkspace();
      const member = await signInMember(context);
      await addDevice(member, service.subscribe());
      service.state.answer = () => ({ status });
      await queueMessage(context, [alertAbout('A')]);
      await sendDue(context);
      expect((await listDevices(member)).devices).toEqual([]);
      expect((await listAudited(context)).at(-1)).toMatchObject({
        action: 'alert-receiver.delete',
        actorType: 'system',
        subjectName: `Chrome on Android (${service.host}), ${member.email}`,
        details: { status },
      });
      clock.advance(86_400_000);
      expect(await sendDue(context)).toBe(0);
    },
  );

  test.each([429, 500])(
    'gets the message again after the time that the push service names with %d',
    async (status) => {
      const context = await openWorkspace();
      await addDevice(await signInMember(context), service.subscribe());
      service.state.answer = () =>
        service.received.length === 1 ? { status, headers: { 'retry-after': '600' } } : { status: 201 };
      const id = await queueMessage(context, [alertAbout('A'), alertAbout('B')]);
      await sendDue(context);
      clock.advance(599_000);
      expect(await sendDue(context)).toBe(0);
      clock.advance(1_000);
      expect(await sendDue(context)).toBe(1);
      expect(service.received.map(({ headers }) => headers['topic'])).toEqual([topicOf(id), topicOf(id)]);
    },
  );

  test('gets a shorter message when the push service answers 413', async () => {
    const context = await openWorkspace();
    await addDevice(await signInMember(context), service.subscribe());
    service.state.answer = ({ bytes }) => ({ status: bytes > 1_000 ? 413 : 201 });
    const name = 'Long name '.repeat(20);
    await queueMessage(
      context,
      [1, 2, 3, 4].map(() => alertAbout(name)),
    );
    await sendDue(context);
    expect(service.received.map(({ bytes }) => bytes > 1_000)).toEqual([true, false]);
    expect((await listReceivers(context)).receivers).toMatchObject([{ last: { isOk: true, status: 201 } }]);
  });

  test.each([400, 403])(
    'shows the words of a push service that refuses a message with %d, without the endpoint',
    async (status) => {
      const context = await openWorkspace();
      const member = await signInMember(context);
      const subscription = service.subscribe();
      const { id } = await addDevice(member, subscription);
      const body = `<h1>No</h1>\n${subscription.endpoint} ${subscription.endpoint.slice(-36)} ${'x'.repeat(500)}`;
      service.state.answer = () => ({ status, body });
      expect(await testDevice(member, id)).toMatchObject({
        isOk: false,
        status,
        error: `No … … ${'x'.repeat(193)}`,
      });
      await queueMessage(context, [alertAbout('A')]);
      await sendDue(context);
      clock.advance(86_400_000);
      expect(await sendDue(context)).toBe(0);
      expect(JSON.stringify(await listReceivers(context))).not.toContain(subscription.endpoint.slice(-36));
    },
  );

  test('gets no message if its host resolves to a private address', async () => {
    const context = await openWorkspace();
    const member = await signInMember(context);
    const subscription = service.subscribe();
    const { id } = await addDevice(member, { ...subscription, endpoint: 'https://rebound.example.com/x' });
    expect(await testDevice(member, id)).toMatchObject({ isOk: false, error: 'blocked_address' });
    expect(service.received).toEqual([]);
  });

  test('is removed when its member leaves the workspace', async () => {
    const context = await openWorkspace();
    const member = await signInMember(context);
    await addDevice(member, service.subscribe());
    await createWebhook(context, { url: 'https://hooks.example.com/' });
    await database.asSystem((executor) =>
      sql`DELETE FROM memberships WHERE user_id = ${member.actor.id}`.execute(executor),
    );
    expect((await listReceivers(context)).receivers).toMatchObject([{ type: 'webhook' }]);
    expect(await sendDue(context)).toBe(0);
  });
});

describe('the list of devices', () => {
  test('names browser and push service, and recognizes a subscription by its fingerprint only', async () => {
    const context = await openWorkspace();
    const member = await signInMember(context);
    const subscription = service.subscribe();
    const { id } = await addDevice(member, subscription);
    const fingerprint = createHash('sha256').update(subscription.endpoint).digest('base64url');
    const listed = await listDevices(member);
    expect(listed.devices).toEqual([
      {
        id,
        name: 'Chrome on Android',
        service: service.host,
        fingerprint,
        createdAt: clock.now().toISOString(),
        last: null,
      },
    ]);
    expect((await listReceivers(context)).receivers).toMatchObject([
      { type: 'push', to: `Chrome on Android (${service.host}), ${member.email}` },
    ]);
    const { rows } = await database.asSystem((executor) =>
      sql<{ row: string }>`SELECT alert_receivers::text AS row FROM alert_receivers WHERE id = ${id}`.execute(
        executor,
      ),
    );
    const secrets = [subscription.endpoint.slice(-36), subscription.p256dh, subscription.auth];
    const shown = [rows, listed, await listReceivers(context), await listAudited(context)];
    expect(secrets.filter((secret) => JSON.stringify(shown).includes(secret))).toEqual([]);
  });

  test('contains only devices of the caller, who can neither test nor remove others', async () => {
    const context = await openWorkspace();
    const [one, other] = [await signInMember(context), await signInMember(context, 'admin')];
    const { id } = await addDevice(one, service.subscribe());
    expect((await listDevices(other)).devices).toEqual([]);
    const missing = { code: 'NOT_FOUND', message: 'Device not found' };
    await expect(testDevice(other, id)).rejects.toMatchObject(missing);
    await expect(removeDevice(other, id)).rejects.toMatchObject(missing);
    await expect(removeDevice(one, 'x')).rejects.toMatchObject(missing);
    await expect(testReceiver(one, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await testReceiver({ ...context, ...other }, id)).toMatchObject({ isOk: true, status: 201 });
    await expect(rotateReceiverSecret(context, id)).rejects.toMatchObject({ message: 'Webhook not found' });
    expect(await removeReceiver(other, id)).toBeNull();
    expect((await listDevices(one)).devices).toEqual([]);
  });

  test('keeps a browser as one device when it subscribes again or its subscription is replaced', async () => {
    const context = await openWorkspace();
    const member = await signInMember(context);
    const [first, second] = [service.subscribe(), service.subscribe()];
    const { id } = await addDevice(member, first);
    expect(await addDevice(member, first)).toMatchObject({ id });
    expect(await addDevice(member, { ...second, replaces: first.endpoint })).toMatchObject({ id });
    await expect(addDevice(member, { ...second, replaces: first.endpoint })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await testDevice(member, id);
    expect(service.received.map(({ path }) => path)).toEqual([new URL(second.endpoint).pathname]);
    await removeDevice(member, id);
    expect((await listAudited(context)).map(({ action }) => action.replace('alert-receiver.', ''))).toEqual([
      'create',
      'renew',
      'renew',
      'test',
      'delete',
    ]);
  });

  test('moves a browser to the member who adds it last', async () => {
    const context = await openWorkspace();
    const [one, other] = [await signInMember(context), await signInMember(context)];
    const subscription = service.subscribe();
    await addDevice(one, subscription);
    await addDevice(other, subscription);
    expect((await listDevices(one)).devices).toEqual([]);
    expect((await listDevices(other)).devices).toHaveLength(1);
  });

  test('has at most 5 devices of a member and 20 receivers of a workspace, even if they are added at once', async () => {
    const context = await openWorkspace();
    const member = await signInMember(context);
    const added = await Promise.allSettled(
      Array.from({ length: 8 }, async () => await addDevice(member, service.subscribe())),
    );
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(added.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'CONFLICT', reason: 'too-many', message: expect.stringContaining('5 devices') },
    });
    for (let count = 5; count < 20; count += 1)
      await createWebhook(context, { url: 'https://hooks.example.com/' });
    await expect(addDevice(await signInMember(context), service.subscribe())).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('20 alert receivers'),
    });
  });
});

test.each<[string, object, string]>([
  ['an endpoint over HTTP', { endpoint: 'http://push.example.com/x' }, 'endpoint: must start with https://'],
  ['an endpoint on this machine', { endpoint: 'https://localhost/x' }, 'endpoint: must have a host'],
  ['an endpoint that is no URL', { endpoint: 'push' }, 'endpoint: '],
  ['an endpoint of 1001 characters', { endpoint: `https://a.example/${'x'.repeat(983)}` }, 'at most 1000'],
  ['a short key', { p256dh: 'B'.repeat(86) }, 'p256dh: must be a P-256 public key of 65 bytes'],
  ['a key that is not on the curve', { p256dh: `B${'A'.repeat(86)}` }, 'must be a point on the curve P-256'],
  ['an authentication secret of 15 bytes', { auth: 'A'.repeat(20) }, 'auth: must be 16 bytes'],
  ['an unknown field', { expirationTime: null }, 'expirationTime: unknown field'],
])('addDevice refuses %s', async (_, change, message) => {
  const member = await signInMember(await openWorkspace());
  const input = { ...service.subscribe(), ...change };
  await expect(addDevice({ ...member, outboundAllow: [] }, input)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining(message),
  });
});

test('the keys of the installation stay the same, and are replaced only when they cannot be decrypted', async () => {
  const member = await signInMember(await openWorkspace());
  const { publicKey } = await listDevices(member);
  expect(await database.asSystem((executor) => savePushKeys(executor, makeVapidKeys()))).toMatchObject({
    publicKey,
  });
  await addDevice(member, service.subscribe());
  const withoutSecret = new Database(databaseUrl, { connectionsMax: 1 });
  const later = new Database(databaseUrl, { connectionsMax: 1, secret: 'a later secret' });
  expect(await listDevices({ ...member, database: withoutSecret })).toMatchObject({ publicKey: null });
  const listed = await listDevices({ ...member, database: later });
  expect(listed).toMatchObject({ devices: [{ fingerprint: null }] });
  expect(listed.publicKey).not.toBe(publicKey);
  expect(await testDevice({ ...member, database: later }, listed.devices[0]?.id ?? '')).toMatchObject({
    isOk: false,
    error: 'sealed_device',
  });
  await Promise.all([withoutSecret.close(), later.close()]);
});
