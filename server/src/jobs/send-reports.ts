import { describeError } from '../platform/errors.ts';
import { FailureReporter } from '../platform/failure-reporter.ts';
import type { Logger } from '../platform/logger.ts';
import { Loop } from '../platform/loop.ts';
import type { ServiceContext } from '../services/context.ts';
import { deliverReports } from '../services/report-schedules/deliver-reports.ts';
import type { ReportTools } from '../services/report-schedules/send-report.ts';
import type { WithTraffic } from '../services/tools.ts';
import type { DueWork } from './due-work.ts';

const everyMs = 2_000;

export function sendReports(
  context: ServiceContext & WithTraffic,
  tools: ReportTools,
  due: DueWork,
  logger: Logger,
): Loop {
  const reporter = new FailureReporter(logger, {
    failed: 'failed to send reports, retrying',
    resolved: 'resumed sending reports',
  });
  return new Loop({
    everyMs,
    waitUntilDue: (signal) => due.until('reports', signal),
    work: async (signal) => {
      const sent = await deliverReports(context, tools, signal);
      reporter.end();
      return sent === 0 ? everyMs : 0;
    },
    onFailure: (error) => reporter.note(describeError(error)),
  });
}
