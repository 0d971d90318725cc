import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import { asSystem, type ServiceContext } from '../services/context.ts';
import { claimJob, postponeJob } from '../store/database/job-timetable.ts';

export type Job = { name: string; everyMs: number; run: () => Promise<void> };

// A job that failed or crashed runs again after this time, so running a job twice must be safe.
const leaseMs = 60_000;
// A job that was rescheduled to an earlier time is noticed after at most this time.
const checkEveryMs = 60_000;
const retryMs = 2_000;
const finishMs = 5_000;

/** Runs each job when it is due, on one worker at a time. A job that missed several due times runs only once. */
export function runJobs(context: ServiceContext, jobs: Job[], logger: Logger): { stop: () => Promise<void> } {
  const reporter = new FailureReporter(logger, {
    failed: 'failed to read due jobs, retrying',
    resolved: 'resumed running due jobs',
  });
  const loops = jobs.map(
    (job) =>
      new Loop({
        everyMs: checkEveryMs,
        work: async () => {
          const leftMs = await asSystem(context, (executor) =>
            claimJob(executor, job.name, { leaseMs, everyMs: job.everyMs }),
          );
          reporter.end();
          return leftMs > 0 ? Math.min(leftMs, checkEveryMs) : await runJob(context, job, logger);
        },
        onFailure: (error) => reporter.note(describeError(error)),
        retryMs: () => retryMs,
      }),
  );
  return {
    stop: async () => {
      const stopped = Promise.all(loops.map((loop) => loop.stop()));
      await Promise.race([stopped, sleep(finishMs, undefined, { ref: false })]);
    },
  };
}

async function runJob(context: ServiceContext, { name, everyMs, run }: Job, logger: Logger): Promise<number> {
  try {
    await run();
    await asSystem(context, (executor) => postponeJob(executor, name, everyMs));
    logger.info({ job: name }, 'job done');
    return 0;
  } catch (error) {
    logger.warn({ job: name, err: error }, 'job failed, retrying');
    return leaseMs;
  }
}
