import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import { notifyDue, type AlertTools } from '../services/alerts/notify-receiver.ts';
import type { ServiceContext } from '../services/context.ts';
import type { DueWork } from './due-work.ts';

const everyMs = 2_000;

export function notifyAlerts(context: ServiceContext, tools: AlertTools, due: DueWork, logger: Logger): Loop {
  const reporter = new FailureReporter(logger, {
    failed: 'failed to send alerts, retrying',
    resolved: 'resumed sending alerts',
  });
  return new Loop({
    everyMs,
    waitUntilDue: (signal) => due.until('alerts', signal),
    work: async (signal) => {
      const sent = await notifyDue(context, tools, signal);
      reporter.end();
      return sent === 0 ? everyMs : 0;
    },
    onFailure: (error) => reporter.note(describeError(error)),
  });
}
