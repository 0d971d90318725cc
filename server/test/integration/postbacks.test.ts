import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freezeOutboxRows, shipOutboxBatch } from '../../src/services/conversions/ship-outbox.ts';
import { newId } from '../../src/platform/ids.ts';
import {
  createOutboundClient,
  type OutboundClientOptions,
} from '../../src/services/outbound/create-outbound-client.ts';
import { insertPostbackJobs } from '../../src/store/postbacks/postback-jobs.ts';
import { makePostbackJob, readPostbackRows } from '../../src/testing/attribution/postback-jobs.ts';
import {
  makePostbackCampaign,
  openPostbackLab,
  type PostbackLab,
} from '../../src/testing/attribution/postback-setup.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { formatResponse, startRawServer, type RawServer } from '../../src/testing/http/raw-server.ts';
import { recordDials } from '../../src/testing/outbound/dial-recorder.ts';
import { makeCertificate, type Certificate } from '../../src/testing/outbound/make-certificate.ts';
import { startNameServer } from '../../src/testing/outbound/name-server.ts';
import { makeTestClient, makeTestLookUp } from '../../src/testing/outbound/outbound.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';
import { openTestTraffic, trafficAddress } from '../../src/testing/traffic/traffic.ts';

const authority = makeCertificate({ isAuthority: true });
const { signer } = authority;
const certificate = makeCertificate({ hosts: ['pay.example.com', 'other.example.com', '127.0.0.1'], signer });
const attemptOf = /^x-waypost-postback-id: (.*)\r$/im;

let lab: PostbackLab;
const opened: { close: () => void }[] = [];

beforeAll(async () => {
  lab = await openPostbackLab();
});

afterEach(async () => {
  await lab.stopAll();
  for (const one of opened.splice(0)) one.close();
});

afterAll(() => lab.database.close());

async function startReceiver(
  onRequest?: (socket: Socket, text: string) => void,
  shown: Certificate = certificate,
): Promise<RawServer> {
  const server = await startRawServer({
    ...(onRequest === undefined ? {} : { onRequest }),
    certificate: shown,
  });
  opened.push(server);
  return server;
}

function startSender(servers: RawServer[], options: Partial<OutboundClientOptions> = {}) {
  const ports = servers.map(({ port }) => port);
  const client = makeTestClient(ports, {
    certificateAuthorities: [authority.cert],
    ...options,
    limits: { totalMs: hangLimitMs, connectMs: hangLimitMs, ...options.limits },
  });
  return lab.start(client);
}

const idsOf = (server: RawServer) => server.requests.map((text) => attemptOf.exec(text)?.[1]);
const respondWith = (status: number, body?: string, headers?: Record<string, string>) => (socket: Socket) =>
  socket.write(formatResponse(status, body, headers));

test('a postback is sent with its ID, and the attempt is recorded for the event feed', async () => {
  const server = await startReceiver(respondWith(200, 'thanks\0\tand\nbye'));
  const source = await makePostbackCampaign(lab);
  const [job] = await source.add(`https://pay.example.com:${server.port}/cb?payout=1.5&x=a%20b`);
  const sender = startSender([server]);
  const [stored] = await source.until(([one]) => one?.state === 'delivered');
  expect(stored).toMatchObject({ attempts: 1, lastStatus: 200, lastError: null, isClaimed: false });
  expect(server.requests[0]).toMatch(/^GET \/cb\?payout=1\.5&x=a%20b HTTP\/1\.1\r\n/);
  expect(idsOf(server)).toEqual([job?.id]);
  const [row, ...more] = await readPostbackRows(lab.database, source.workspaceId);
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    type: 'postback',
    workspace_id: source.workspaceId,
    campaign_id: source.campaignId,
    visit_id: job?.visit.visitId,
    country: 'DE',
    event_id: job?.eventId,
    idx: '1',
    url: job?.url,
    method: 'GET',
    attempt: '1',
    response_status: '200',
    error: '',
    response: 'thanks\tand\nbye',
    is_success: '1',
  });
  expect(row?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(row?.id).not.toBe(job?.id);
  await sender.stop();
  expect(sender.counts).toEqual({ delivered: 1, retried: 0, failed: 0, lost: 0 });
  expect(await shipAndCountExpectedRows(source.workspaceId)).toBe(1);
});

test('a response without the success text fails the postback, which is not repeated', async () => {
  const rejecting = await startReceiver(respondWith(200, '{"code":40001,"message":"bad token"}'));
  const accepting = await startReceiver(respondWith(200, '{ "code": 0 }'));
  const source = await makePostbackCampaign(lab);
  const { workspaceId, campaignId } = source;
  const toTemplate = { workspaceId, campaignId, successText: '"code":0', createdMs: lab.clock.ms };
  const toRejecting = makePostbackJob({ ...toTemplate, url: `https://pay.example.com:${rejecting.port}/` });
  // A second receiver of the same kind for the same conversion.
  const jobs = [
    toRejecting,
    {
      ...toRejecting,
      id: newId(),
      receiver: 'template:second' as const,
      url: `https://pay.example.com:${accepting.port}/`,
      origin: `https://pay.example.com:${accepting.port}`,
    },
  ];
  await lab.database.asSystem((executor) => insertPostbackJobs(executor, jobs));
  startSender([rejecting, accepting]);
  const stored = await source.until((all) => all.every(({ state }) => state !== 'waiting'));
  const storedById = new Map(stored.map((job) => [job.id, job]));
  expect(jobs.map(({ id }) => storedById.get(id))).toMatchObject([
    { state: 'failed', attempts: 1, lastStatus: 200, lastError: 'unexpected_response' },
    { state: 'delivered', attempts: 1, lastStatus: 200, lastError: null },
  ]);
  const rows = await readPostbackRows(lab.database, workspaceId);
  expect(rows.map((row) => `${row.response_status} ${row.error} ${row.is_success}`).toSorted()).toEqual([
    '200  1',
    '200 unexpected_response 0',
  ]);
});

test('a conversion is queued once for each receiver', async () => {
  const { workspaceId, campaignId } = await makePostbackCampaign(lab);
  const job = makePostbackJob({ workspaceId, campaignId, url: 'https://pay.example.com/' });
  const other = { ...job, id: newId(), receiver: 'template:other' as const };
  const repeated = [job, other].map((one) => ({ ...one, id: newId() }));
  const rollback = new Error('rollback');
  const queued = lab.database.asSystem(async (executor) => {
    await insertPostbackJobs(executor, [job, other, ...repeated]);
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM postback_jobs WHERE workspace_id = ${workspaceId} ORDER BY place`.execute(executor);
    expect(rows.map(({ id }) => id)).toEqual([job.id, other.id]);
    throw rollback;
  });
  await expect(queued).rejects.toBe(rollback);
});

test('a postback with a body is sent unchanged, with its headers and content length', async () => {
  const server = await startReceiver(respondWith(200));
  const source = await makePostbackCampaign(lab);
  const { workspaceId, campaignId } = source;
  const body = '{"name":"Köln","value":1.5}';
  const job = makePostbackJob({
    workspaceId,
    campaignId,
    url: `https://pay.example.com:${server.port}/events`,
    method: 'POST',
    headers: [
      { name: 'Access-Token', value: 'secret' },
      { name: 'content-type', value: 'application/json' },
    ],
    body,
    createdMs: lab.clock.ms,
  });
  await lab.database.asSystem((executor) => insertPostbackJobs(executor, [job]));
  startSender([server]);
  await source.until(([one]) => one?.state === 'delivered');
  const [head = '', ...rest] = (server.requests[0] ?? '').split('\r\n\r\n');
  expect(head).toMatch(/^POST \/events HTTP\/1\.1\r\n/);
  expect(head.toLowerCase().split('\r\n')).toEqual(
    expect.arrayContaining([
      'access-token: secret',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-waypost-postback-id: ${job.id}`,
    ]),
  );
  expect(Buffer.from(rest.join(''), 'latin1').toString()).toBe(body);
  const [row] = await readPostbackRows(lab.database, workspaceId);
  expect(row).toMatchObject({ method: 'POST', url: job.url });
  expect(JSON.stringify(row)).not.toContain('secret');
});

async function shipAndCountExpectedRows(workspaceId: string): Promise<number> {
  const traffic = openTestTraffic();
  await freezeOutboxRows(lab.worker);
  expect(await shipOutboxBatch(lab.worker, traffic.targets.outbox)).toMatchObject({ kind: 'shipped' });
  await traffic.close();
  const rows = await readRecordedRows(trafficAddress(), workspaceId);
  return rows.filter(
    ({ type, is_success, response, response_status, attempt }) =>
      type === 'postback' &&
      is_success === true &&
      response === 'thanks\tand\nbye' &&
      response_status === 200 &&
      attempt === 1,
  ).length;
}

/** Behavior of a receiver. If `timeoutMs` is not set, the receiver may be as slow as the test machine. */
type Behavior = { respond: (socket: Socket) => void; certificate?: Certificate; timeoutMs?: number };
const after = (ms: number, then: (socket: Socket) => void) => (socket: Socket) =>
  void sleep(ms).then(() => (socket.destroyed ? undefined : then(socket)));
const respondHuge = (socket: Socket) => {
  socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n');
  socket.end('x'.repeat(3_000_000));
};
const untrusted = makeCertificate({ hosts: ['pay.example.com'] });

describe('a postback to a receiver that', () => {
  test.each<[string, Behavior, object]>([
    [
      'responds slowly is delivered',
      { respond: after(100, respondWith(200)) },
      { state: 'delivered', lastStatus: 200 },
    ],
    [
      'never responds is retried after a timeout',
      { respond: () => undefined, timeoutMs: 400 },
      { state: 'waiting', lastError: 'timeout' },
    ],
    [
      'closes the connection without a response is retried',
      { respond: (socket) => socket.destroy() },
      { state: 'waiting', lastError: 'reset' },
    ],
    [
      'responds with 500 is retried',
      { respond: respondWith(500, 'sorry') },
      { state: 'waiting', lastStatus: 500 },
    ],
    ['responds with 404 is not retried', { respond: respondWith(404) }, { state: 'failed', lastStatus: 404 }],
    ['sends a huge response is delivered', { respond: respondHuge }, { state: 'delivered', lastStatus: 200 }],
    [
      'has an invalid certificate is retried, and no request is sent',
      { respond: respondWith(200), certificate: untrusted },
      { state: 'waiting', lastError: 'tls' },
    ],
  ])('%s', async (_, { respond: onRequest, certificate: shown, timeoutMs = hangLimitMs }, expected) => {
    const server = await startReceiver(onRequest, shown);
    const source = await makePostbackCampaign(lab);
    await source.add(`https://pay.example.com:${server.port}/`);
    startSender([server], { limits: { totalMs: timeoutMs } });
    const [job] = await source.untilTried(1);
    expect(job).toMatchObject({ attempts: 1, ...expected });
    const [row] = await readPostbackRows(lab.database, source.workspaceId);
    expect(Buffer.byteLength(row?.response ?? '')).toBeLessThanOrEqual(2_048);
    expect(row?.is_success).toBe(job?.state === 'delivered' ? '1' : '0');
    if (shown !== undefined) expect(server.requests).toEqual([]);
  });

  test('redirects to an internal address fails, and the redirect is not followed', async () => {
    const internal = await startRawServer({ onRequest: respondWith(200) });
    opened.push(internal);
    const server = await startReceiver(
      respondWith(302, '', { location: `http://127.0.0.1:${internal.port}/` }),
    );
    const source = await makePostbackCampaign(lab);
    await source.add(`https://pay.example.com:${server.port}/`);
    startSender([server, internal]);
    expect(await source.untilTried(1)).toMatchObject([{ state: 'failed', lastStatus: 302 }]);
    expect(internal.connections()).toBe(0);
  });

  test('responds with 500 and then 200 is sent twice with the same ID, and each attempt has a row', async () => {
    let isHealthy = false;
    const server = await startReceiver((socket) => respondWith(isHealthy ? 200 : 500)(socket));
    const source = await makePostbackCampaign(lab);
    const [job] = await source.add(`https://pay.example.com:${server.port}/`);
    startSender([server]);
    const [first] = await source.untilTried(1);
    expect(first?.waitMs).toBeGreaterThanOrEqual(4_000);
    expect(first?.waitMs).toBeLessThan(6_500);
    isHealthy = true;
    lab.clock.ms += 10_000;
    expect(await source.untilTried(2)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    expect(idsOf(server)).toEqual([job?.id, job?.id]);
    const rows = await readPostbackRows(lab.database, source.workspaceId);
    expect(rows.map((row) => [row.attempt, row.response_status, row.is_success])).toEqual([
      ['1', '500', '0'],
      ['2', '200', '1'],
    ]);
  });

  test('sends Retry-After is not retried before that time', async () => {
    const server = await startReceiver(respondWith(429, '', { 'retry-after': '90' }));
    const source = await makePostbackCampaign(lab);
    await source.add(`https://pay.example.com:${server.port}/`);
    startSender([server]);
    const [job] = await source.untilTried(1);
    expect(job?.waitMs).toBeGreaterThanOrEqual(90_000);
    expect(job?.waitMs).toBeLessThan(91_000);
  });

  test('fails for four days is tried 14 times and then given up', async () => {
    const server = await startReceiver(respondWith(503));
    const source = await makePostbackCampaign(lab);
    await source.add(`https://pay.example.com:${server.port}/`);
    startSender([server]);
    const startedMs = lab.clock.ms;
    for (let attempt = 1; attempt <= 14; attempt += 1) {
      const [job] = await source.untilTried(attempt);
      if (job?.state === 'waiting') lab.clock.ms += job.waitMs;
    }
    expect(await source.read()).toMatchObject([{ state: 'failed', attempts: 14, lastStatus: 503 }]);
    expect((lab.clock.ms - startedMs) / 3_600_000).toBeGreaterThan(95.7 * 0.8);
    expect((lab.clock.ms - startedMs) / 3_600_000).toBeLessThan(95.7 * 1.2);
    expect(server.requests).toHaveLength(14);
    expect(await readPostbackRows(lab.database, source.workspaceId)).toHaveLength(14);
  });
});

describe('a postback to a forbidden address', () => {
  test.each(['https://127.0.0.1', 'https://pay.example.com', 'http://[::1]', 'http://169.254.169.254'])(
    'at %s fails, and no connection is opened',
    async (origin) => {
      const server = await startReceiver(respondWith(200));
      const dials = recordDials();
      const client = createOutboundClient({
        allow: [],
        ownAddresses: () => [],
        lookUp: async () => await Promise.resolve(['127.0.0.1']),
        openSocket: dials.openSocket,
      });
      const source = await makePostbackCampaign(lab);
      await source.add(`${origin}:${server.port}/`);
      lab.start(client);
      expect(await source.untilTried(1)).toMatchObject([{ state: 'failed', lastError: 'blocked_address' }]);
      expect(server.connections()).toBe(0);
      expect(dials.addresses).toEqual([]);
    },
  );

  test('behind a name that resolved to a public address at first fails', async () => {
    const server = await startReceiver(respondWith(200));
    const names = await startNameServer((_, kind, earlierQueries) => {
      if (kind === 'AAAA') return [];
      return [earlierQueries === 0 ? '93.184.215.14' : '127.0.0.1'];
    });
    opened.push(names);
    const dials = recordDials();
    const client = createOutboundClient({
      allow: [],
      ownAddresses: () => [],
      lookUp: makeTestLookUp(names.address),
      openSocket: dials.openSocket,
    });
    const source = await makePostbackCampaign(lab);
    await source.add(`https://pay.example.com:${server.port}/`);
    lab.start(client);
    expect(await source.untilTried(1)).toMatchObject([{ state: 'waiting', lastError: 'connect' }]);
    lab.clock.ms += 10_000;
    expect(await source.untilTried(2)).toMatchObject([{ state: 'failed', lastError: 'blocked_address' }]);
    expect(dials.addresses).toEqual(['93.184.215.14']);
    expect(server.connections()).toBe(0);
  });
});
