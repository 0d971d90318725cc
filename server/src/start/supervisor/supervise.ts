import { isStartedByLauncher } from '../../config/environment.ts';
import { ensureSecrets } from '../../config/secrets.ts';
import { saveTrafficStore, openDataDirectory, type DataDirectory } from '../../engines/data-directory.ts';
import { startEmbeddedEngines, type EmbeddedEngines } from '../../engines/embedded-engines.ts';
import { recordRestart, recordStart, recordStop } from '../../engines/restart-log.ts';
import { SupervisedProcess } from '../../platform/supervised-process.ts';
import type { Logger } from '../../platform/logger.ts';
import { releaseIdleMemory } from '../../platform/release-idle-memory.ts';
import type { FirstAccess } from '../../services/accounts/set-up-first-workspace.ts';
import { hasWorkspaces } from '../../store/database/has-workspaces.ts';
import {
  chooseTrafficStore,
  describeTrafficStore,
  type EngineAddresses,
  type TrafficStoreChoice,
} from '../engine-addresses.ts';
import { publishUrls, claimInstance } from '../instance.ts';
import { migratePostgresSchema, migrateTrafficSchema, requireCurrentSchema } from '../migrate.ts';
import { choosePorts, type Ports } from '../ports.ts';
import { localUrl, resolvePanelUrl } from '../public-urls.ts';
import { createRoleLogger, type Settings } from '../settings.ts';
import { stopOnSignals } from '../shutdown.ts';
import { runInChildProcess } from './child-tasks.ts';
import { presentFirstAccess } from './first-access.ts';
import { serveOverallStatus } from './overall-status.ts';
import { roleEnvironment } from './role-environment.ts';
import {
  nameRole,
  startRoleProcess,
  stopLeftoverRoles,
  type NamedRole,
  type RoleProcess,
} from './role-process.ts';

/** A part of Waypost that was started. `kill` is for child processes that would outlive this process. */
type Step = { stop: () => Promise<void> | void; kill?: () => void };

type StartOptions = { demo?: boolean };

type Progress = { steps: Step[]; isStopping: () => boolean };

/** Starts embedded engines where no external ones are configured, migrates them, and starts and supervises all roles. */
export async function runEverything(settings: Settings, options: StartOptions = {}): Promise<void> {
  const logger = createRoleLogger('supervisor', settings);
  for (const warning of settings.warnings) logger.warn(warning);
  const steps: Step[] = [];
  const stopAll = async () => {
    for (const step of steps.toReversed()) await step.stop();
  };
  const { stopNow, isStopping } = stopOnSignals({
    stop: stopAll,
    force: () => steps.forEach((step) => step.kill?.()),
    logger,
  });
  stopWithParent(stopNow);
  try {
    const addresses = await startAll(settings, logger, { steps, isStopping });
    releaseIdleMemory();
    if (options.demo === true)
      await (await import('../commands/start-demo.ts')).startDemo(settings, addresses);
  } catch (error) {
    // After a stop request, errors are a consequence of the shutdown.
    if (isStopping()) return;
    await stopAll();
    throw error;
  }
}

async function startAll(settings: Settings, logger: Logger, progress: Progress): Promise<EngineAddresses> {
  const { steps } = progress;
  const abortIfStopping = () => {
    if (progress.isStopping()) throw new Error('Stopped during startup');
  };
  const directory = openDataDirectory(settings.dataDirectory);
  steps.push(await claimDirectory(directory));
  await stopLeftoverRoles(directory.run);
  const ports = await choosePorts(settings);
  const secrets = ensureSecrets(directory.path);
  const choice = await chooseTrafficStore(settings, directory);
  logger.info(`traffic store: ${describeTrafficStore(choice)}`);
  const wanted = {
    postgres: settings.databaseUrl === undefined,
    clickhouse: choice.store === 'clickhouse' && settings.clickhouseUrl === undefined,
  };
  const startedAt = performance.now();
  if (wanted.postgres || wanted.clickhouse) logger.info('starting embedded engines');
  const engines = await startEmbeddedEngines({ directory, passwords: secrets, wanted, logger });
  steps.push({
    stop: () => engines.stop(),
    kill: () => engines.processes.forEach((engine) => engine.kill()),
  });
  abortIfStopping();
  const addresses = resolveAddresses(settings, engines, choice);
  await prepareSchema(settings, addresses);
  // The choice is saved only after the schema exists, so that a failed first start can be repeated with a different
  // store.
  saveTrafficStore(directory, choice.store);
  logger.info({ ms: Math.round(performance.now() - startedAt) }, 'engines ready');
  abortIfStopping();
  const environment = roleEnvironment({ settings, ports, addresses, secrets });
  const { edgeProcesses } = settings;
  const processes = await startRoles(
    { environment, runDirectory: directory.run, edgeProcesses, directory },
    logger,
    steps,
  );
  abortIfStopping();
  const status = await serveOverallStatus(ports.metrics, { roles: processes, engines: engines.processes });
  steps.push({ stop: () => status.close() });
  const urls = resolveUrls(settings, ports);
  publishUrls(directory, urls);
  // Setting up the first access must be the last step: if a later step failed, the generated password would never be
  // shown.
  abortIfStopping();
  const firstAccess = await setUpFirstAccess(addresses);
  announce({ settings, urls, choice, firstAccess });
  return addresses;
}

async function claimDirectory(directory: DataDirectory): Promise<Step> {
  const lock = await claimInstance(directory, 'server');
  recordStart(directory);
  return {
    stop: () => {
      recordStop(directory);
      lock.release();
    },
  };
}

function resolveAddresses(
  settings: Settings,
  engines: EmbeddedEngines,
  { store }: TrafficStoreChoice,
): EngineAddresses {
  const postgres = settings.databaseUrl ?? engines.urls.postgres ?? '';
  const clickhouse = settings.clickhouseUrl ?? engines.urls.clickhouse ?? '';
  return { postgres, traffic: { store, url: store === 'clickhouse' ? clickhouse : postgres } };
}

// Migrates embedded engines. External engines are migrated only by `waypost migrate`.
async function prepareSchema(settings: Settings, addresses: EngineAddresses): Promise<void> {
  const { postgres, traffic } = addresses;
  if (settings.databaseUrl === undefined) await migratePostgresSchema(postgres);
  else await requireCurrentSchema({ postgres });
  const trafficUrl = traffic.store === 'clickhouse' ? settings.clickhouseUrl : settings.databaseUrl;
  if (trafficUrl === undefined) await migrateTrafficSchema(addresses, undefined);
  else await requireCurrentSchema({ traffic });
}

async function setUpFirstAccess(addresses: EngineAddresses): Promise<FirstAccess | undefined> {
  if (await hasWorkspaces(addresses.postgres)) return undefined;
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  return await runInChildProcess('setUpFirstWorkspace', { url: addresses.postgres, timezone });
}

// Starts all roles. The edge and the API stop before the worker, so that the worker can still process what they
// accepted.
async function startRoles(
  options: {
    environment: NodeJS.ProcessEnv;
    runDirectory: string;
    edgeProcesses: number;
    directory: DataDirectory;
  },
  logger: Logger,
  steps: Step[],
): Promise<SupervisedProcess<RoleProcess>[]> {
  const supervise = (role: NamedRole) =>
    new SupervisedProcess({
      name: role.name,
      start: () => startRoleProcess(role, options),
      logger,
      onEnd: (why) => recordRestart(options.directory, role.name, why),
    });
  const serving = [
    supervise(nameRole('api', 0)),
    ...Array.from({ length: options.edgeProcesses }, (_, index) => supervise(nameRole('edge', index))),
  ];
  const worker = supervise(nameRole('worker', 0));
  const processes = [...serving, worker];
  steps.push({ stop: () => worker.stop(), kill: () => processes.forEach((process) => process.kill()) });
  steps.push({ stop: async () => void (await Promise.all(serving.map((process) => process.stop()))) });
  const outcomes = await Promise.allSettled(processes.map((process) => process.start()));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return processes;
}

type Urls = { panel: string; edge: string; status: string };

function resolveUrls(settings: Settings, ports: Ports): Urls {
  return {
    panel: resolvePanelUrl(settings, ports.api),
    edge: localUrl(settings, ports.edge),
    status: `http://127.0.0.1:${ports.metrics}`,
  };
}

function announce(options: {
  settings: Settings;
  urls: Urls;
  choice: TrafficStoreChoice;
  firstAccess: FirstAccess | undefined;
}): void {
  const { settings, urls, choice, firstAccess } = options;
  const access =
    firstAccess === undefined
      ? []
      : presentFirstAccess(firstAccess, {
          panelUrl: urls.panel,
          dataDirectory: settings.dataDirectory,
          isTerminal: process.stdout.isTTY,
        });
  const lines = [
    '',
    'Waypost is running.',
    '',
    `Panel          ${urls.panel}`,
    `API            ${urls.panel}/api/v1     docs at ${urls.panel}/docs`,
    `Tracking       ${settings.trackingUrl ?? urls.edge}`,
    `Status         ${urls.status}/readyz`,
    `Traffic store  ${describeTrafficStore(choice)}`,
    ...access,
    '',
    'Press Ctrl-C to stop.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

// A launcher that was killed with SIGKILL cannot forward the signal, so the supervisor stops when its parent is gone.
function stopWithParent(stopNow: (why: string) => void): void {
  if (!isStartedByLauncher()) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stopNow('parent process exited');
  }, 500).unref();
}
