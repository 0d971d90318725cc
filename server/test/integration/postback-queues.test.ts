/** Who gets the calls: fairness between receivers, pauses, leases, several workers, and the end of what is old. */
import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { pollUntil } from '../../src/platform/retry.ts';
import { claimPostbacks } from '../../src/services/postbacks/claim-postbacks.ts';
import { measurePostbacks, cleanUpPostbacks } from '../../src/services/postbacks/postbacks.ts';
import { recordAttempts } from '../../src/services/postbacks/record-attempts.ts';
import type { SentPostback } from '../../src/services/postbacks/send-postback.ts';
import { listPausedHosts } from '../../src/store/postbacks/postback-hosts.ts';
import type { ClaimedPostback } from '../../src/store/postbacks/postback-queues.ts';
import { readPostbackRows } from '../../src/testing/attribution/postback-jobs.ts';
import {
  makeReceiverOf,
  openPostbackLab,
  type PostbackLab,
} from '../../src/testing/attribution/postback-setup.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import {
  httpAnswer,
  startRawServer,
  type RawServer,
  type RawServerOptions,
} from '../../src/testing/http/raw-server.ts';
import { laboratoryClient } from '../../src/testing/outbound/outbound.ts';

let lab: PostbackLab;
const opened: RawServer[] = [];

beforeAll(async () => {
  lab = await openPostbackLab();
});

// Nothing of one test is to be due in the next.
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

/** A receiver that answers after a moment, and counts how many calls were under way at a time. */
async function startCountingServer() {
  const seen = { now: 0, most: 0, ids: [] as string[] };
  const server = await startServer({
    onRequest: (socket, text) => {
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      seen.ids.push(/x-waypost-postback-id: (\S+)/i.exec(text)?.[1] ?? '');
      setTimeout(() => {
        seen.now -= 1;
        socket.write(httpAnswer(200));
      }, 5);
    },
  });
  return { server, seen };
}

/** A fault in the lab's database. */
async function withSuperuser(databaseUrl: string, statement: string): Promise<void> {
  const url = new URL(inject('superuserUrl'));
  url.pathname = new URL(databaseUrl).pathname;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const isDelivered = ({ state }: { state: string }) => state === 'delivered';

describe('one receiver', () => {
  test('that is dead holds 16 calls, and everything for others is delivered meanwhile', async () => {
    const dead = await startServer();
    const { server: alive, seen } = await startCountingServer();
    const [mine, other] = [await makeReceiverOf(lab), await makeReceiverOf(lab)];
    await mine.add(`http://dead.example.com:${dead.port}/`, 300);
    await mine.add(`http://alive.example.com:${alive.port}/`, 40);
    await other.add(`http://alive.example.com:${alive.port}/`, 40);
    // Longer than the test may take: not one call to the dead one ends before.
    lab.start(laboratoryClient([dead.port, alive.port], { limits: { totalMs: hangLimitMs } }));
    await other.until((jobs) => jobs.every(isDelivered));
    await mine.until((jobs) => jobs.filter(isDelivered).length === 40);
    await expect.poll(() => dead.requests.length).toBe(16);
    expect(seen.most).toBeLessThanOrEqual(16);
    expect(new Set(seen.ids).size).toBe(80);
    expect(await readPostbackRows(lab.database, other.workspaceId)).toHaveLength(40);
    const tried = (await mine.read()).filter(({ attempts, state }) => attempts > 0 && state !== 'delivered');
    expect(tried).toEqual([]);
  });

  test('never gets more than 16 at a time from two workers, and each postback once', async () => {
    const { server, seen } = await startCountingServer();
    const source = await makeReceiverOf(lab);
    const jobs = await source.add(`http://alive.example.com:${server.port}/`, 150);
    const senders = [1, 2].map(() => lab.start(laboratoryClient([server.port])));
    await source.until((stored) => stored.every(isDelivered));
    expect(seen.most).toBeLessThanOrEqual(16);
    expect(seen.ids.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted());
    expect(senders.reduce((sum, { counts }) => sum + counts.delivered, 0)).toBe(150);
    expect(senders.map(({ counts }) => counts.lost)).toEqual([0, 0]);
  });

  test('that does not answer is paused and shown, asked once after the pause, and served again when it answers', async () => {
    let isWell = false;
    let calls = 0;
    const server = await startServer({
      onRequest: (socket) => {
        calls += 1;
        if (isWell) socket.write(httpAnswer(200));
        else socket.destroy();
      },
    });
    const [source, neighbor] = [await makeReceiverOf(lab), await makeReceiverOf(lab)];
    await source.add(`http://pay.example.com:${server.port}/`, 60);
    const paused = () =>
      lab.database.inWorkspace(source.workspaceId, (executor) =>
        listPausedHosts(executor, source.workspaceId),
      );
    lab.start(laboratoryClient([server.port]));
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
    // The other workspace knows nothing of it, and its call goes out at once.
    await neighbor.add(`http://pay.example.com:${server.port}/`);
    await neighbor.untilTried(1);
    expect(calls).toBe(first + 1);
    expect(await measurePostbacks(lab.worker)).toMatchObject({ waiting: 61, pausedHosts: 1 });
    lab.clock.ms += 62_000;
    await pollUntil(async () => ((await paused())[0]?.failures === first + 1 ? true : undefined), {
      timeoutMs: hangLimitMs,
      intervalMs: 20,
    });
    const [again] = await paused();
    expect((again?.pausedUntil.getTime() ?? 0) - (again?.pausedAt.getTime() ?? 0)).toBe(120_000);
    isWell = true;
    lab.clock.ms += 122_000;
    await source.until((jobs) => jobs.every(isDelivered));
    expect(await paused()).toEqual([]);
  });

  test('that answers with nothing but errors is paused and shown too, later', async () => {
    const source = await makeReceiverOf(lab);
    await source.add('http://pay.example.com/', 40);
    let calls = 0;
    for (let jobs = await claimPostbacks(lab.worker, 100); jobs.length > 0;) {
      calls += jobs.length;
      await recordAttempts(
        lab.worker,
        jobs.map((job) => answered(job, 503)),
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

function answered(job: ClaimedPostback, status = 200): SentPostback {
  return { job, atMs: lab.clock.ms, durationMs: 1, status, error: null, response: '' };
}

describe('a lease', () => {
  test('keeps others off until it runs out; what its first holder says then does not count', async () => {
    const source = await makeReceiverOf(lab);
    await source.add('http://pay.example.com/');
    const [first] = await claimPostbacks(lab.worker, 10);
    if (first === undefined) throw new Error('nothing was claimed');
    expect(await claimPostbacks(lab.worker, 10)).toEqual([]);
    lab.clock.ms += 60_001;
    const [second] = await claimPostbacks(lab.worker, 10);
    expect(second).toMatchObject({ id: first.id, attempts: 0 });
    expect(second?.claim).not.toBe(first.claim);
    expect(await recordAttempts(lab.worker, [answered(first)])).toMatchObject({ delivered: 0, lost: 1 });
    expect(await readPostbackRows(lab.database, source.workspaceId)).toEqual([]);
    expect(await source.read()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    if (second !== undefined) await recordAttempts(lab.worker, [answered(second)]);
    expect(await source.read()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  test('is given back for a call that was never made', async () => {
    const source = await makeReceiverOf(lab);
    await source.add('http://pay.example.com/');
    const [job] = await claimPostbacks(lab.worker, 10);
    if (job === undefined) throw new Error('nothing was claimed');
    await recordAttempts(lab.worker, [{ ...answered(job), status: null, error: 'busy' }]);
    expect(await source.read()).toMatchObject([{ state: 'waiting', attempts: 0, isClaimed: false }]);
    lab.clock.ms += 1_001;
    expect(await claimPostbacks(lab.worker, 10)).toHaveLength(1);
  });

  test('that ends with something that cannot be stored has failed, and keeps no other from being recorded', async () => {
    const source = await makeReceiverOf(lab);
    await source.add('http://pay.example.com/', 3);
    const [bad, ...good] = await claimPostbacks(lab.worker, 10);
    if (bad === undefined) throw new Error('nothing was claimed');
    const visit = { ...bad.visit, visitId: 'a\u0000b' };
    const broken = { ...answered(bad), job: { ...bad, visit } };
    const counts = await recordAttempts(lab.worker, [broken, ...good.map((job) => answered(job))]);
    expect(counts).toEqual({ delivered: 2, retried: 0, failed: 1, lost: 0 });
    expect(await readPostbackRows(lab.database, source.workspaceId)).toHaveLength(2);
    const stored = (await source.read()).find(({ id }) => id === bad.id);
    expect(stored).toMatchObject({ state: 'failed', lastError: 'invalid_request', isClaimed: false });
  });

  test('is recorded together with its row, or not at all', async () => {
    const source = await makeReceiverOf(lab);
    await source.add('http://pay.example.com/');
    const [job] = await claimPostbacks(lab.worker, 10);
    if (job === undefined) throw new Error('nothing was claimed');
    const rename = (from: string, to: string) =>
      withSuperuser(lab.url, `ALTER TABLE ${from} RENAME TO ${to}`);
    await rename('outbox', 'outbox_away');
    await expect(recordAttempts(lab.worker, [answered(job)])).rejects.toThrow(/outbox/);
    await rename('outbox_away', 'outbox');
    expect(await source.read()).toMatchObject([{ state: 'waiting', attempts: 0, isClaimed: true }]);
    expect(await recordAttempts(lab.worker, [answered(job)])).toMatchObject({ delivered: 1 });
    expect(await readPostbackRows(lab.database, source.workspaceId)).toHaveLength(1);
  });
});

test('nothing of a URL, which may hold secrets, gets into the log', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  const server = await startServer({ onRequest: (socket) => socket.write(httpAnswer(500, 'canary')) });
  const source = await makeReceiverOf(lab);
  await source.add(`http://pay.example.com:${server.port}/canary?token=canary`);
  await source.add('http://127.0.0.1/?token=canary');
  await withSuperuser(lab.url, 'ALTER TABLE outbox RENAME TO outbox_away');
  const sender = lab.start(laboratoryClient([server.port]), logger);
  await expect.poll(() => lines.length).toBe(1);
  await withSuperuser(lab.url, 'ALTER TABLE outbox_away RENAME TO outbox');
  await source.untilTried(1);
  await sender.stop();
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'failed to send postbacks, retrying',
    'sending postbacks again',
  ]);
  expect(lines.join('')).not.toContain('canary');
});

test('a worker that stops ends its calls, and what it ended is tried again', async () => {
  const silent = await startServer();
  const source = await makeReceiverOf(lab);
  await source.add(`http://pay.example.com:${silent.port}/`);
  const sender = lab.start(laboratoryClient([silent.port], { limits: { totalMs: hangLimitMs } }));
  await expect.poll(() => silent.requests.length).toBe(1);
  await sender.stop();
  expect(await source.read()).toMatchObject([
    { state: 'waiting', attempts: 1, lastError: 'aborted', isClaimed: false },
  ]);
});

test('what waited for too long has failed, and what ended long ago is deleted, each by its workspace', async () => {
  const day = 86_400_000;
  const [longer, shorter] = [await makeReceiverOf(lab), await makeReceiverOf(lab)];
  await lab.database.asSystem((executor) =>
    sql`UPDATE workspaces SET postback_days = CASE WHEN id = ${shorter.workspaceId} THEN 7 ELSE 365 END
        WHERE id IN (${shorter.workspaceId}, ${longer.workspaceId})`.execute(executor),
  );
  await longer.add('http://pay.example.com/');
  await shorter.add('http://pay.example.com/');
  const claimed = await claimPostbacks(lab.worker, 10);
  await recordAttempts(
    lab.worker,
    claimed.map((job) => answered(job, 404)),
  );
  lab.clock.ms += 1;
  await longer.add('http://pay.example.com/');
  lab.clock.ms += 5 * day + 1;
  expect(await cleanUpPostbacks(lab.worker)).toEqual({ gaveUp: 1, deleted: 0 });
  expect(await longer.read()).toMatchObject([
    { state: 'failed', lastStatus: 404 },
    { state: 'failed', lastError: 'gave_up', attempts: 0 },
  ]);
  lab.clock.ms += 2 * day;
  expect(await cleanUpPostbacks(lab.worker)).toEqual({ gaveUp: 0, deleted: 1 });
  expect(await shorter.read()).toEqual([]);
  lab.clock.ms += 24 * day;
  expect(await cleanUpPostbacks(lab.worker)).toEqual({ gaveUp: 0, deleted: 1 });
  expect(await longer.read()).toMatchObject([{ lastError: 'gave_up' }]);
});
