import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { Trouble } from '../platform/trouble.ts';
import type { ServiceContext } from '../services/context.ts';
import { processDryRun } from '../services/rotators/dry-runs/process-dry-run.ts';

const everyMs = 500;

/** Runs rules over recorded visits for whoever asks, one run after the other. Workers take different ones. */
export function runDryRuns(context: ServiceContext, logger: Logger): Loop {
  const trouble = new Trouble(logger, {
    begun: 'dry runs cannot be done; it is tried again',
    over: 'dry runs are done again',
  });
  return new Loop({
    everyMs,
    work: async (signal) => {
      if ((await processDryRun(context, signal)) === undefined) return everyMs;
      trouble.end();
      return 0;
    },
    onFailure: (error) => trouble.note(describeError(error)),
  });
}
