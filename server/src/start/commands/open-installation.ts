import { ensureSecrets, readSecrets, resolveSessionSecret, type Secrets } from '../../config/secrets.ts';
import {
  saveTrafficStore,
  openDataDirectory,
  type DataDirectory,
  type TrafficStoreName,
} from '../../engines/data-directory.ts';
import { readEngineUrls, startEmbeddedEngines, type EngineUrls } from '../../engines/embedded-engines.ts';
import { createLogger } from '../../platform/logger.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { pollUntil } from '../../platform/retry.ts';
import { Database } from '../../store/database/database.ts';
import {
  chooseTrafficStore,
  configuredTrafficStore,
  type EngineAddresses,
  type TrafficAddress,
} from '../engine-addresses.ts';
import { readInstance, claimInstance } from '../instance.ts';
import { currentSettings, requireMovedPostgres } from '../move/current-settings.ts';
import {
  migratePostgresSchema,
  migrateTrafficSchema,
  pendingMigrations,
  requireCurrentSchema,
} from '../migrate.ts';
import type { Settings } from '../settings.ts';

type OpenInstallation = {
  database: Database;
  postgresUrl: string;
  close: () => Promise<void>;
};

const instanceReadyMs = 30_000;

/**
 * Opens the database for a command: the external database, the database of the running instance, or the embedded
 * database, which runs until `close` is called. With `traffic`, also returns the address of the traffic store.
 */
export async function openInstallation(
  settings: Settings,
  wanted: { traffic: true },
): Promise<OpenInstallation & { traffic: TrafficAddress }>;
export async function openInstallation(settings: Settings): Promise<OpenInstallation>;
export async function openInstallation(
  given: Settings,
  wanted: { traffic?: true } = {},
): Promise<OpenInstallation & { traffic?: TrafficAddress }> {
  const settings = currentSettings(given);
  const store = wanted.traffic === true ? await resolveTrafficStore(settings) : undefined;
  const external: EngineUrls = {
    ...(settings.databaseUrl === undefined ? {} : { postgres: settings.databaseUrl }),
    ...(settings.clickhouseUrl === undefined || store !== 'clickhouse'
      ? {}
      : { clickhouse: settings.clickhouseUrl }),
  };
  await requireCurrentSchema(toAddresses(external, store));
  const missing = {
    postgres: external.postgres === undefined,
    clickhouse: store === 'clickhouse' && external.clickhouse === undefined,
  };
  const opened = { store, settings };
  if (!missing.postgres && !missing.clickhouse) return connect(external, opened);
  const directory = openDataDirectory(settings.dataDirectory);
  requireMovedPostgres(settings, directory);
  const connectToInstance = async () =>
    connect({ ...(await waitForRunningEngines(directory, missing, store)), ...external }, opened);
  if (readInstance(directory)?.kind === 'server') return await connectToInstance();
  try {
    return await startForCommand({ directory, missing, external, ...opened });
  } catch (error) {
    // A server has taken the lock since the first check, so its engines are used.
    if (readInstance(directory)?.kind !== 'server') throw error;
    return await connectToInstance();
  }
}

// Does not open the data directory if the settings specify the store and all addresses, because this machine may not
// have a data directory.
async function resolveTrafficStore(settings: Settings): Promise<TrafficStoreName> {
  const wanted = configuredTrafficStore(settings);
  if (wanted !== undefined && settings.databaseUrl !== undefined) {
    if (wanted === 'postgres' || settings.clickhouseUrl !== undefined) return wanted;
  }
  return (await chooseTrafficStore(settings, openDataDirectory(settings.dataDirectory))).store;
}

type Missing = { postgres: boolean; clickhouse: boolean };

function toAddresses(
  { postgres, clickhouse }: EngineUrls,
  store: TrafficStoreName | undefined,
): Partial<EngineAddresses> {
  const url = store === 'clickhouse' ? clickhouse : postgres;
  return {
    ...(postgres === undefined ? {} : { postgres }),
    ...(store === undefined || url === undefined ? {} : { traffic: { store, url } }),
  };
}

type Opened = { store: TrafficStoreName | undefined; settings: Settings };

function connect(
  urls: EngineUrls,
  { store, settings }: Opened,
  onClose: () => Promise<void> = async () => undefined,
): OpenInstallation & { traffic?: TrafficAddress } {
  const { postgres = '' } = urls;
  const { traffic } = toAddresses(urls, store);
  const database = new Database(postgres, { connectionsMax: 2, secret: resolveSessionSecret(settings) });
  return {
    database,
    postgresUrl: postgres,
    ...(traffic === undefined ? {} : { traffic }),
    close: async () => {
      await database.close();
      await onClose();
    },
  };
}

async function waitForRunningEngines(
  directory: DataDirectory,
  missing: Missing,
  store: TrafficStoreName | undefined,
): Promise<EngineUrls> {
  const urls = await pollUntil(
    async () => {
      const secrets = readSecrets(directory.path) as Secrets | undefined;
      const running = secrets === undefined ? undefined : readEngineUrls(directory, secrets);
      const found = pick(running ?? {}, missing);
      if (Object.keys(found).length < Object.values(missing).filter(Boolean).length) return undefined;
      const pending = await pendingMigrations(toAddresses(found, store)).catch(() => undefined);
      return pending?.length === 0 ? found : undefined;
    },
    { timeoutMs: instanceReadyMs, intervalMs: 200 },
  );
  if (urls === undefined)
    throw new OperatorError(
      'engineUnavailable',
      `The instance in ${directory.path} is not responding. Run \`waypost doctor\`.`,
    );
  return urls;
}

function pick({ postgres, clickhouse }: EngineUrls, missing: Missing): EngineUrls {
  return {
    ...(missing.postgres && postgres !== undefined ? { postgres } : {}),
    ...(missing.clickhouse && clickhouse !== undefined ? { clickhouse } : {}),
  };
}

async function startForCommand(
  options: Opened & { directory: DataDirectory; missing: Missing; external: EngineUrls },
): Promise<OpenInstallation & { traffic?: TrafficAddress }> {
  const { directory, missing, external, store } = options;
  const lock = await claimInstance(directory, 'command');
  try {
    const passwords = ensureSecrets(directory.path);
    const logger = createLogger({ role: 'command', level: 'warn', format: 'text', stream: 'stderr' });
    const engines = await startEmbeddedEngines({
      directory,
      passwords,
      wanted: missing,
      logger,
    });
    const stop = async () => {
      await engines.stop();
      lock.release();
    };
    try {
      const urls = { ...engines.urls, ...external };
      const { postgres = '', traffic } = toAddresses(urls, store);
      if (missing.postgres) await migratePostgresSchema(postgres);
      const isTrafficEmbedded = store === 'postgres' ? missing.postgres : missing.clickhouse;
      if (traffic !== undefined && isTrafficEmbedded)
        await migrateTrafficSchema({ postgres, traffic }, undefined);
      if (store !== undefined) saveTrafficStore(directory, store);
      return connect(urls, options, stop);
    } catch (error) {
      await engines.stop();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}
