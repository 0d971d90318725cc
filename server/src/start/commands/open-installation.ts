import { ensureSecrets, readSecrets, sessionSecretOf, type Secrets } from '../../config/secrets.ts';
import {
  noteTrafficStore,
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
  wantedTrafficStore,
  type EngineAddresses,
  type TrafficAddress,
} from '../engine-addresses.ts';
import { readInstance, takeInstance } from '../instance.ts';
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
 * The installation's database, for a command: the external one, that of the instance which runs in the data directory,
 * or, where nothing runs, the embedded one, started for as long as the command takes. With `traffic` also where
 * recorded traffic is.
 */
export async function openInstallation(
  settings: Settings,
  wanted: { traffic: true },
): Promise<OpenInstallation & { traffic: TrafficAddress }>;
export async function openInstallation(settings: Settings): Promise<OpenInstallation>;
export async function openInstallation(
  settings: Settings,
  wanted: { traffic?: true } = {},
): Promise<OpenInstallation & { traffic?: TrafficAddress }> {
  const store = wanted.traffic === true ? await trafficStoreOf(settings) : undefined;
  const external: EngineUrls = {
    ...(settings.databaseUrl === undefined ? {} : { postgres: settings.databaseUrl }),
    ...(settings.clickhouseUrl === undefined || store !== 'clickhouse'
      ? {}
      : { clickhouse: settings.clickhouseUrl }),
  };
  await requireCurrentSchema(addressed(external, store));
  const missing = {
    postgres: external.postgres === undefined,
    clickhouse: store === 'clickhouse' && external.clickhouse === undefined,
  };
  const opened = { store, settings };
  if (!missing.postgres && !missing.clickhouse) return connect(external, opened);
  const directory = openDataDirectory(settings.dataDirectory);
  const beside = async () =>
    connect({ ...(await runningEngines(directory, missing, store)), ...external }, opened);
  if (readInstance(directory)?.kind === 'server') return await beside();
  try {
    return await startForCommand({ directory, missing, external, ...opened });
  } catch (error) {
    // A server was quicker and owns the directory now: then this works beside it.
    if (readInstance(directory)?.kind !== 'server') throw error;
    return await beside();
  }
}

/** With both settings named there need not be a data directory here at all. */
async function trafficStoreOf(settings: Settings): Promise<TrafficStoreName> {
  const wanted = wantedTrafficStore(settings);
  if (wanted !== undefined && settings.databaseUrl !== undefined) {
    if (wanted === 'postgres' || settings.clickhouseUrl !== undefined) return wanted;
  }
  return (await chooseTrafficStore(settings, openDataDirectory(settings.dataDirectory))).store;
}

type Missing = { postgres: boolean; clickhouse: boolean };

/** Those of these engines whose address is known, for looking at their schema. */
function addressed(
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
  afterwards: () => Promise<void> = async () => undefined,
): OpenInstallation & { traffic?: TrafficAddress } {
  const { postgres = '' } = urls;
  const { traffic } = addressed(urls, store);
  const database = new Database(postgres, { connectionsMax: 2, secret: sessionSecretOf(settings) });
  return {
    database,
    postgresUrl: postgres,
    ...(traffic === undefined ? {} : { traffic }),
    close: async () => {
      await database.close();
      await afterwards();
    },
  };
}

/** An instance that is only starting becomes usable in a moment. */
async function runningEngines(
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
      const pending = await pendingMigrations(addressed(found, store)).catch(() => undefined);
      return pending?.length === 0 ? found : undefined;
    },
    { timeoutMs: instanceReadyMs, intervalMs: 200 },
  );
  if (urls === undefined)
    throw new OperatorError(
      'engineUnavailable',
      `the instance on ${directory.path} does not answer: run \`waypost doctor\`.`,
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
  given: Opened & { directory: DataDirectory; missing: Missing; external: EngineUrls },
): Promise<OpenInstallation & { traffic?: TrafficAddress }> {
  const { directory, missing, external, store } = given;
  const lock = await takeInstance(directory, 'command');
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
      const { postgres = '', traffic } = addressed(urls, store);
      if (missing.postgres) await migratePostgresSchema(postgres);
      const isTrafficOurs = store === 'postgres' ? missing.postgres : missing.clickhouse;
      if (traffic !== undefined && isTrafficOurs)
        await migrateTrafficSchema({ postgres, traffic }, undefined);
      if (store !== undefined) noteTrafficStore(directory, store);
      return connect(urls, given, stop);
    } catch (error) {
      await engines.stop();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}
