import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import type { ServiceContext } from '../services/context.ts';
import { processRun, type RunWork } from '../services/runs/process-run.ts';
import type { DueWork } from './due-work.ts';

const everyMs = 500;

/** Does long work of one sort that people ordered, one after the other. Workers take different ones. */
export function processRuns(context: ServiceContext, work: RunWork, due: DueWork, logger: Logger): Loop {
  const [kind] = work.kinds;
  const trouble = new FailureReporter(logger, {
    begun: `what was ordered cannot be done (${kind}); it is tried again`,
    over: `what was ordered is done again (${kind})`,
  });
  return new Loop({
    everyMs,
    untilDue: (signal) => due.until('runs', signal),
    work: async (signal) => {
      if ((await processRun(context, work, signal)) === undefined) return everyMs;
      trouble.end();
      return 0;
    },
    onFailure: (error) => trouble.note(describeError(error)),
  });
}
