import { isStartedByLauncher } from '../../config/environment.ts';
import { ensureSecrets, type Secrets } from '../../config/secrets.ts';
import { saveTrafficStore, openDataDirectory, type DataDirectory } from '../../engines/data-directory.ts';
import { prepareEmbeddedEngines, type EngineUrls } from '../../engines/embedded-engines.ts';
import { hasSnapshotCopy } from '../roles/edge/edge-slots.ts';
import { recordStart, recordStop } from '../../engines/restart-log.ts';
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
import { claimInstance, publishInstance } from '../instance.ts';
import { describeDomains } from '../check-domains.ts';
import {
  currentSettings,
  requireMovedData,
  requireMovedPostgres,
  requireMovedTraffic,
} from '../move/current-settings.ts';
import { choosePorts, type Ports } from '../ports.ts';
import { createRoleLogger, type Settings } from '../settings.ts';
import { stopOnSignals } from '../shutdown.ts';
import { ownProgram, type Program } from '../program.ts';
import { removeSwitchRequest } from '../switch-request.ts';
import { announce, resolveUrls } from './announce.ts';
import { createFirstWorkspace } from './create-first-workspace.ts';
import { adoptActivatedPorts, holdPorts } from './hold-ports.ts';
import { MoveFollower } from './follow-move.ts';
import { serveOverallStatus } from './overall-status.ts';
import { BackupScheduler } from './backup-scheduler.ts';
import { prepareSchema } from './prepare-schema.ts';
import { roleEnvironment } from './role-environment.ts';
import { restartOnSignal } from './restart-on-signal.ts';
import { stopLeftoverRoles } from './role-process.ts';
import { Roles } from './roles.ts';
import { StartAttempts } from './start-attempts.ts';
import { StartupSteps, type StartupStep } from './startup-steps.ts';

type StartOptions = { demo?: boolean };

type Progress = { steps: StartupSteps; isStopping: () => boolean };

/** Starts and migrates embedded engines unless external engines are configured, then starts and supervises all roles. */
export async function runEverything(settings: Settings, options: StartOptions = {}): Promise<void> {
  const logger = createRoleLogger('supervisor', settings);
  for (const warning of settings.warnings) logger.warn(warning);
  const steps = new StartupSteps();
  const { stopNow, isStopping } = stopOnSignals({
    stop: () => steps.stop(),
    force: () => steps.kill(),
    stoppingPart: () => steps.stoppingPart,
    logger,
  });
  stopWithParent(stopNow);
  try {
    const addresses = await startAll(settings, logger, { steps, isStopping });
    releaseIdleMemory();
    if (options.demo === true)
      await (await import('../commands/start-demo.ts')).startDemo(settings, addresses);
  } catch (error) {
    // After a stop request, errors are caused by the shutdown and are ignored.
    if (isStopping()) return;
    await steps.stop();
    throw error;
  }
}

async function startAll(given: Settings, logger: Logger, progress: Progress): Promise<EngineAddresses> {
  const { steps } = progress;
  const prepared = await prepare(given, logger, steps);
  const { settings, directory, ports, choice, addresses, roles } = prepared;
  const canWait = await hasSnapshotCopy(settings.spool.directory);
  const attempts = new StartAttempts({ canWait, isStopping: progress.isStopping, logger });
  const startedAt = performance.now();
  const rolesStep = { stop: () => roles.stop(), kill: () => roles.kill() };
  steps.add('edges', rolesStep);
  const engines: Engines['processes'] = [];
  const { dataDirectory } = settings;
  const status = await serveOverallStatus(ports.metrics, { roles, engines, attempts, dataDirectory });
  steps.add('status server', { stop: () => status.close() });
  let moves: MoveFollower | undefined;
  const prepareRestart = async () => (await moves?.prepareRestart()) ?? true;
  const urls = resolveUrls(settings, ports);
  const serving = { urls, https: settings.https };
  const publish = (program: Program) => publishInstance(directory, serving, program);
  restartOnSignal({ roles, directory, publish, logger, prepare: prepareRestart });
  publish(ownProgram());
  const { cookieSecret = prepared.secrets.cookie } = settings;
  // The edges serve visitors from their copy of the configuration until the engines are ready.
  const edgesStarted = roles.startEdges(attempts);
  // A failure is handled below.
  edgesStarted.catch(() => undefined);
  const started = await startEngines(prepared, { attempts, steps, logger });
  engines.push(...started.processes);
  abortIfStopping(progress);
  await attempts.attempt('PostgreSQL', () => requireMovedData(settings, directory));
  await attempts.attempt('ClickHouse', () => requireMovedTraffic(settings, directory));
  await prepareSchema(settings, addresses, attempts);
  // The choice is saved only after the schema exists, so that a failed first start can be repeated with a different
  // store.
  saveTrafficStore(directory, choice.store);
  const addEngines = (added: Engines['processes']) =>
    [started.processes, engines].forEach((list) => list.push(...added));
  const follower = new MoveFollower({ ...prepared, logger, addEngines });
  await attempts.attempt('PostgreSQL', () => follower.follow());
  moves = follower;
  logger.info({ ms: Math.round(performance.now() - startedAt) }, 'engines ready');
  abortIfStopping(progress);
  // Added a second time, because steps are stopped in reverse order and roles must stop before the engines that they
  // use. If this function fails earlier, only edges are running.
  steps.add('roles', rolesStep);
  await Promise.all([edgesStarted, roles.startOthers(attempts)]);
  abortIfStopping(progress);
  steps.add('moves', follower.watch());
  for (const backups of scheduleBackups({ settings, engines, follower, logger }))
    steps.add('backups', backups);
  // The first access must be set up last, because the generated password would never be shown if a later step failed.
  const firstAccess = await attempts.attempt('PostgreSQL', () => setUpFirstAccess(addresses));
  attempts.complete();
  const domains = await describeDomains(settings, cookieSecret);
  announce({ settings, urls, choice, firstAccess, domains });
  return addresses;
}

function abortIfStopping({ isStopping }: Progress): void {
  if (isStopping()) throw new Error('Stopped during startup');
}

type Prepared = {
  settings: Settings;
  directory: DataDirectory;
  ports: Ports;
  choice: TrafficStoreChoice;
  secrets: Secrets;
  wanted: { postgres: boolean; clickhouse: boolean };
  embedded: PreparedEngines;
  addresses: EngineAddresses;
  roles: Roles;
};

// Does everything that needs no engine. Failures are permanent, so they end the start.
async function prepare(given: Settings, logger: Logger, steps: StartupSteps): Promise<Prepared> {
  const directory = openDataDirectory(given.dataDirectory);
  const settings = currentSettings(given);
  requireMovedPostgres(settings, directory);
  steps.add('data directory', await claimDirectory(directory));
  await stopLeftoverRoles(directory.run);
  const activated = adoptActivatedPorts();
  const ports = await choosePorts(settings, activated);
  const secrets = ensureSecrets(directory.path);
  const choice = await chooseTrafficStore(settings, directory);
  logger.info(`traffic store: ${describeTrafficStore(choice)}`);
  const wanted = {
    postgres: settings.databaseUrl === undefined,
    clickhouse: choice.store === 'clickhouse' && settings.clickhouseUrl === undefined,
  };
  const embedded = await prepareEmbeddedEngines({ directory, passwords: secrets, wanted, logger });
  const addresses = resolveAddresses(settings, embedded.urls, choice);
  const environment = roleEnvironment({ settings, ports, addresses, secrets });
  const held = await holdPorts(settings, ports, { activated, logger });
  const { edgeProcesses, hasEdgeStandby: hasStandby } = settings;
  // A switch that the previous supervisor did not complete.
  removeSwitchRequest(directory);
  const program = ownProgram();
  const roles = new Roles({
    program,
    environment,
    directory,
    ports: held,
    edgeProcesses,
    hasStandby,
    logger,
  });
  return { settings, directory, ports, choice, secrets, wanted, embedded, addresses, roles };
}

type PreparedEngines = Awaited<ReturnType<typeof prepareEmbeddedEngines>>;
type Engines = Awaited<ReturnType<PreparedEngines['start']>>;

type Backups = {
  settings: Settings;
  engines: Engines['processes'];
  follower: MoveFollower;
  logger: Logger;
};

function scheduleBackups({ settings, engines, follower, logger }: Backups): StartupStep[] {
  const { schedule } = settings.backup;
  const { dataDirectory } = settings;
  if (schedule === undefined) return [];
  const areEnginesReady = () => engines.every(({ running }) => running !== undefined);
  const movedVariables = () => follower.movedVariables();
  return [new BackupScheduler({ schedule, dataDirectory, areEnginesReady, movedVariables, logger })];
}

async function startEngines(
  { wanted, embedded }: Prepared,
  { attempts, steps, logger }: { attempts: StartAttempts; steps: StartupSteps; logger: Logger },
): Promise<Engines> {
  if (wanted.postgres || wanted.clickhouse) logger.info('starting embedded engines');
  const engines = await attempts.attempt('the embedded engines', () => embedded.start());
  steps.add('engines', {
    stop: () => engines.stop(),
    kill: () => engines.processes.forEach((engine) => engine.kill()),
  });
  return engines;
}

async function claimDirectory(directory: DataDirectory): Promise<StartupStep> {
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
  embedded: EngineUrls,
  { store }: TrafficStoreChoice,
): EngineAddresses {
  const postgres = settings.databaseUrl ?? embedded.postgres ?? '';
  const clickhouse = settings.clickhouseUrl ?? embedded.clickhouse ?? '';
  return { postgres, traffic: { store, url: store === 'clickhouse' ? clickhouse : postgres } };
}

async function setUpFirstAccess(addresses: EngineAddresses): Promise<FirstAccess | undefined> {
  if (await hasWorkspaces(addresses.postgres)) return undefined;
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  return await createFirstWorkspace({ url: addresses.postgres, timezone });
}

// A launcher that is killed with SIGKILL cannot forward a signal, so the supervisor stops when its parent is gone.
function stopWithParent(stopNow: (why: string) => void): void {
  if (!isStartedByLauncher()) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stopNow('parent process exited');
  }, 500).unref();
}
