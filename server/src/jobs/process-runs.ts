import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import type { ServiceContext } from '../services/context.ts';
import type { WithTraffic } from '../services/tools.ts';
import { processRun, type RunWork } from '../services/runs/process-run.ts';
import type { DueWork } from './due-work.ts';

const everyMs = 500;

/**
 * Processes requested runs of one kind, one after the other. Several workers can run at the same time, because each
 * worker claims different runs.
 */
export function processRuns(
  context: ServiceContext & WithTraffic,
  work: RunWork,
  due: DueWork,
  logger: Logger,
): Loop {
  const [kind] = work.kinds;
  const reporter = new FailureReporter(logger, {
    failed: `failed to process runs (${kind}), retrying`,
    resolved: `resumed processing runs (${kind})`,
  });
  return new Loop({
    everyMs,
    waitUntilDue: (signal) => due.until('runs', signal),
    work: async (signal) => {
      if ((await processRun(context, work, signal)) === undefined) return everyMs;
      reporter.end();
      return 0;
    },
    onFailure: (error) => reporter.note(describeError(error)),
  });
}
