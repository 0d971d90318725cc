import { ensureSecrets, readSecrets, type Secrets } from '../config/secrets.ts';
import { openDataDirectory, type DataDirectory } from '../engines/data-directory.ts';
import { readEngineUrls, startEmbeddedEngines } from '../engines/embedded-engines.ts';
import { createLogger } from '../platform/logger.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { pollUntil } from '../platform/retry.ts';
import { Database } from '../store/database.ts';
import { readInstance, takeInstance } from './instance.ts';
import { migratePostgresSchema, pendingMigrations, requireCurrentSchema } from './migrate.ts';
import type { Settings } from './settings.ts';

export type OpenInstallation = { database: Database; postgresUrl: string; close: () => Promise<void> };

const instanceReadyMs = 30_000;

/**
 * The installation's database, for a command: the external one, that of the instance which runs in the data directory,
 * or, where nothing runs, the embedded one, started for as long as the command takes.
 */
export async function openInstallation(settings: Settings): Promise<OpenInstallation> {
  if (settings.databaseUrl !== undefined) {
    await requireCurrentSchema({ postgres: settings.databaseUrl });
    return connect(settings.databaseUrl);
  }
  const directory = openDataDirectory(settings.dataDirectory);
  if (readInstance(directory)?.kind === 'server') return connect(await runningDatabaseUrl(directory));
  try {
    return await startForCommand(directory);
  } catch (error) {
    // A server was quicker and owns the directory now: then this works beside it.
    if (readInstance(directory)?.kind !== 'server') throw error;
    return connect(await runningDatabaseUrl(directory));
  }
}

function connect(url: string, afterwards: () => Promise<void> = async () => undefined): OpenInstallation {
  const database = new Database(url, { connectionsMax: 2 });
  return {
    database,
    postgresUrl: url,
    close: async () => {
      await database.close();
      await afterwards();
    },
  };
}

/** An instance that is only starting becomes usable in a moment. */
async function runningDatabaseUrl(directory: DataDirectory): Promise<string> {
  const url = await pollUntil(
    async () => {
      const secrets = readSecrets(directory.path) as Secrets | undefined;
      const found = secrets === undefined ? undefined : readEngineUrls(directory, secrets)?.postgres;
      if (found === undefined) return undefined;
      const pending = await pendingMigrations({ postgres: found }).catch(() => undefined);
      return pending?.length === 0 ? found : undefined;
    },
    { timeoutMs: instanceReadyMs, intervalMs: 200 },
  );
  if (url === undefined)
    throw new OperatorError(
      'engineUnavailable',
      `the instance on ${directory.path} does not answer: run \`waypost doctor\`.`,
    );
  return url;
}

async function startForCommand(directory: DataDirectory): Promise<OpenInstallation> {
  const lock = await takeInstance(directory, 'command');
  try {
    const passwords = ensureSecrets(directory.path);
    const logger = createLogger({ role: 'command', level: 'warn', format: 'text', stream: 'stderr' });
    const engines = await startEmbeddedEngines({
      directory,
      passwords,
      wanted: { postgres: true, clickhouse: false },
      logger,
    });
    const stop = async () => {
      await engines.stop();
      lock.release();
    };
    try {
      const url = engines.urls.postgres ?? '';
      await migratePostgresSchema(url);
      return connect(url, stop);
    } catch (error) {
      await engines.stop();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}
