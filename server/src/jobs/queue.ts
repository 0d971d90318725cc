import { PgBoss } from 'pg-boss';
import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';

// A job whose process died is taken up again after this long, so handlers must bear being run twice.
const expireInSeconds = 60;

/** One kind of job: its name, when it runs by itself, and what it does. */
export type Job = { name: string; cron: string; run: () => Promise<void> };

/** The queue keeps its own tables in a schema of its own; this makes or updates them. */
export async function migrateQueue(url: string): Promise<void> {
  const queue = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  queue.on('error', () => undefined);
  await queue.start();
  await queue.stop({ graceful: false, close: true });
}

export async function startQueue(url: string, jobs: Job[], logger: Logger): Promise<PgBoss> {
  const queue = new PgBoss({ connectionString: url, max: 5, migrate: false, useListenNotify: true });
  // Without a listener a lost connection would end the process; the queue itself recovers.
  queue.on('error', (error) => logger.warn({ why: describeError(error) }, 'the job queue met a problem'));
  await queue.start();
  for (const job of jobs) {
    await queue.createQueue(job.name, { notify: true, expireInSeconds, retryLimit: 3, retryBackoff: true });
    await queue.schedule(job.name, job.cron);
    await queue.work(job.name, { notifyPollingIntervalSeconds: 2 }, async () => {
      await job.run().catch((error: unknown) => {
        logger.warn({ job: job.name, err: error }, 'a job failed; it is tried again');
        throw error;
      });
      logger.info({ job: job.name }, 'job done');
    });
  }
  return queue;
}
