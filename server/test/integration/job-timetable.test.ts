import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { runJobs, type Job } from '../../src/jobs/run-jobs.ts';
import { newId } from '../../src/platform/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { pollUntil } from '../../src/platform/retry.ts';
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

/** A job of its own, with what was logged about it, for any number of workers. */
function makeJob(run: () => Promise<void> = () => Promise.resolve()) {
  const said: string[] = [];
  const logger = createLogger({ role: 'test', level: 'silent', format: 'json' });
  logger.info = (...args: unknown[]) => void said.push(String(args.at(-1)));
  logger.warn = (...args: unknown[]) => void said.push(String(args.at(-1)));
  const job: Job = { name: `test-${newId()}`, everyMs: hourMs, run };
  const start = () => {
    const worker = runJobs(context, [job], logger);
    running.add(worker);
    return worker;
  };
  return { said, name: job.name, start };
}

async function claim(name: string): Promise<number> {
  return await database.asSystem((executor) => claimJob(executor, name, { leaseMs, everyMs: hourMs }));
}

/** As if so much time had passed. */
async function letPass(name: string, ms: number): Promise<void> {
  await database.asSystem((executor) =>
    sql`UPDATE job_timetable SET due_at = due_at - make_interval(secs => ${ms / 1_000}) WHERE name = ${name}`.execute(
      executor,
    ),
  );
}

async function heard(said: string[], text: string): Promise<void> {
  const found = await pollUntil(() => (said.includes(text) ? true : undefined), {
    timeoutMs: hangLimitMs,
    intervalMs: 10,
  });
  expect(found).toBe(true);
}

test('of many who ask for a job that is due one gets it, and the others learn how long to wait', async () => {
  const name = `test-${newId()}`;
  const answers = await Promise.all(Array.from({ length: 8 }, () => claim(name)));
  expect(answers.filter((leftMs) => leftMs === 0)).toHaveLength(1);
  for (const leftMs of answers.filter((left) => left > 0)) {
    expect(leftMs).toBeGreaterThan(leaseMs / 2);
    expect(leftMs).toBeLessThanOrEqual(leaseMs);
  }
});

test('a job whose worker died is taken by another when the lease has run out', async () => {
  const name = `test-${newId()}`;
  expect(await claim(name)).toBe(0);
  expect(await claim(name)).toBeGreaterThan(0);
  await letPass(name, leaseMs);
  expect(await claim(name)).toBe(0);
});

test('a job that was done is due when its time has come, and what was missed is made up for once', async () => {
  const name = `test-${newId()}`;
  await claim(name);
  await database.asSystem((executor) => postponeJob(executor, name, hourMs));
  expect(await claim(name)).toBeGreaterThan(hourMs / 2);
  await letPass(name, 5 * hourMs);
  expect(await claim(name)).toBe(0);
  await database.asSystem((executor) => postponeJob(executor, name, hourMs));
  expect(await claim(name)).toBeGreaterThan(hourMs / 2);
});

test('workers that run beside each other do a job once', async () => {
  let runs = 0;
  const { said, name, start } = makeJob(async () => void (runs += 1));
  for (let worker = 0; worker < 3; worker += 1) start();
  await heard(said, 'job done');
  await Promise.all([...running].map((worker) => worker.stop()));
  expect(runs).toBe(1);
  expect(await claim(name)).toBeGreaterThan(hourMs / 2);
});

test('a job that fails is said to, and is due again after a minute', async () => {
  const { said, name, start } = makeJob(() => Promise.reject(new Error('no')));
  start();
  await heard(said, 'job failed, retrying');
  const leftMs = await claim(name);
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(leaseMs);
});

test('a worker that stops lets a job come to its end', async () => {
  const begun = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const { said, start } = makeJob(async () => {
    begun.resolve();
    await ending.promise;
  });
  const stopped = start();
  await begun.promise;
  const stopping = stopped.stop();
  ending.resolve();
  await stopping;
  expect(said).toEqual(['job done']);
});

test('a job that a clock which was ahead put off is due again', async () => {
  const name = `test-${newId()}`;
  expect(await claim(name)).toBe(0);
  await database.asSystem((executor) => postponeJob(executor, name, hourMs));
  expect(await claim(name)).toBeGreaterThan(0);
  await letPass(name, -2 * hourMs);
  expect(await claim(name)).toBe(0);
});
