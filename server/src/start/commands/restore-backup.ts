import { createReadStream, readdirSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import { ensureSecrets } from '../../config/secrets.ts';
import {
  openDataDirectory,
  restoringFile,
  saveTrafficStore,
  type DataDirectory,
} from '../../engines/data-directory.ts';
import { startEmbeddedEngines } from '../../engines/embedded-engines.ts';
import { readJsonFile, writeJsonFile, writePrivateFile } from '../../platform/json-file.ts';
import { createLogger } from '../../platform/logger.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { analyzeTables, loadTables } from '../../store/backup/load-tables.ts';
import { hasTables } from '../../store/database/has-tables.ts';
import { hasWorkspaces } from '../../store/database/has-workspaces.ts';
import type { DaySums } from '../../traffic/traffic-store.ts';
import { backupStateFiles } from '../backup/backup-state.ts';
import { verifyChecksums } from '../backup/checksums.ts';
import { isBucketAddress, stagingFolder } from '../backup/bucket-address.ts';
import { findBase } from '../backup/clickhouse-base.ts';
import { compareDays, type DayDifference } from '../backup/compare-days.ts';
import { restoreClickHouseBackup } from '../backup/restore-clickhouse.ts';
import { readManifest, spoolFolder, tableFile, type Manifest } from '../backup/manifest.ts';
import { fetchBackup } from '../backup/fetch-backup.ts';
import type { OnProgress } from '../backup/progress.ts';
import { openSecrets, type BackedUpSecrets } from '../backup/sealed-secrets.ts';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';
import { configuredTrafficStore, type EngineAddresses, type TrafficAddress } from '../engine-addresses.ts';
import { claimInstance } from '../instance.ts';
import { migratePostgresSchema, migrateTrafficSchema } from '../migrate.ts';
import { summarizeDays } from '../backup/summarize-days.ts';
import type { Settings } from '../settings.ts';

type RestoreResult = {
  backup: string;
  takenAt: string;
  days: number;
  differences: DayDifference[];
  // Settings of the installation that was backed up, if the backup contains any.
  environmentFile: string | undefined;
};

type RestoreOptions = {
  folder: string;
  // File with the private key of the age recipient that the secrets were encrypted for.
  identityFile: string | undefined;
  onProgress: OnProgress;
};

// Files that exist in a data directory before anything is stored in it.
const emptyDirectory = new Set(['run', 'lock', 'lock-journal', stagingFolder, ...backupStateFiles]);
const environmentFile = 'restored-settings.env';

// Restores a backup into an empty data directory, and into empty databases if the settings name external ones.
export async function restoreBackup(
  settings: Settings,
  { folder, identityFile, onProgress }: RestoreOptions,
): Promise<RestoreResult> {
  const fetched = await fetchBackup(settings, folder, onProgress);
  try {
    const options = { folder: fetched.folder, address: folder, identityFile, onProgress };
    return await restoreFolder(settings, options);
  } finally {
    fetched.remove();
  }
}

async function restoreFolder(
  settings: Settings,
  { folder, address, identityFile, onProgress }: RestoreOptions & { address: string },
): Promise<RestoreResult> {
  const backup = resolve(folder);
  const onFile = (done: number, total: number) => onProgress('Verify', `${done} of ${total} files`);
  await verifyChecksums(backup, onFile, isBucketAddress(address) ? address : backup);
  const manifest = readManifest(backup);
  requireStore(settings, manifest);
  const base = await findBase({ folder: backup, address }, manifest.clickhouse?.base);
  const { passphrase } = settings.backup;
  const secrets = manifest.hasSecrets
    ? openSecrets(backup, { passphrase, identityFile })
    : { secrets: {}, environment: {} };
  const directory = openDataDirectory(settings.dataDirectory, { isRestoring: true });
  const lock = await claimInstance(directory, 'command');
  try {
    clear(directory, settings);
    writeJsonFile(restoringFile(directory), { backup, spool: settings.spool.directory });
    const days = await restoreParts({ settings, directory, backup, base, manifest, secrets, onProgress });
    const hasEnvironment = Object.keys(secrets.environment).length > 0;
    if (hasEnvironment)
      writePrivateFile(join(directory.path, environmentFile), formatEnvironment(secrets.environment));
    rmSync(restoringFile(directory));
    return {
      backup: isBucketAddress(address) ? address : backup,
      takenAt: manifest.startedAt,
      days: days.length,
      differences: compareDays(manifest.days, days),
      environmentFile: hasEnvironment ? join(directory.path, environmentFile) : undefined,
    };
  } finally {
    lock.release();
  }
}

function requireStore(settings: Settings, { trafficStore }: Manifest): void {
  const configured = configuredTrafficStore(settings);
  if (configured === undefined || configured === trafficStore) return;
  throw new OperatorError(
    'configuration',
    `The backup uses ${trafficStore} as its traffic store, but the settings select ${configured}. Change the settings for the restore.`,
  );
}

// Also removes what an interrupted restore has left. A directory with other contents is never changed.
function clear(directory: DataDirectory, settings: Settings): void {
  const names = readdirSync(directory.path).filter((name) => !emptyDirectory.has(name));
  const spool = settings.spool.directory;
  const interrupted = readJsonFile(restoringFile(directory)) as { spool: string } | undefined;
  if (interrupted === undefined && names.length > 0)
    throw new OperatorError(
      'dataDirectory',
      `${directory.path} is not empty. Move its contents away, or set WAYPOST_DATA_DIR to a new directory. Nothing was changed.`,
    );
  if (interrupted?.spool !== spool && listSlots(spool).length > 0)
    throw new OperatorError(
      'dataDirectory',
      `The spool ${spool} is not empty. Move its contents away, or set WAYPOST_SPOOL_DIR to a new directory. Nothing was changed.`,
    );
  for (const name of names.map((one) => join(directory.path, one)))
    if (name !== restoringFile(directory)) rmSync(name, { recursive: true });
  for (const slot of listSlots(spool)) rmSync(join(spool, slot), { recursive: true });
}

function listSlots(spool: string): string[] {
  try {
    return readdirSync(spool).filter((name) => name.startsWith('edge-'));
  } catch {
    return [];
  }
}

type Restore = {
  settings: Settings;
  directory: DataDirectory;
  backup: string;
  base: string | undefined;
  manifest: Manifest;
  secrets: BackedUpSecrets;
  onProgress: OnProgress;
};

async function restoreParts(restore: Restore): Promise<DaySums[]> {
  const { settings, directory, backup, manifest, secrets, onProgress } = restore;
  if (Object.keys(secrets.secrets).length > 0)
    writeJsonFile(join(directory.path, 'secrets.json'), secrets.secrets);
  const { databaseUrl, clickhouseUrl, clickhouseTopology } = settings;
  const store = manifest.trafficStore;
  const engines = await startEmbeddedEngines({
    directory,
    passwords: ensureSecrets(directory.path),
    wanted: {
      postgres: databaseUrl === undefined,
      clickhouse: store === 'clickhouse' && clickhouseUrl === undefined,
    },
    logger: createLogger({ role: 'command', level: 'warn', format: 'text', stream: 'stderr' }),
  });
  try {
    saveTrafficStore(directory, store);
    const postgres = databaseUrl ?? engines.urls.postgres ?? '';
    const url = store === 'postgres' ? postgres : (clickhouseUrl ?? engines.urls.clickhouse ?? '');
    const addresses = { postgres, traffic: { store, url } };
    requireSameShards(addresses.traffic, manifest);
    await requireEmptyDatabases(addresses);
    if (store === 'clickhouse') await restoreClickHouseBackup(url, restore);
    await restorePostgres(addresses, backup, manifest, onProgress);
    await migratePostgresSchema(postgres);
    await migrateTrafficSchema(addresses, clickhouseTopology);
    const days = await summarizeDays(addresses.traffic);
    if (manifest.spoolFiles > 0)
      await cp(join(backup, spoolFolder), settings.spool.directory, { recursive: true });
    onProgress('Spool', `${manifest.spoolFiles} files`);
    return days;
  } finally {
    await engines.stop();
  }
}

// Each shard contains the rows of its own visits, so a backup cannot be restored to a different number of shards.
function requireSameShards({ store, url }: TrafficAddress, { clickhouse }: Manifest): void {
  const shards = clickhouse?.shards ?? 1;
  if (store === 'postgres' || shardUrls(url).length === shards) return;
  throw new OperatorError(
    'configuration',
    `The backup contains ${shards} ClickHouse ${shards === 1 ? 'shard' : 'shards'}. List the same number of addresses in WAYPOST_CLICKHOUSE_URL.`,
  );
}

// Checks both databases before anything is written to either of them.
async function requireEmptyDatabases({ postgres, traffic }: EngineAddresses): Promise<void> {
  if ((await hasTables(postgres)) && (await hasWorkspaces(postgres)))
    throw new OperatorError(
      'refused',
      'The PostgreSQL database is not empty. Drop and create it, or set WAYPOST_DATABASE_URL to a new database.',
    );
  if (traffic.store !== 'clickhouse') return;
  const { countClickHouseTables } = await import('../../traffic/clickhouse/back-up.ts');
  if ((await countClickHouseTables(traffic.url)) > 0)
    throw new OperatorError(
      'refused',
      'The ClickHouse database is not empty. Drop it, or set WAYPOST_CLICKHOUSE_URL to a new database.',
    );
}

async function restorePostgres(
  addresses: EngineAddresses,
  backup: string,
  { migrations, postgres, trafficStore }: Manifest,
  onProgress: OnProgress,
): Promise<void> {
  await migratePostgresSchema(addresses.postgres, migrations.postgres);
  if (trafficStore === 'postgres') await migrateTrafficSchema(addresses, undefined, migrations.traffic);
  await loadTables(addresses.postgres, postgres, {
    open: (table) => [createReadStream(join(backup, tableFile(table))), createGunzip()],
    onTable: (done, total) => onProgress('PostgreSQL', `${done} of ${total} tables`),
  });
  await analyzeTables(addresses.postgres);
}

function formatEnvironment(environment: Readonly<Record<string, string>>): string {
  return Object.entries(environment)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
