import type { Logger } from '../platform/logger.ts';
import { purgeExpiredSessions } from '../services/accounts/sessions.ts';
import { purgeAlerts } from '../services/alerts/alerts.ts';
import { watchAlerts } from '../services/alerts/watch-alerts.ts';
import { purgeAgents } from '../services/agents/connections.ts';
import { purgeInbox } from '../services/conversions/purge-inbox.ts';
import type { ServiceContext } from '../services/context.ts';
import type { WithCertificates, WithInstallation, WithTraffic } from '../services/tools.ts';
import { recheckCosts } from '../services/costs/recheck-costs.ts';
import { completeClicks } from '../services/conversions/complete-clicks.ts';
import { purgeUploads } from '../services/uploads/uploads.ts';
import { purgeRuns } from '../services/runs/process-run.ts';
import { purgeReportLinks } from '../services/report-links/report-links.ts';
import { purgeReportDeliveries } from '../services/report-schedules/report-schedules.ts';
import { sweepErasures } from '../services/erasures/erase-visits.ts';
import { cleanUpPostbacks } from '../services/postbacks/postbacks.ts';
import { sealHeaders } from '../services/postbacks/seal-headers.ts';
import { releaseStrandedRows } from '../services/queues/release-stranded-rows.ts';
import { applyRetentionCuts, deleteExpiredTraffic } from '../services/retention/retention.ts';
import type { Job } from './run-jobs.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const missingMessage = 'cost rows are missing from the traffic store, distributing the entries again';
const releasedMessage = 'released rows whose due time was set by a wrong clock';

type MaintenanceContext = ServiceContext & WithTraffic & WithInstallation & WithCertificates;

export function listMaintenance(context: MaintenanceContext, logger: Logger): Job[] {
  const hourly = (name: string, work: (context: MaintenanceContext) => Promise<unknown>): Job => ({
    name,
    everyMs: hourMs,
    run: async () => void (await work(context)),
  });
  return [
    hourly('purge-expired-sessions', purgeExpiredSessions),
    hourly('purge-agents', purgeAgents),
    hourly('purge-inbox', purgeInbox),
    {
      name: 'recheck-costs',
      everyMs: hourMs,
      run: async () => {
        const entries = await recheckCosts(context);
        if (entries > 0) logger.warn({ entries }, missingMessage);
      },
    },
    hourly('purge-uploads', purgeUploads),
    hourly('purge-dry-runs', purgeRuns),
    hourly('tidy-postbacks', cleanUpPostbacks),
    hourly('purge-alerts', purgeAlerts),
    { name: 'watch-alerts', everyMs: minuteMs, run: async () => void (await watchAlerts(context)) },
    hourly('purge-report-links', purgeReportLinks),
    hourly('purge-report-deliveries', purgeReportDeliveries),
    hourly('seal-headers', sealHeaders),
    hourly('apply-retention-cuts', applyRetentionCuts),
    hourly('delete-expired-traffic', deleteExpiredTraffic),
    { name: 'complete-clicks', everyMs: minuteMs, run: async () => void (await completeClicks(context)) },
    {
      name: 'release-stranded-rows',
      everyMs: minuteMs,
      run: async () => {
        const released = await releaseStrandedRows(context);
        if (released.size > 0) logger.warn(Object.fromEntries(released), releasedMessage);
      },
    },
    {
      name: 'sweep-erasures',
      everyMs: minuteMs,
      run: async () => {
        const { erased, problem } = await sweepErasures(context);
        if (problem !== undefined)
          logger.warn({ visits: erased, why: problem }, 'failed to delete visits, retrying');
      },
    },
  ];
}
