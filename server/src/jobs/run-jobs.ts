import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import { asSystem, type ServiceContext } from '../services/context.ts';
import { claimJob, postponeJob } from '../store/database/job-timetable.ts';

/** One kind of job: its name, how often it is done, and what it does. */
export type Job = { name: string; everyMs: number; run: () => Promise<void> };

// A job that failed, or whose process died, is done again after this long, so it must bear being run twice.
const leaseMs = 60_000;
// What became due earlier than was said before, by whatever hand, is found within this time.
const lookEveryMs = 60_000;
const retryMs = 2_000;
const finishMs = 5_000;

/** Does each job when it is due, one worker at a time, and what was missed meanwhile once. */
export function runJobs(context: ServiceContext, jobs: Job[], logger: Logger): { stop: () => Promise<void> } {
  const trouble = new FailureReporter(logger, {
    begun: 'it is not known which jobs are due; it is tried again',
    over: 'jobs are done again when they are due',
  });
  const loops = jobs.map(
    (job) =>
      new Loop({
        everyMs: lookEveryMs,
        work: async () => {
          const leftMs = await asSystem(context, (executor) =>
            claimJob(executor, job.name, { leaseMs, everyMs: job.everyMs }),
          );
          trouble.end();
          return leftMs > 0 ? Math.min(leftMs, lookEveryMs) : await runJob(context, job, logger);
        },
        onFailure: (error) => trouble.note(describeError(error)),
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

/** How long to wait before the next look. */
async function runJob(context: ServiceContext, { name, everyMs, run }: Job, logger: Logger): Promise<number> {
  try {
    await run();
    await asSystem(context, (executor) => postponeJob(executor, name, everyMs));
    logger.info({ job: name }, 'job done');
    return 0;
  } catch (error) {
    logger.warn({ job: name, err: error }, 'a job failed; it is tried again');
    return leaseMs;
  }
}
