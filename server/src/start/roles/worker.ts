import { clickIdsOf } from '../../edge/click-ids.ts';
import { drawHashOf } from '../../edge/draw-hash.ts';
import { processRuns } from '../../jobs/process-runs.ts';
import { notifyAlerts } from '../../jobs/notify-alerts.ts';
import { issueCertificates } from '../../jobs/issue-certificates.ts';
import { DueWork } from '../../jobs/due-work.ts';
import { sendReports } from '../../jobs/send-reports.ts';
import { updateCaps } from '../../jobs/update-caps.ts';
import { listMaintenance } from '../../jobs/maintenance.ts';
import { Publisher } from '../../jobs/publisher.ts';
import { runJobs } from '../../jobs/run-jobs.ts';
import { distributeCosts } from '../../jobs/distribute-costs.ts';
import { Health } from '../../platform/health.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Loop } from '../../platform/loop.ts';
import { createRegistry } from '../../platform/metrics.ts';
import { replayWork } from '../../services/conversions/replays.ts';
import { makeContext, systemActor, type ServiceContext } from '../../services/context.ts';
import type { WithTraffic } from '../../services/tools.ts';
import { dryRunWork } from '../../services/rotators/dry-runs/dry-runs.ts';
import { Database } from '../../store/database/database.ts';
import type { EngineAddresses } from '../engine-addresses.ts';
import { checkDomain, formatProblem } from '../check-domains.ts';
import { createIssuer } from '../certificate-authority.ts';
import { openTraffic } from '../open-traffic.ts';
import type { Settings } from '../settings.ts';
import { provideInstallation } from './installation-tools.ts';
import { provideAlertTools, provideCertificates } from './alert-tools.ts';
import { logHealth, type RunningRole } from './role.ts';
import { requireCookieSecret, startAttribution } from './start-attribution.ts';
import { startPostbacks } from './start-postbacks.ts';

/** Starts a worker. Any number of workers can run, and each job is processed by only one worker. */
export async function startWorker(
  settings: Settings,
  engines: EngineAddresses,
  logger: Logger,
): Promise<RunningRole> {
  const database = new Database(engines.postgres, { connectionsMax: 8, secret: settings.sessionSecret });
  if (settings.sessionSecret === undefined)
    logger.warn('WAYPOST_SESSION_SECRET is not set; postbacks with secret headers are not sent');
  const registry = createRegistry('worker');
  const installation = provideInstallation(settings, engines);
  const context = makeContext(database, systemActor('worker'), { installation });
  const traffic = await openTraffic(engines.traffic, { connectionsMax: 5 });
  const due = new DueWork(context);
  const attribution = startAttribution(context, settings, traffic, { due, logger, registry });
  const health = new Health(
    [{ name: 'postgres', essential: true, probe: () => database.check() }, ...attribution.checks],
    logHealth(logger),
  );
  await health.start();
  const maintenance = { ...context, traffic, readCertificate: provideCertificates() };
  const jobs = runJobs(context, listMaintenance(maintenance, logger), logger);
  const publisher = new Publisher(context, engines.postgres, due, logger);
  const caps = updateCaps(context, (records) => traffic.countForCaps(records), logger);
  const costs = distributeCosts({ ...context, traffic }, due, logger);
  const tools = { ...context, traffic, ...clickTools(settings) };
  const runs = [dryRunWork, replayWork].map((work) => processRuns(tools, work, due, logger));
  const postbacks = await startPostbacks(context, settings, engines, { due, logger, registry });
  const certificates = startCertificates(context, settings, due, logger);
  const messages = await startMessages({ ...context, traffic }, { settings, engines, due, logger });
  return {
    readiness: () => health.readiness(),
    metrics: async () => await registry.getMetricsAsJSON(),
    stop: async () => {
      await Promise.all([
        ...runs.map((run) => run.stop()),
        ...messages.map((loop) => loop.stop()),
        certificates?.stop(),
        costs.stop(),
        caps.stop(),
        publisher.stop(),
        postbacks.stop(),
        attribution.stop(),
        jobs.stop(),
      ]);
      await due.stop();
      health.stop();
      await Promise.all([traffic.close(), database.close()]);
    },
  };
}

function clickTools(settings: Settings) {
  const secret = requireCookieSecret(settings);
  return { clickIds: clickIdsOf(secret), drawHash: drawHashOf(secret) };
}

function startCertificates(context: ServiceContext, settings: Settings, due: DueWork, logger: Logger) {
  const { https } = settings;
  if (https === undefined) return undefined;
  const secret = requireCookieSecret(settings);
  const findObstacle = async (host: string) => {
    const { problem } = await checkDomain(host, { ...settings, https }, secret);
    return problem === undefined ? undefined : formatProblem(host, problem);
  };
  return issueCertificates(context, createIssuer(https, secret, findObstacle), due, logger);
}

// Starts the loops that send alerts and scheduled reports.
async function startMessages(
  context: ServiceContext & WithTraffic,
  {
    settings,
    engines,
    due,
    logger,
  }: { settings: Settings; engines: EngineAddresses; due: DueWork; logger: Logger },
): Promise<Loop[]> {
  const tools = await provideAlertTools(settings, engines);
  const { telegramUrl } = settings;
  return [
    notifyAlerts(context, tools, due, logger),
    sendReports(context, { ...tools, telegramUrl }, due, logger),
  ];
}
