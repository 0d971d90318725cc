import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import type { AlertTools } from '../../src/services/alerts/notify-receiver.ts';
import { leaseMs, notifyDue } from '../../src/services/alerts/notify-receiver.ts';
import {
  listAlerts,
  listOpenAlerts,
  purgeAlerts,
  summarizeAlerts,
} from '../../src/services/alerts/alerts.ts';
import { createWebhook, listReceivers, setAlertMail } from '../../src/services/alerts/receivers.ts';
import { gatherMs, watchAlerts, watchWorkspace } from '../../src/services/alerts/watch-alerts.ts';
import { changeAlertRule, listAlertRules } from '../../src/services/attention/alert-rules.ts';
import { listAttention } from '../../src/services/attention/list-attention.ts';
import type { InstallationTools, StatusReading, ReadCertificate } from '../../src/services/tools.ts';
import { systemActor, type WorkspaceContext } from '../../src/services/context.ts';
import { revokeKey } from '../../src/services/keys/keys.ts';
import type { OutboundClient } from '../../src/services/outbound/create-outbound-client.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { insertConversions, lockVisits } from '../../src/store/conversions/conversions.ts';
import { insertPostbackJobs } from '../../src/store/postbacks/postback-jobs.ts';
import { Database } from '../../src/store/database/database.ts';
import { makePostbackJob } from '../../src/testing/attribution/postback-jobs.ts';
import { makeStoredConversion } from '../../src/testing/attribution/stored-conversion.ts';
import { testInstallation } from '../../src/testing/http/api-server.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { makeCertificate } from '../../src/testing/outbound/make-certificate.ts';
import { makeTestClient } from '../../src/testing/outbound/outbound.ts';
import { insertEventRows } from '../../src/testing/traffic/insert-event-rows.ts';
import { openUnreachableTraffic, openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeCampaign, makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import {
  signInAs,
  makePerson,
  makeAnonymous,
  ManualClock,
  TestAccounts,
} from '../../src/testing/workspaces/people.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const clock = new ManualClock();
const accounts = new TestAccounts();
const status: StatusReading = { readiness: { status: 'ready', checks: [] }, figures: [] };
const disk = { freeBytes: 50, totalBytes: 100 };
const installation: InstallationTools = {
  ...testInstallation,
  hasPublicUrl: true,
  secureHosts: ['panel.example.com'],
  readStatus: () => Promise.resolve(status),
  readDisk: () => Promise.resolve(disk),
};
const traffic = openTestTraffic();
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
let responseStatus = 200;
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    response.writeHead(responseStatus).end();
  });
});
let database: Database;
type AlertContext = Awaited<ReturnType<typeof openWorkspace>>;
let first: AlertContext;
let outbound: OutboundClient;
let tools: AlertTools;
let port: number;

beforeAll(async () => {
  const url = await makeDatabase();
  await migratePostgresSchema(url);
  database = new Database(url, { connectionsMax: 4, secret: 'test secret' });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  port = (receiver.address() as AddressInfo).port;
  outbound = makeTestClient([port]);
  tools = { outbound, mailer: accounts.tools.mailer, panelUrl: 'https://panel.example.com' };
  first = await openWorkspace();
});

beforeEach(() => {
  received.length = 0;
  accounts.mails.length = 0;
  responseStatus = 200;
  status.readiness.checks = [];
  status.figures = [];
  disk.freeBytes = 50;
});

afterAll(async () => {
  receiver.close();
  outbound.close();
  await traffic.close();
  await database.close();
});

async function openWorkspace() {
  const context = await makeWorkspace(database, clock.now);
  const outboundAllow = [{ range: '127.0.0.0/8', port }];
  // Traffic freshness is measured with the database clock, which the test clock does not control.
  await changeAlertRule(context, 'late-traffic', { isOn: false });
  const readCertificate: ReadCertificate = () => Promise.resolve(undefined);
  const ownTools = { traffic, installation, outbound, readCertificate, accounts: accounts.tools };
  return { ...context, ...ownTools, outboundAllow };
}

const asWorker = (context: AlertContext) => ({ ...context, actor: systemActor('worker') });

/** Advances the clock (by one minute unless specified), checks the workspace once, and sends all due notifications. */
async function checkAlerts(context: AlertContext, passedMs = minuteMs): Promise<void> {
  clock.advance(passedMs);
  await watchWorkspace(asWorker(context), { numbersAt: null, certificatesAt: null });
  while ((await notifyDue(asWorker(context), tools)) > 0);
}

const kindsOf = async (context: WorkspaceContext, state: 'open' | 'past') =>
  (await listAlerts(context, { state })).items.map(({ kind }) => kind);

async function pauseReceiver(context: WorkspaceContext, origin = 'https://ads.example.com'): Promise<void> {
  await database.asSystem((executor) =>
    sql`INSERT INTO postback_hosts (workspace_id, origin, failures, failing_since, last_error, pauses, paused_at, paused_until)
      VALUES (${context.workspaceId}, ${origin}, 14, now(), 'connect', 1, now(), now() + interval '10 days')`.execute(
      executor,
    ),
  );
}

async function clearPausedReceivers(context: WorkspaceContext): Promise<void> {
  await database.asSystem((executor) =>
    sql`DELETE FROM postback_hosts WHERE workspace_id = ${context.workspaceId}`.execute(executor),
  );
}

/** Verifies the signature as the webhook scheme describes it, independently of the production code. */
function isValid({ headers, body }: (typeof received)[number], secret: string): boolean {
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

const webhook = () => ({ url: `http://hooks.example.com:${port}/in` });

describe('an alert', () => {
  test('sends one notification when it starts and one when it is resolved, by webhook and by email', async () => {
    const context = await openWorkspace();
    const { secret } = await createWebhook(context, webhook());
    const person = await makePerson(context, 'viewer');
    const viewer = await signInAs(
      makeAnonymous(database, { now: clock.now, accounts: accounts.tools }),
      person,
    );
    expect(await setAlertMail(viewer, { isWanted: true })).toEqual({ isWanted: true });
    await checkAlerts(context);
    expect([received, accounts.mails]).toEqual([[], []]);
    await pauseReceiver(context);
    await checkAlerts(context);
    await checkAlerts(context);
    expect(received).toHaveLength(1);
    const [call] = received;
    expect(call === undefined ? false : isValid(call, secret)).toBe(true);
    expect(JSON.parse(call?.body ?? '')).toMatchObject({
      type: 'alerts.changed',
      data: {
        workspace: { id: context.workspaceId },
        opened: [
          { kind: 'paused-receiver', subject: { name: 'https://ads.example.com' }, recoveredAt: null },
        ],
        recovered: [],
        openedCount: 1,
      },
    });
    expect(accounts.mails).toMatchObject([{ to: person.email, subject: expect.stringMatching(/: 1 new$/) }]);
    expect(accounts.mails[0]?.text).toContain('ads.example.com: Paused after 14 failed attempts in a row');
    expect((await listAlerts(context, {})).items).toMatchObject([
      { kind: 'paused-receiver', told: 2, toldWaiting: 0 },
    ]);
    await clearPausedReceivers(context);
    for (let minute = 0; minute < 8; minute += 1) await checkAlerts(context);
    expect(received).toHaveLength(2);
    expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
      data: { opened: [], recovered: [{ kind: 'paused-receiver', recoveredAt: expect.any(String) }] },
    });
    expect(accounts.mails).toMatchObject([{}, { subject: expect.stringMatching(/: 1 resolved$/) }]);
    expect([await kindsOf(context, 'open'), await kindsOf(context, 'past')]).toEqual([
      [],
      ['paused-receiver'],
    ]);
    // The same problem opens a new alert when it occurs again.
    await pauseReceiver(context);
    await checkAlerts(context, gatherMs);
    expect(received).toHaveLength(3);
  });

  test('is sent in one message with all other new alerts, and at most one message is sent every five minutes', async () => {
    const context = await openWorkspace();
    await createWebhook(context, webhook());
    for (let host = 0; host < 60; host += 1) await pauseReceiver(context, `https://h${host}.example.com`);
    await checkAlerts(context);
    expect(received).toHaveLength(1);
    const { data } = JSON.parse(received[0]?.body ?? '') as {
      data: { opened: unknown[]; openedCount: number };
    };
    expect([data.opened.length, data.openedCount]).toEqual([20, 60]);
    await pauseReceiver(context, 'https://one-more.example.com');
    await checkAlerts(context);
    expect(received).toHaveLength(1);
    await checkAlerts(context, gatherMs - minuteMs - 1);
    expect(received).toHaveLength(1);
    await checkAlerts(context, 1);
    expect(received).toHaveLength(2);
    await clearPausedReceivers(context);
    await checkAlerts(context, 10 * minuteMs);
    expect(received).toHaveLength(3);
  });

  test('remains open while its data is unavailable, and sends no notification when its rule is off', async () => {
    const context = await openWorkspace();
    const campaign = await makeCampaign(context);
    await insertEventRows(
      traffic,
      visitsOf(context, campaign.id, { count: 40, at: clock.now().getTime() - dayMs - minuteMs }),
    );
    await checkAlerts(context);
    expect(await kindsOf(context, 'open')).toEqual(['lost-traffic']);
    const unavailable = { ...context, traffic: openUnreachableTraffic() };
    for (let minute = 0; minute < 8; minute += 1) await checkAlerts(unavailable);
    expect(await kindsOf(context, 'open')).toEqual(['lost-traffic']);
    await createWebhook(context, webhook());
    expect(await changeAlertRule(context, 'lost-traffic', { isOn: false })).toMatchObject({
      isOn: false,
      isChanged: true,
    });
    await checkAlerts(context, 10 * minuteMs);
    expect([await kindsOf(context, 'open'), received]).toEqual([[], []]);
  });
});

describe('alert notifications', () => {
  test('are retried with the same ID until accepted, and dropped when rejected permanently', async () => {
    const context = await openWorkspace();
    await createWebhook(context, webhook());
    await pauseReceiver(context);
    responseStatus = 503;
    await checkAlerts(context);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      clock.advance(10 * minuteMs);
      await notifyDue(asWorker(context), tools);
    }
    responseStatus = 200;
    clock.advance(60 * minuteMs);
    await notifyDue(asWorker(context), tools);
    clock.advance(dayMs);
    expect(await notifyDue(asWorker(context), tools)).toBe(0);
    expect(received.length).toBeGreaterThan(3);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await listReceivers(context)).receivers).toMatchObject([
      { type: 'webhook', last: { isOk: true, status: 200 } },
    ]);
    responseStatus = 410;
    await clearPausedReceivers(context);
    await checkAlerts(context, 20 * minuteMs);
    expect((await listReceivers(context)).receivers).toMatchObject([{ last: { isOk: false, status: 410 } }]);
    clock.advance(dayMs);
    expect(await notifyDue(asWorker(context), tools)).toBe(0);
  });

  test('are resent with the same ID by another worker if the first worker is killed while sending', async () => {
    const context = await openWorkspace();
    await createWebhook(context, webhook());
    await pauseReceiver(context);
    clock.advance(minuteMs);
    await watchWorkspace(asWorker(context), { numbersAt: null, certificatesAt: null });
    // The request arrives, but the worker is killed before it records the result.
    const { signal } = new AbortController();
    const killed: OutboundClient = {
      ...bindMethods(outbound),
      send: async (call) => {
        expect(call.signal).toBe(signal);
        await outbound.send(call);
        throw new Error('killed');
      },
    };
    const notifying = notifyDue(asWorker(context), { ...tools, outbound: killed }, signal);
    await expect(notifying).rejects.toThrow('killed');
    expect(await notifyDue(asWorker(context), tools)).toBe(0);
    clock.advance(leaseMs);
    expect(await notifyDue(asWorker(context), tools)).toBe(1);
    expect(received).toHaveLength(2);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('are sent once per alert when several workers check at the same time', async () => {
    const context = await openWorkspace();
    await createWebhook(context, webhook());
    await pauseReceiver(context);
    clock.advance(minuteMs);
    await Promise.all([1, 2, 3].map(() => watchAlerts(asWorker(context))));
    while ((await notifyDue(asWorker(context), tools)) > 0);
    expect(received.filter(({ body }) => body.includes(context.workspaceId))).toHaveLength(1);
    expect(await kindsOf(context, 'open')).toEqual(['paused-receiver']);
  });

  test('are not delayed by a workspace whose check fails, and the job reports the failure', async () => {
    const context = await openWorkspace();
    await pauseReceiver(context);
    clock.advance(minuteMs);
    const broken = { ...installation, readStatus: () => Promise.reject(new Error('broken')) };
    const watching = watchAlerts({ ...asWorker(context), installation: broken });
    await expect(watching).rejects.toThrow('broken');
    expect(await kindsOf(context, 'open')).toEqual(['paused-receiver']);
  });
});

describe('alert receivers', () => {
  test('receive email only about alerts they may see, and none after leaving the workspace', async () => {
    const context = await openWorkspace();
    const viewer = await makePerson(context, 'viewer');
    const admin = await makePerson(context, 'admin');
    for (const person of [viewer, admin])
      await setAlertMail(
        await signInAs(makeAnonymous(database, { now: clock.now, accounts: accounts.tools }), person),
        { isWanted: true },
      );
    await makeKey(context);
    await changeAlertRule(context, 'expiring-key', { isOn: true, threshold: 60 });
    await checkAlerts(context);
    expect(accounts.mails.map(({ to }) => to)).toEqual([admin.email]);
    const asViewer = {
      ...context,
      actor: { type: 'user', id: viewer.id, label: 'v', role: 'viewer' } as const,
    };
    expect(await kindsOf(asViewer, 'open')).toEqual([]);
    expect(await summarizeAlerts(asViewer)).toEqual({
      open: 0,
      isMailed: true,
      canSendMail: true,
      receivers: 2,
    });
    await database.asSystem((executor) =>
      sql`DELETE FROM memberships WHERE user_id = ${viewer.id}`.execute(executor),
    );
    expect((await listReceivers(context)).receivers).toHaveLength(1);
  });
});

test('installation alerts open only in the first workspace', async () => {
  const later = await openWorkspace();
  status.readiness.checks = [
    { name: 'worker/traffic', ok: false, essential: false, since: '', message: 'not responding' },
  ];
  status.figures = [
    { name: 'waypost_edge_geo_age_days', labels: {}, value: 400 },
    { name: 'waypost_edge_spool_visits_backlog_bytes', labels: {}, value: 250_000_000 },
  ];
  disk.freeBytes = 4;
  const readCertificate = (host: string) =>
    Promise.resolve(host === 'panel.example.com' ? new Date(clock.now().getTime() + 5 * dayMs) : undefined);
  for (let minute = 0; minute < 3; minute += 1) {
    await checkAlerts({ ...first, readCertificate });
    await checkAlerts({ ...later, readCertificate });
  }
  const openKinds = await kindsOf(first, 'open');
  expect(openKinds.toSorted()).toEqual([
    'expiring-certificate',
    'growing-spool',
    'low-disk',
    'old-geo-files',
    'part-failing',
  ]);
  expect(await kindsOf(later, 'open')).toEqual([]);
  // Alerts whose data cannot be read remain open.
  const unreadable = {
    readStatus: () => Promise.resolve(undefined),
    readDisk: () => Promise.resolve(undefined),
  };
  const blind = { ...first, readCertificate, installation: { ...installation, ...unreadable } };
  await checkAlerts(blind, 10 * minuteMs);
  expect(await kindsOf(first, 'open')).toEqual(openKinds);
  const kinds = async (context: WorkspaceContext) =>
    (await listAlertRules(context)).rules.map(({ kind }) => kind);
  expect(await kinds(first)).toContain('low-disk');
  expect(await kinds(later)).not.toContain('low-disk');
  await expect(changeAlertRule(later, 'low-disk', { isOn: false })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(changeAlertRule(first, 'low-disk', { isOn: true, threshold: 100 })).rejects.toThrow(
    'must be between 1 and 90',
  );
  expect(
    (await listOpenAlerts(first)).filter(({ workspaceId }) => workspaceId === first.workspaceId),
  ).toHaveLength(5);
  status.readiness.checks = [];
  disk.freeBytes = 50;
  await checkAlerts({ ...first, readCertificate }, 10 * minuteMs);
  expect((await kindsOf(first, 'open')).toSorted()).toEqual([
    'expiring-certificate',
    'growing-spool',
    'old-geo-files',
  ]);
  status.figures = [
    { name: 'waypost_edge_geo_age_days', labels: {}, value: 1 },
    { name: 'waypost_edge_spool_visits_backlog_bytes', labels: {}, value: 1_000 },
  ];
  await checkAlerts({ ...first, readCertificate }, 10 * minuteMs);
  expect(await kindsOf(first, 'open')).toEqual(['expiring-certificate']);
});

test('alerts for expiring keys and failed postbacks remain open until the cause is fixed', async () => {
  const context = await openWorkspace();
  const { workspaceId } = context;
  const { id: campaignId } = await makeCampaign(context);
  const { id: keyId } = await makeKey(context);
  await changeAlertRule(context, 'expiring-key', { isOn: true, threshold: 60 });
  const addFailedPostbacks = async (count: number) => {
    const job = { workspaceId, campaignId, url: 'https://gone.example/p' };
    const jobs = Array.from({ length: count }, () => makePostbackJob(job));
    await database.asSystem(async (executor) => {
      await insertPostbackJobs(executor, jobs);
      await sql`UPDATE postback_jobs SET state = 'failed', finished_at = ${clock.now()}
        WHERE workspace_id = ${workspaceId}`.execute(executor);
    });
  };
  await addFailedPostbacks(4);
  await checkAlerts(context);
  expect(await kindsOf(context, 'open')).toEqual(['expiring-key']);
  await addFailedPostbacks(1);
  await checkAlerts(context);
  expect((await kindsOf(context, 'open')).toSorted()).toEqual(['expiring-key', 'failed-postbacks']);
  await revokeKey(context, keyId);
  await database.asSystem((executor) =>
    sql`UPDATE postback_jobs SET state = 'delivered' WHERE workspace_id = ${workspaceId}`.execute(executor),
  );
  await checkAlerts(context, 10 * minuteMs);
  expect(await kindsOf(context, 'open')).toEqual([]);
  expect((await kindsOf(context, 'past')).toSorted()).toEqual(['expiring-key', 'failed-postbacks']);
});

test('an alert opens for a served certificate that expires soon or is invalid, and closes when the certificate is replaced', async () => {
  const host = 'panel.example.com';
  const { cert: authority, signer } = makeCertificate({ isAuthority: true });
  const certificateFor = (days: number) =>
    makeCertificate({ hosts: [host], signer, validUntil: new Date(clock.now().getTime() + days * dayMs) });
  const server = createTlsServer(certificateFor(5)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: tlsPort } = server.address() as AddressInfo;
  const client = makeTestClient([tlsPort], { certificateAuthorities: [authority] });
  const shown = `${host}:${tlsPort}`;
  const tlsInstallation = { ...installation, secureHosts: [shown] };
  const readCertificate = (name: string) => client.readCertificate(name);
  const context = { ...first, installation: tlsInstallation, readCertificate };
  const listMessages = async () => {
    const messages = (await listAlerts(first, {})).items.map(({ message }) => message);
    return messages.filter((message) => message.includes(shown));
  };
  await checkAlerts(context);
  expect(await listMessages()).toEqual([
    expect.stringContaining(`The TLS certificate for ${shown} expires in`),
  ]);
  server.setSecureContext(makeCertificate({ hosts: [host] }));
  await checkAlerts(context);
  expect(await listMessages()).toEqual([expect.stringContaining('was issued for a different host')]);
  server.setSecureContext(certificateFor(90));
  clock.advance(10 * minuteMs);
  await watchWorkspace(asWorker(context), { numbersAt: null, certificatesAt: clock.now() });
  expect(await listMessages()).toHaveLength(1);
  await checkAlerts(context);
  expect(await listMessages()).toEqual([]);
  client.close();
  server.close();
});

function visitsOf(
  { workspaceId }: WorkspaceContext,
  campaignId: string,
  { count, at, cost = '0' }: { count: number; at: number; cost?: string },
) {
  return Array.from({ length: count }, () => {
    const id = newId(at);
    return {
      type: 'visit',
      workspace_id: workspaceId,
      campaign_id: campaignId,
      id,
      visit_id: id,
      visits: 1,
      time: at,
      cost,
    } as const;
  });
}

async function convert(
  { workspaceId }: WorkspaceContext,
  campaignId: string,
  { count, at }: { count: number; at: number },
): Promise<void> {
  const conversions = Array.from({ length: count }, () =>
    makeStoredConversion({ workspaceId, campaignId, receivedMs: at }),
  );
  await database.asSystem(async (executor) => {
    await lockVisits(executor, conversions);
    await insertConversions(executor, conversions, clock.now());
  });
}

describeLightStores('traffic metrics in %s', (store) => {
  test('open alerts for spend without conversions and an unusual conversion rate, and the attention list shows the same alerts', async () => {
    const ownTraffic = openTestTraffic(store);
    const context = { ...(await openWorkspace()), traffic: ownTraffic };
    const hour = Math.floor(clock.now().getTime() / 3_600_000) * 3_600_000;
    const [wasteful, unusual] = [await makeCampaign(context), await makeCampaign(context)];
    await insertEventRows(
      ownTraffic,
      visitsOf(context, wasteful.id, { count: 25, at: hour - 2 * 3_600_000, cost: '2' }),
    );
    for (let day = 0; day <= 14; day += 1) {
      const at = hour - day * dayMs - 3 * 3_600_000;
      await insertEventRows(ownTraffic, visitsOf(context, unusual.id, { count: 120, at }));
      await convert(context, unusual.id, { count: day === 0 ? 5 : 60, at });
    }
    await checkAlerts(context);
    const { items } = await listAlerts(context, {});
    expect(items.map(({ kind, subject }) => `${kind} ${subject?.id}`)).toEqual(
      expect.arrayContaining([
        `spend-without-conversions ${wasteful.id}`,
        `unusual-conversion-rate ${unusual.id}`,
      ]),
    );
    expect(items.find(({ kind }) => kind === 'unusual-conversion-rate')?.message).toContain(
      '92% below the average of 50.00%',
    );
    const kinds = (await listAttention(context)).items.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['spend-without-conversions', 'unusual-conversion-rate']));
    await convert(context, wasteful.id, { count: 1, at: hour - 2 * 3_600_000 });
    await convert(context, unusual.id, { count: 55, at: hour - 3 * 3_600_000 });
    clock.advance(10 * minuteMs);
    await watchWorkspace(asWorker(context), { numbersAt: clock.now(), certificatesAt: null });
    expect(await kindsOf(context, 'open')).toHaveLength(2);
    await checkAlerts(context);
    expect(await kindsOf(context, 'open')).toEqual([]);
    expect((await kindsOf(context, 'past')).toSorted()).toEqual([
      'spend-without-conversions',
      'unusual-conversion-rate',
    ]);
    await ownTraffic.close();
  });
});

test('workspaces are checked at most every 50 seconds, metrics every hour and certificates every six hours', async () => {
  const hourMs = 60 * minuteMs;
  const readTimes = async () => {
    const { rows } = await database.asSystem((executor) =>
      sql<{ numbers: Date; certificates: Date }>`
        SELECT numbers_at AS numbers, certificates_at AS certificates FROM alert_watches
        WHERE workspace_id = ${first.workspaceId}`.execute(executor),
    );
    const isNow = (at: Date | undefined) => at?.getTime() === clock.now().getTime();
    return [isNow(rows[0]?.numbers), isNow(rows[0]?.certificates)];
  };
  const watch = async (passedMs: number) => {
    clock.advance(passedMs);
    return { checked: await watchAlerts(asWorker(first)), times: await readTimes() };
  };
  const { checked, times } = await watch(6 * hourMs);
  const { rows: workspaces } = await database.asSystem((executor) =>
    sql`SELECT FROM workspaces`.execute(executor),
  );
  expect([checked, times]).toEqual([workspaces.length, [true, true]]);
  expect(await watch(49_999)).toEqual({ checked: 0, times: [false, false] });
  expect(await watch(1)).toEqual({ checked, times: [false, false] });
  expect(await watch(hourMs - 50_000)).toEqual({ checked, times: [true, false] });
  expect(await watch(5 * hourMs)).toEqual({ checked, times: [true, true] });
});

test('alerts are deleted 90 days after they were resolved', async () => {
  const context = await openWorkspace();
  await pauseReceiver(context);
  await checkAlerts(context);
  await clearPausedReceivers(context);
  await checkAlerts(context, 10 * minuteMs);
  clock.advance(90 * dayMs);
  await purgeAlerts(asWorker(context));
  expect(await kindsOf(context, 'past')).toEqual(['paused-receiver']);
  clock.advance(1);
  expect(await purgeAlerts(asWorker(context))).toBe(1);
  expect(await kindsOf(context, 'past')).toEqual([]);
});

function bindMethods(client: OutboundClient): OutboundClient {
  return { send: (call) => client.send(call), counts: () => client.counts(), close: () => client.close() };
}
