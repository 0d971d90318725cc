import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import { processCostEntry, type CostWork } from '../services/costs/process-cost-entry.ts';
import type { DueWork } from './due-work.ts';

const everyMs = 500;

/** Spreads cost entries over their visits, and takes them back, for as long as it is wanted. Workers take different ones. */
export function distributeCosts(costs: CostWork, due: DueWork, logger: Logger): Loop {
  const trouble = new FailureReporter(logger, {
    begun: 'costs cannot be spread; it is tried again',
    over: 'costs are spread again',
  });
  return new Loop({
    everyMs,
    untilDue: (signal) => due.until('costs', signal),
    work: async () => {
      if ((await processCostEntry(costs)) === undefined) return everyMs;
      trouble.end();
      return 0;
    },
    onFailure: (error) => trouble.note(describeError(error)),
  });
}
