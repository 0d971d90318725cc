import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import { processCostEntry, type CostWork } from '../services/costs/process-cost-entry.ts';
import type { DueWork } from './due-work.ts';

const everyMs = 500;

/**
 * Distributes cost entries over their visits and reverses entries. Several workers can run at the same time, because
 * each worker claims different entries.
 */
export function distributeCosts(costs: CostWork, due: DueWork, logger: Logger): Loop {
  const reporter = new FailureReporter(logger, {
    failed: 'failed to distribute costs, retrying',
    resolved: 'resumed distributing costs',
  });
  return new Loop({
    everyMs,
    waitUntilDue: (signal) => due.until('costs', signal),
    work: async () => {
      if ((await processCostEntry(costs)) === undefined) return everyMs;
      reporter.end();
      return 0;
    },
    onFailure: (error) => reporter.note(describeError(error)),
  });
}
