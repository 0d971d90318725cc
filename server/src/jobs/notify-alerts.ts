import { describeError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import { notifyDue, type AlertTools } from '../services/alerts/notify-receiver.ts';
import type { ServiceContext } from '../services/context.ts';
import type { DueWork } from './due-work.ts';

const everyMs = 2_000;

/** Tells receivers of alerts what is due. Workers take different messages. */
export function notifyAlerts(context: ServiceContext, tools: AlertTools, due: DueWork, logger: Logger): Loop {
  const trouble = new FailureReporter(logger, {
    begun: 'alerts cannot be told; it is tried again',
    over: 'alerts are told again',
  });
  return new Loop({
    everyMs,
    untilDue: (signal) => due.until('alerts', signal),
    work: async (signal) => {
      const told = await notifyDue(context, tools, signal);
      trouble.end();
      return told === 0 ? everyMs : 0;
    },
    onFailure: (error) => trouble.note(describeError(error)),
  });
}
