import { ensureSecrets, readSecrets, type Secrets } from '../../config/secrets.ts';
import { getClickHouseLibrary } from '../../engines/binaries.ts';
import { probeClickHouseLibrary } from '../../engines/clickhouse/probe-library.ts';
import type { DataDirectory } from '../../engines/data-directory.ts';
import { readEngineUrls, startEmbeddedEngines, type EngineUrls } from '../../engines/embedded-engines.ts';
import { createLogger } from '../../platform/logger.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { version } from '../../platform/version.ts';
import { openMoveTarget } from '../../traffic/clickhouse/move/move-target.ts';
import { restartRoles } from './restart-roles.ts';
import { claimInstance, readInstance } from '../instance.ts';
import type { Settings } from '../settings.ts';
import type { MovePlaces } from '../move/move-traffic.ts';

export type OpenEngines = {
  isRunning: boolean;
  // Ports of embedded engines can change when they are restarted.
  read: () => EngineUrls;
  close: () => Promise<void>;
};

export type OpenPlaces = Omit<OpenEngines, 'read'> & { read: () => MovePlaces };

// Finds embedded engines: those of the running installation, or engines that run until `close` is called.
export async function openEngines(
  directory: DataDirectory,
  wanted: { postgres: boolean; clickhouse: boolean },
): Promise<OpenEngines> {
  const instance = readInstance(directory);
  if (instance?.kind !== 'server') return await startEngines(directory, wanted);
  if (instance.version !== version)
    throw new OperatorError(
      'refused',
      `The running installation is version ${instance.version ?? 'unknown or still starting'}, and this command is version ${version}. Restart the installation first.`,
    );
  const read = () => readEngineUrls(directory, readSecrets(directory.path) as Secrets) ?? {};
  return { isRunning: true, read, close: async () => undefined };
}

// Finds both engines of a move from PostgreSQL to ClickHouse, embedded or external ones.
export async function openPlaces(settings: Settings, directory: DataDirectory): Promise<OpenPlaces> {
  const { databaseUrl, clickhouseUrl } = settings;
  if (clickhouseUrl === undefined) await requireWorkingLibrary();
  const wanted = { postgres: databaseUrl === undefined, clickhouse: clickhouseUrl === undefined };
  const engines = await openEngines(directory, wanted);
  const read = () => resolve(settings, engines.read());
  // Lets the supervisor start the embedded target.
  if (engines.isRunning && !(await isReachable(read().clickhouse))) await restartRoles(settings);
  return { ...engines, read };
}

async function isReachable(clickhouseUrl: string): Promise<boolean> {
  const target = openMoveTarget(clickhouseUrl);
  try {
    return await target.isReachable();
  } finally {
    await target.close();
  }
}

async function requireWorkingLibrary(): Promise<void> {
  const problem = await probeClickHouseLibrary(getClickHouseLibrary());
  if (problem !== undefined)
    throw new OperatorError(
      'unsupportedPlatform',
      `The ClickHouse library does not work on this machine (${problem}). Set WAYPOST_CLICKHOUSE_URL to use your own server.`,
    );
}

async function startEngines(
  directory: DataDirectory,
  wanted: { postgres: boolean; clickhouse: boolean },
): Promise<OpenEngines> {
  const lock = await claimInstance(directory, 'command');
  try {
    const engines = await startEmbeddedEngines({
      directory,
      passwords: ensureSecrets(directory.path),
      wanted,
      logger: createLogger({ role: 'command', level: 'warn', format: 'text', stream: 'stderr' }),
    });
    const close = async () => {
      await engines.stop();
      lock.release();
    };
    return { isRunning: false, read: () => engines.urls, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function resolve(settings: Settings, embedded: EngineUrls): MovePlaces {
  return {
    postgres: settings.databaseUrl ?? embedded.postgres ?? '',
    clickhouse: settings.clickhouseUrl ?? embedded.clickhouse ?? '',
  };
}
