import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { claimPostbacks } from '../../src/services/postbacks/claim-postbacks.ts';
import { measurePostbacks, cleanUpPostbacks } from '../../src/services/postbacks/postbacks.ts';
import { recordAttempts } from '../../src/services/postbacks/record-attempts.ts';
import type { SentPostback } from '../../src/services/postbacks/send-postback.ts';
import { listPausedHosts } from '../../src/store/postbacks/postback-hosts.ts';
import type { ClaimedPostback } from '../../src/store/postbacks/postback-queues.ts';
import { readPostbackRows } from '../../src/testing/attribution/postback-jobs.ts';
import {
  makePostbackCampaign,
  openPostbackLab,
  type PostbackLab,
} from '../../src/testing/attribution/postback-setup.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import {
  formatResponse,
  startRawServer,
  type RawServer,
  type RawServerOptions,
} from '../../src/testing/http/raw-server.ts';
import { makeTestClient } from '../../src/testing/outbound/outbound.ts';

let lab: PostbackLab;
const opened: RawServer[] = [];

beforeAll(async () => {
  lab = await openPostbackLab();
});

// Removes the jobs of each test, so that they are not due in the next test.
afterEach(async () => {
  await lab.stopAll();
  for (const one of opened.splice(0)) one.close();
  await lab.database.asSystem((executor) => sql`DELETE FROM postback_jobs`.execute(executor));
});

afterAll(() => lab.database.close());

async function startServer(options: RawServerOptions = {}): Promise<RawServer> {
  const server = await startRawServer(options);
  opened.push(server);
  return server;
}

async function startSlowCountingServer() {
  const seen = { now: 0, maximum: 0, ids: [] as string[] };
  const server = await startServer({
    onRequest: (socket, text) => {
      seen.now += 1;
      seen.maximum = Math.max(seen.maximum, seen.now);
      seen.ids.push(/x-waypost-postback-id: (\S+)/i.exec(text)?.[1] ?? '');
      setTimeout(() => {
        seen.now -= 1;
        socket.write(formatResponse(200));
      }, 5);
    },
  });
  return { server, seen };
}

async function runAsSuperuser(databaseUrl: string, statement: string): Promise<void> {
  const url = new URL(inject('superuserUrl'));
  url.pathname = new URL(databaseUrl).pathname;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const isDelivered = ({ state }: { state: string }) => state === 'delivered';

describe('a receiver', () => {
  test('that does not respond occupies at most 16 requests and does not delay others', async () => {
    const unresponsive = await startServer();
    const { server: responsive, seen } = await startSlowCountingServer();
    const [mine, other] = [await makePostbackCampaign(lab), await makePostbackCampaign(lab)];
    await mine.add(`http://dead.example.com:${unresponsive.port}/`, 300);
    await mine.add(`http://alive.example.com:${responsive.port}/`, 40);
    await other.add(`http://alive.example.com:${responsive.port}/`, 40);
    // The timeout is longer than the test, so that requests to the unresponsive receiver are still pending when the
    // test ends.
    lab.start(makeTestClient([unresponsive.port, responsive.port], { limits: { totalMs: hangLimitMs } }));
    await other.until((jobs) => jobs.every(isDelivered));
    await mine.until((jobs) => jobs.filter(isDelivered).length === 40);
    await expect.poll(() => unresponsive.requests.length).toBe(16);
    expect(seen.maximum).toBeLessThanOrEqual(16);
    expect(new Set(seen.ids).size).toBe(80);
    expect(await readPostbackRows(lab.database, other.workspaceId)).toHaveLength(40);
    const tried = (await mine.read()).filter(({ attempts, state }) => attempts > 0 && state !== 'delivered');
    expect(tried).toEqual([]);
  });

  test('gets at most 16 concurrent requests from two workers, and each postback once', async () => {
    const { server, seen } = await startSlowCountingServer();
    const source = await makePostbackCampaign(lab);
    const jobs = await source.add(`http://alive.example.com:${server.port}/`, 150);
    const senders = [1, 2].map(() => lab.start(makeTestClient([server.port])));
    await source.until((stored) => stored.every(isDelivered));
    expect(seen.maximum).toBeLessThanOrEqual(16);
    expect(seen.ids.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted());
    expect(senders.reduce((sum, { counts }) => sum + counts.delivered, 0)).toBe(150);
    expect(senders.map(({ counts }) => counts.lost)).toEqual([0, 0]);
  });

  test('that fails is paused and listed, probed once after the pause and served again after a success', async () => {
    let isHealthy = false;
    let calls = 0;
    const server = await startServer({
      onRequest: (socket) => {
        calls += 1;
        if (isHealthy) socket.write(formatResponse(200));
        else socket.destroy();
      },
    });
    const [source, otherWorkspace] = [await makePostbackCampaign(lab), await makePostbackCampaign(lab)];
    await source.add(`http://pay.example.com:${server.port}/`, 60);
    const paused = () =>
      lab.database.inWorkspace(source.workspaceId, (executor) =>
        listPausedHosts(executor, source.workspaceId),
      );
    lab.start(makeTestClient([server.port]));
    await pollUntil(async () => ((await paused()).length > 0 ? true : undefined), {
      timeoutMs: hangLimitMs,
      intervalMs: 20,
    });
    const [host] = await paused();
    expect(host).toMatchObject({
      origin: `http://pay.example.com:${server.port}`,
      lastError: 'reset',
      waiting: 60,
    });
    expect((host?.pausedUntil.getTime() ?? 0) - (host?.pausedAt.getTime() ?? 0)).toBe(60_000);
    const first = calls;
    expect(first).toBeGreaterThanOrEqual(10);
    expect(first).toBeLessThanOrEqual(32);
    // The other workspace is not affected by the pause, and its postback is sent at once.
    await otherWorkspace.add(`http://pay.example.com:${server.port}/`);
    await otherWorkspace.untilTried(1);
    expect(calls).toBe(first + 1);
    expect(await measurePostbacks(lab.worker)).toMatchObject({ waiting: 61, pausedHosts: 1 });
    lab.clock.ms += 62_000;
    await pollUntil(async () => ((await paused())[0]?.failures === first + 1 ? true : undefined), {
      timeoutMs: hangLimitMs,
      intervalMs: 20,
    });
    const [pausedAgain] = await paused();
    expect((pausedAgain?.pausedUntil.getTime() ?? 0) - (pausedAgain?.pausedAt.getTime() ?? 0)).toBe(120_000);
    isHealthy = true;
    lab.clock.ms += 122_000;
    await source.until((jobs) => jobs.every(isDelivered));
    expect(await paused()).toEqual([]);
  });

  test('that responds only with errors is paused and listed after more failures than one that does not respond', async () => {
    const source = await makePostbackCampaign(lab);
    await source.add('http://pay.example.com/', 40);
    let calls = 0;
    for (let jobs = await claimPostbacks(lab.worker, 100); jobs.length > 0;) {
      calls += jobs.length;
      await recordAttempts(
        lab.worker,
        jobs.map((job) => answeredWith(job, 503)),
      );
      jobs = await claimPostbacks(lab.worker, 100);
    }
    expect(calls).toBe(30);
    const hosts = await lab.database.inWorkspace(source.workspaceId, (executor) =>
      listPausedHosts(executor, source.workspaceId),
    );
    expect(hosts).toMatchObject([{ lastError: 'status_503', failures: 30, waiting: 40 }]);
  });
});

function answeredWith(job: ClaimedPostback, status = 200): SentPostback {
  return { job, atMs: lab.clock.ms, durationMs: 1, status, error: null, response: '' };
}

test('postbacks for an unknown kind of receiver are left to newer workers', async () => {
  const source = await makePostbackCampaign(lab);
  await source.add('http://pay.example.com/');
  const { workspaceId } = source;
  const setReceiver = (receiver: string) =>
    lab.database.asSystem((executor) =>
      sql`UPDATE postback_jobs SET receiver = ${receiver} WHERE workspace_id = ${workspaceId}`.execute(
        executor,
      ),
    );
  await setReceiver('newer:1');
  expect(await claimPostbacks(lab.worker, 10)).toEqual([]);
  await setReceiver('template:1');
  expect(await claimPostbacks(lab.worker, 10)).toHaveLength(1);
});

describe('a claimed postback', () => {
  test('is claimed by another worker only after its lease expires, and a late result from the first worker is ignored', async () => {
    const source = await makePostbackCampaign(lab);
    await source.add('http://pay.example.com/');
    const [first] = await claimPostbacks(lab.worker, 10);
    if (first === undefined) throw new Error('nothing was claimed');
    expect(await claimPostbacks(lab.worker, 10)).toEqual([]);
    lab.clock.ms += 60_001;
    const [second] = await claimPostbacks(lab.worker, 10);
    expect(second).toMatchObject({ id: first.id, attempts: 0 });
    expect(second?.claim).not.toBe(first.claim);
    expect(await recordAttempts(lab.worker, [answeredWith(first)])).toMatchObject({
      delivered: 0,
      lost: 1,
    });
    expect(await readPostbackRows(lab.database, source.workspaceId)).toEqual([]);
    expect(await source.read()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    if (second !== undefined) await recordAttempts(lab.worker, [answeredWith(second)]);
    expect(await source.read()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  test('is released if its request was never sent', async () => {
    const source = await makePostbackCampaign(lab);
    await source.add('http://pay.example.com/');
    const [job] = await claimPostbacks(lab.worker, 10);
    if (job === undefined) throw new Error('nothing was claimed');
    await recordAttempts(lab.worker, [{ ...answeredWith(job), status: null, error: 'busy' }]);
    expect(await source.read()).toMatchObject([{ state: 'waiting', attempts: 0, isClaimed: false }]);
    expect(await claimPostbacks(lab.worker, 10)).toEqual([]);
    lab.clock.ms += 1_001;
    expect(await claimPostbacks(lab.worker, 10)).toHaveLength(1);
  });

  test('whose result cannot be stored fails without blocking the results of other postbacks', async () => {
    const source = await makePostbackCampaign(lab);
    await source.add('http://pay.example.com/', 3);
    const [bad, ...good] = await claimPostbacks(lab.worker, 10);
    if (bad === undefined) throw new Error('nothing was claimed');
    const visit = { ...bad.visit, visitId: 'a\u0000b' };
    const broken = { ...answeredWith(bad), job: { ...bad, visit } };
    const counts = await recordAttempts(lab.worker, [broken, ...good.map((job) => answeredWith(job))]);
    expect(counts).toEqual({ delivered: 2, retried: 0, failed: 1, lost: 0 });
    expect(await readPostbackRows(lab.database, source.workspaceId)).toHaveLength(2);
    const stored = (await source.read()).find(({ id }) => id === bad.id);
    expect(stored).toMatchObject({ state: 'failed', lastError: 'invalid_request', isClaimed: false });
  });

  test('has its result and its event row recorded in one transaction', async () => {
    const source = await makePostbackCampaign(lab);
    await source.add('http://pay.example.com/');
    const [job] = await claimPostbacks(lab.worker, 10);
    if (job === undefined) throw new Error('nothing was claimed');
    const rename = (from: string, to: string) =>
      runAsSuperuser(lab.url, `ALTER TABLE ${from} RENAME TO ${to}`);
    await rename('outbox', 'outbox_away');
    await expect(recordAttempts(lab.worker, [answeredWith(job)])).rejects.toThrow(/outbox/);
    await rename('outbox_away', 'outbox');
    expect(await source.read()).toMatchObject([{ state: 'waiting', attempts: 0, isClaimed: true }]);
    expect(await recordAttempts(lab.worker, [answeredWith(job)])).toMatchObject({ delivered: 1 });
    expect(await readPostbackRows(lab.database, source.workspaceId)).toHaveLength(1);
  });
});

test('postback URLs, which may contain secrets, are never logged', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  const server = await startServer({ onRequest: (socket) => socket.write(formatResponse(500, 'canary')) });
  const source = await makePostbackCampaign(lab);
  await source.add(`http://pay.example.com:${server.port}/canary?token=canary`);
  await source.add('http://127.0.0.1/?token=canary');
  await runAsSuperuser(lab.url, 'ALTER TABLE outbox RENAME TO outbox_away');
  const sender = lab.start(makeTestClient([server.port]), logger);
  await expect.poll(() => lines.length).toBe(1);
  await runAsSuperuser(lab.url, 'ALTER TABLE outbox_away RENAME TO outbox');
  await source.untilTried(1);
  await sender.stop();
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'failed to send postbacks, retrying',
    'resumed sending postbacks',
  ]);
  expect(lines.join('')).not.toContain('canary');
});

test('a stopping worker aborts its requests, and aborted postbacks are retried', async () => {
  const unresponsive = await startServer();
  const source = await makePostbackCampaign(lab);
  await source.add(`http://pay.example.com:${unresponsive.port}/`);
  const sender = lab.start(makeTestClient([unresponsive.port], { limits: { totalMs: hangLimitMs } }));
  await expect.poll(() => unresponsive.requests.length).toBe(1);
  await sender.stop();
  expect(await source.read()).toMatchObject([
    { state: 'waiting', attempts: 1, lastError: 'aborted', isClaimed: false },
  ]);
});

test("expired postbacks fail, and old ones are deleted after their workspace's retention period", async () => {
  const day = 86_400_000;
  const [longRetention, shortRetention] = [await makePostbackCampaign(lab), await makePostbackCampaign(lab)];
  await lab.database.asSystem((executor) =>
    sql`UPDATE workspaces SET postback_days = CASE WHEN id = ${shortRetention.workspaceId} THEN 7 ELSE 365 END
        WHERE id IN (${shortRetention.workspaceId}, ${longRetention.workspaceId})`.execute(executor),
  );
  await longRetention.add('http://pay.example.com/');
  await shortRetention.add('http://pay.example.com/');
  const claimed = await claimPostbacks(lab.worker, 10);
  await recordAttempts(
    lab.worker,
    claimed.map((job) => answeredWith(job, 404)),
  );
  lab.clock.ms += 1;
  await longRetention.add('http://pay.example.com/');
  lab.clock.ms += 5 * day + 1;
  expect(await cleanUpPostbacks(lab.worker)).toEqual({ gaveUp: 1, deleted: 0 });
  expect(await longRetention.read()).toMatchObject([
    { state: 'failed', lastStatus: 404 },
    { state: 'failed', lastError: 'gave_up', attempts: 0 },
  ]);
  lab.clock.ms += 2 * day;
  expect(await cleanUpPostbacks(lab.worker)).toEqual({ gaveUp: 0, deleted: 1 });
  expect(await shortRetention.read()).toEqual([]);
  lab.clock.ms += 24 * day;
  expect(await cleanUpPostbacks(lab.worker)).toEqual({ gaveUp: 0, deleted: 1 });
  expect(await longRetention.read()).toMatchObject([{ lastError: 'gave_up' }]);
});
