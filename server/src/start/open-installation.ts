import { ensureSecrets, readSecrets, type Secrets } from '../config/secrets.ts';
import { openDataDirectory, type DataDirectory } from '../engines/data-directory.ts';
import { readEngineUrls, startEmbeddedEngines, type EngineUrls } from '../engines/embedded-engines.ts';
import { createLogger } from '../platform/logger.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { pollUntil } from '../platform/retry.ts';
import { Database } from '../store/database.ts';
import { readInstance, takeInstance } from './instance.ts';
import {
  migrateClickHouseSchema,
  migratePostgresSchema,
  pendingMigrations,
  requireCurrentSchema,
} from './migrate.ts';
import type { Settings } from './settings.ts';

export type OpenInstallation = {
  database: Database;
  postgresUrl: string;
  /** Where ClickHouse was asked for. */
  clickhouseUrl?: string;
  close: () => Promise<void>;
};

/** What a command needs besides PostgreSQL. */
export type WantedEngines = { clickhouse?: boolean };

const instanceReadyMs = 30_000;

/**
 * The installation's database, for a command: the external one, that of the instance which runs in the data directory,
 * or, where nothing runs, the embedded one, started for as long as the command takes.
 */
export async function openInstallation(
  settings: Settings,
  wanted: WantedEngines = {},
): Promise<OpenInstallation> {
  const external = {
    ...(settings.databaseUrl === undefined ? {} : { postgres: settings.databaseUrl }),
    ...(settings.clickhouseUrl === undefined || wanted.clickhouse !== true
      ? {}
      : { clickhouse: settings.clickhouseUrl }),
  };
  await requireCurrentSchema(external);
  const missing = {
    postgres: external.postgres === undefined,
    clickhouse: wanted.clickhouse === true && external.clickhouse === undefined,
  };
  if (!missing.postgres && !missing.clickhouse) return connect(external);
  const directory = openDataDirectory(settings.dataDirectory);
  const beside = async () => connect({ ...(await runningEngines(directory, missing)), ...external });
  if (readInstance(directory)?.kind === 'server') return await beside();
  try {
    return await startForCommand(directory, missing, external);
  } catch (error) {
    // A server was quicker and owns the directory now: then this works beside it.
    if (readInstance(directory)?.kind !== 'server') throw error;
    return await beside();
  }
}

type Missing = { postgres: boolean; clickhouse: boolean };

function connect(
  urls: EngineUrls,
  afterwards: () => Promise<void> = async () => undefined,
): OpenInstallation {
  const { postgres = '', clickhouse } = urls;
  const database = new Database(postgres, { connectionsMax: 2 });
  return {
    database,
    postgresUrl: postgres,
    ...(clickhouse === undefined ? {} : { clickhouseUrl: clickhouse }),
    close: async () => {
      await database.close();
      await afterwards();
    },
  };
}

/** An instance that is only starting becomes usable in a moment. */
async function runningEngines(directory: DataDirectory, missing: Missing): Promise<EngineUrls> {
  const urls = await pollUntil(
    async () => {
      const secrets = readSecrets(directory.path) as Secrets | undefined;
      const running = secrets === undefined ? undefined : readEngineUrls(directory, secrets);
      const found = pick(running ?? {}, missing);
      if (Object.keys(found).length < Object.values(missing).filter(Boolean).length) return undefined;
      const pending = await pendingMigrations(found).catch(() => undefined);
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
  directory: DataDirectory,
  missing: Missing,
  external: EngineUrls,
): Promise<OpenInstallation> {
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
      if (missing.postgres) await migratePostgresSchema(urls.postgres ?? '');
      if (missing.clickhouse)
        await migrateClickHouseSchema(
          { postgres: urls.postgres ?? '', clickhouse: urls.clickhouse ?? '' },
          undefined,
        );
      return connect(urls, stop);
    } catch (error) {
      await engines.stop();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}
