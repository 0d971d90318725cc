import { isStartedForAnother } from '../../config/environment.ts';
import { ensureSecrets } from '../../config/secrets.ts';
import { noteTrafficStore, openDataDirectory, type DataDirectory } from '../../engines/data-directory.ts';
import { startEmbeddedEngines, type EmbeddedEngines } from '../../engines/embedded-engines.ts';
import { noteRestart, noteStart, noteStop } from '../../engines/restart-log.ts';
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
import { publishUrls, takeInstance } from '../instance.ts';
import { migratePostgresSchema, migrateTrafficSchema, requireCurrentSchema } from '../migrate.ts';
import { choosePorts, type Ports } from '../ports.ts';
import { localUrl, panelUrlOf } from '../public-urls.ts';
import { loggerFor, type Settings } from '../settings.ts';
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

/** Something that was begun and how to end it: in order, or at once where it would outlive this process. */
type Step = { undo: () => Promise<void> | void; force?: () => void };

type StartOptions = { demo?: boolean };

type Progress = { begun: Step[]; isStopping: () => boolean };

/** Everything in one place: engines of its own where none are named, their schema, every role, and a watch over them. */
export async function runEverything(settings: Settings, options: StartOptions = {}): Promise<void> {
  const logger = loggerFor('supervisor', settings);
  for (const warning of settings.warnings) logger.warn(warning);
  const begun: Step[] = [];
  const undoAll = async () => {
    for (const step of begun.toReversed()) await step.undo();
  };
  const { stopNow, isStopping } = stopOnSignals({
    stop: undoAll,
    force: () => begun.forEach((step) => step.force?.()),
    logger,
  });
  stopWithParent(stopNow);
  try {
    const addresses = await bringUp(settings, logger, { begun, isStopping });
    releaseIdleMemory();
    if (options.demo === true)
      await (await import('../commands/start-demo.ts')).startDemo(settings, addresses);
  } catch (error) {
    // Asked to stop half way up: what fails now fails because its ground was taken away.
    if (isStopping()) return;
    await undoAll();
    throw error;
  }
}

async function bringUp(settings: Settings, logger: Logger, progress: Progress): Promise<EngineAddresses> {
  const { begun } = progress;
  const goOn = () => {
    if (progress.isStopping()) throw new Error('asked to stop while starting');
  };
  const directory = openDataDirectory(settings.dataDirectory);
  begun.push(await takeDirectory(directory));
  await stopLeftoverRoles(directory.run);
  const ports = await choosePorts(settings);
  const secrets = ensureSecrets(directory.path);
  const choice = await chooseTrafficStore(settings, directory);
  logger.info(`traffic is kept in ${describeTrafficStore(choice)}`);
  const wanted = {
    postgres: settings.databaseUrl === undefined,
    clickhouse: choice.store === 'clickhouse' && settings.clickhouseUrl === undefined,
  };
  const startedAt = performance.now();
  if (wanted.postgres || wanted.clickhouse) logger.info('starting the embedded engines');
  const engines = await startEmbeddedEngines({ directory, passwords: secrets, wanted, logger });
  begun.push({
    undo: () => engines.stop(),
    force: () => engines.processes.forEach((engine) => engine.kill()),
  });
  goOn();
  const addresses = addressesOf(settings, engines, choice);
  await prepareSchema(settings, addresses);
  // Not before there is something: a choice that could not be carried out can be made anew.
  noteTrafficStore(directory, choice.store);
  logger.info({ ms: Math.round(performance.now() - startedAt) }, 'engines and their schema are ready');
  goOn();
  const environment = roleEnvironment({ settings, ports, addresses, secrets });
  const { edgeProcesses } = settings;
  const processes = await startRoles(
    { environment, runDirectory: directory.run, edgeProcesses, directory },
    logger,
    begun,
  );
  goOn();
  const status = await serveOverallStatus(ports.metrics, { roles: processes, engines: engines.processes });
  begun.push({ undo: () => status.close() });
  const urls = urlsOf(settings, ports);
  publishUrls(directory, urls);
  // Last: a password that was made and then not shown, because something else failed, would be lost.
  goOn();
  const firstAccess = await setUp(addresses);
  announce({ settings, urls, choice, firstAccess });
  return addresses;
}

/** From here on it is this process's, and its log of restarts says so. */
async function takeDirectory(directory: DataDirectory): Promise<Step> {
  const lock = await takeInstance(directory, 'server');
  noteStart(directory);
  return {
    undo: () => {
      noteStop(directory);
      lock.release();
    },
  };
}

function addressesOf(
  settings: Settings,
  engines: EmbeddedEngines,
  { store }: TrafficStoreChoice,
): EngineAddresses {
  const postgres = settings.databaseUrl ?? engines.urls.postgres ?? '';
  const clickhouse = settings.clickhouseUrl ?? engines.urls.clickhouse ?? '';
  return { postgres, traffic: { store, url: store === 'clickhouse' ? clickhouse : postgres } };
}

/** Engines of our own are ours to change; external ones are changed by `waypost migrate` only. */
async function prepareSchema(settings: Settings, addresses: EngineAddresses): Promise<void> {
  const { postgres, traffic } = addresses;
  if (settings.databaseUrl === undefined) await migratePostgresSchema(postgres);
  else await requireCurrentSchema({ postgres });
  const trafficUrl = traffic.store === 'clickhouse' ? settings.clickhouseUrl : settings.databaseUrl;
  if (trafficUrl === undefined) await migrateTrafficSchema(addresses, undefined);
  else await requireCurrentSchema({ traffic });
}

async function setUp(addresses: EngineAddresses): Promise<FirstAccess | undefined> {
  if (await hasWorkspaces(addresses.postgres)) return undefined;
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  return await runInChildProcess('setUpFirstWorkspace', { url: addresses.postgres, timezone });
}

/** The edge and the API stop taking work before the worker stops, so that what they took can still be handed on. */
async function startRoles(
  options: {
    environment: NodeJS.ProcessEnv;
    runDirectory: string;
    edgeProcesses: number;
    directory: DataDirectory;
  },
  logger: Logger,
  begun: Step[],
): Promise<SupervisedProcess<RoleProcess>[]> {
  const keep = (role: NamedRole) =>
    new SupervisedProcess({
      name: role.name,
      start: () => startRoleProcess(role, options),
      logger,
      onEnd: (why) => noteRestart(options.directory, role.name, why),
    });
  const serving = [
    keep(nameRole('api', 0)),
    ...Array.from({ length: options.edgeProcesses }, (_, index) => keep(nameRole('edge', index))),
  ];
  const worker = keep(nameRole('worker', 0));
  const kept = [...serving, worker];
  begun.push({ undo: () => worker.stop(), force: () => kept.forEach((process) => process.kill()) });
  begun.push({ undo: async () => void (await Promise.all(serving.map((process) => process.stop()))) });
  const outcomes = await Promise.allSettled(kept.map((process) => process.start()));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return kept;
}

type Urls = { panel: string; edge: string; status: string };

function urlsOf(settings: Settings, ports: Ports): Urls {
  return {
    panel: panelUrlOf(settings, ports.api),
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
    `API            ${urls.panel}/api/v1     described at ${urls.panel}/docs`,
    `Tracking       ${settings.trackingUrl ?? urls.edge}`,
    `Status         ${urls.status}/readyz`,
    `Traffic is in  ${describeTrafficStore(choice)}`,
    ...access,
    '',
    'Stop it with Ctrl-C.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Who was killed outright cannot pass a signal on; whoever killed it meant what it started, too. */
function stopWithParent(stopNow: (why: string) => void): void {
  if (!isStartedForAnother()) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stopNow('the process that started it is gone');
  }, 500).unref();
}
