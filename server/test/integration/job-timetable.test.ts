import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { runJobs, type Job } from '../../src/jobs/run-jobs.ts';
import { newId } from '../../src/platform/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import type { ServiceContext } from '../../src/services/context.ts';
import { Database } from '../../src/store/database/database.ts';
import { claimJob, postponeJob } from '../../src/store/database/job-timetable.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';

const hourMs = 3_600_000;
const leaseMs = 60_000;
const running = new Set<{ stop: () => Promise<void> }>();

let database: Database;
let context: ServiceContext;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
  context = { database, actor: { type: 'system', label: 'worker' }, now: () => new Date() };
});

afterEach(async () => {
  await Promise.all([...running].map((worker) => worker.stop()));
  running.clear();
});

afterAll(() => database.close());

/** Creates a job with a unique name, which any number of workers can run, and collects the job's log messages. */
function makeJob(run: () => Promise<void> = () => Promise.resolve()) {
  const messages: string[] = [];
  const logger = createLogger({ role: 'test', level: 'silent', format: 'json' });
  logger.info = (...args: unknown[]) => void messages.push(String(args.at(-1)));
  logger.warn = (...args: unknown[]) => void messages.push(String(args.at(-1)));
  const job: Job = { name: `test-${newId()}`, everyMs: hourMs, run };
  const start = () => {
    const worker = runJobs(context, [job], logger);
    running.add(worker);
    return worker;
  };
  return { messages, name: job.name, start };
}

async function claim(name: string): Promise<number> {
  return await database.asSystem((executor) => claimJob(executor, name, { leaseMs, everyMs: hourMs }));
}

async function advanceTime(name: string, ms: number): Promise<void> {
  await database.asSystem((executor) =>
    sql`UPDATE job_timetable SET due_at = due_at - make_interval(secs => ${ms / 1_000}) WHERE name = ${name}`.execute(
      executor,
    ),
  );
}

async function waitForMessage(messages: string[], text: string): Promise<void> {
  const found = await pollUntil(() => (messages.includes(text) ? true : undefined), {
    timeoutMs: hangLimitMs,
    intervalMs: 10,
  });
  expect(found).toBe(true);
}

test('one of many concurrent claims for a due job succeeds, and the others get the remaining time', async () => {
  const name = `test-${newId()}`;
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim(name)));
  expect(claims.filter((leftMs) => leftMs === 0)).toHaveLength(1);
  for (const leftMs of claims.filter((left) => left > 0)) {
    expect(leftMs).toBeGreaterThan(leaseMs / 2);
    expect(leftMs).toBeLessThanOrEqual(leaseMs);
  }
});

test("a dead worker's job is claimed by another worker when the lease expires", async () => {
  const name = `test-${newId()}`;
  expect(await claim(name)).toBe(0);
  expect(await claim(name)).toBeGreaterThan(0);
  await advanceTime(name, leaseMs);
  expect(await claim(name)).toBe(0);
});

test('a completed job is due after its interval, and several missed runs are replaced by a single run', async () => {
  const name = `test-${newId()}`;
  await claim(name);
  await database.asSystem((executor) => postponeJob(executor, name, hourMs));
  expect(await claim(name)).toBeGreaterThan(hourMs / 2);
  await advanceTime(name, 5 * hourMs);
  expect(await claim(name)).toBe(0);
  await database.asSystem((executor) => postponeJob(executor, name, hourMs));
  expect(await claim(name)).toBeGreaterThan(hourMs / 2);
});

test('concurrent workers run a job once', async () => {
  let runs = 0;
  const { messages, name, start } = makeJob(async () => void (runs += 1));
  for (let worker = 0; worker < 3; worker += 1) start();
  await waitForMessage(messages, 'job done');
  await Promise.all([...running].map((worker) => worker.stop()));
  expect(runs).toBe(1);
  expect(await claim(name)).toBeGreaterThan(hourMs / 2);
});

test('a failed job is logged and due again after a minute', async () => {
  const { messages, name, start } = makeJob(() => Promise.reject(new Error('no')));
  start();
  await waitForMessage(messages, 'job failed, retrying');
  const leftMs = await claim(name);
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(leaseMs);
});

test('a stopping worker completes its running job', async () => {
  const started = Promise.withResolvers<void>();
  const completion = Promise.withResolvers<void>();
  const { messages, start } = makeJob(async () => {
    started.resolve();
    await completion.promise;
  });
  const worker = start();
  await started.promise;
  const stopping = worker.stop();
  completion.resolve();
  await stopping;
  expect(messages).toEqual(['job done']);
});

test('a job scheduled by a clock that was ahead is due again', async () => {
  const name = `test-${newId()}`;
  expect(await claim(name)).toBe(0);
  await database.asSystem((executor) => postponeJob(executor, name, hourMs));
  expect(await claim(name)).toBeGreaterThan(0);
  await advanceTime(name, -2 * hourMs);
  expect(await claim(name)).toBe(0);
});
