import { createWriteStream, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listSetVariables } from '../../config/load-config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { backUpSpool } from '../../edge/spool/back-up-spool.ts';
import { lockDirectory, type DirectoryLock } from '../../platform/directory-lock.ts';
import { describeError, systemCode } from '../../platform/errors.ts';
import { makeDirectory } from '../../platform/make-directory.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { version } from '../../platform/version.ts';
import { dumpTables, type Dump } from '../../store/backup/dump-tables.ts';
import { recordBackupFailure, recordBackupSuccess } from '../backup/backup-state.ts';
import { verifyChecksums, writeChecksums } from '../backup/checksums.ts';
import {
  clickhouseBackup,
  secretsFile,
  spoolFolder,
  tableFile,
  writeManifest,
  type Manifest,
} from '../backup/manifest.ts';
import { describeBytes, type OnProgress } from '../backup/progress.ts';
import { sealSecrets } from '../backup/sealed-secrets.ts';
import { newestMigrations } from '../migrate.ts';
import { summarizeDays } from '../backup/summarize-days.ts';
import type { Settings } from '../settings.ts';
import { openInstallation } from './open-installation.ts';

type BackupOptions = {
  folder: string;
  keep: number | undefined;
  withSecrets: boolean;
  onProgress: OnProgress;
};
type BackupResult = { folder: string; files: number; bytes: number; removed: string[] };

const unfinishedSuffix = '.unfinished';
// Waypost keeps shipped rows for 24 hours, and a restore needs those that were shipped since the backup started.
const durationMaxMs = 23 * 3_600_000;

// Backs up a running or stopped installation, and records the success or failure. The order makes the parts consistent:
// PostgreSQL contains what the traffic store lacks, and the spool contains what PostgreSQL lacks.
export async function backUp(settings: Settings, options: BackupOptions): Promise<BackupResult> {
  const { dataDirectory } = settings;
  const startedAt = performance.now();
  try {
    requirePassphrase(settings, options);
    requireClickHouseDisk(settings);
    const parent = resolve(options.folder);
    const lock = await lockFolder(parent);
    try {
      const result = await explainDisk(parent, () => writeBackup(settings, options, parent));
      const durationMs = Math.round(performance.now() - startedAt);
      recordBackupSuccess(dataDirectory, { durationMs, bytes: result.bytes, folder: result.folder });
      return { ...result, removed: removeOutdated(parent, options.keep) };
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof BackupRunningError)) recordBackupFailure(dataDirectory, describeError(error));
    throw error;
  }
}

// Not recorded as a failure, because the other backup records its own result.
class BackupRunningError extends OperatorError {}

function requirePassphrase({ backup }: Settings, { withSecrets }: BackupOptions): void {
  if (withSecrets && backup.passphrase === undefined)
    throw new OperatorError(
      'configuration',
      'Set WAYPOST_BACKUP_PASSPHRASE or WAYPOST_BACKUP_PASSPHRASE_FILE to encrypt the secrets in the backup, or use --without-secrets. Without the secrets, a restore cannot decrypt two-factor secrets and secret postback headers, and click IDs in circulation become invalid.',
    );
}

function requireClickHouseDisk({ clickhouseUrl, backup }: Settings): void {
  if (clickhouseUrl !== undefined && backup.clickhouseDisk === undefined)
    throw new OperatorError(
      'configuration',
      'An external ClickHouse writes its backup to one of its own disks. Set WAYPOST_CLICKHOUSE_BACKUP_DISK to the name of that disk.',
    );
}

async function lockFolder(parent: string): Promise<DirectoryLock> {
  let lock: DirectoryLock | undefined;
  try {
    makeDirectory(parent, 0o700);
    lock = await lockDirectory(parent, 1_000);
  } catch (error) {
    const message = `Cannot write to the folder ${parent}: ${describeError(error)}`;
    throw new OperatorError('refused', message, { cause: error });
  }
  if (lock !== undefined) return lock;
  const message = `Another backup is being written to ${parent}. Wait until it is complete.`;
  throw new BackupRunningError('refused', message);
}

function removeOutdated(parent: string, keep: number | undefined): string[] {
  const outdated = keep === undefined ? [] : listBackups(parent, '').toReversed().slice(keep);
  for (const name of outdated) rmSync(join(parent, name), { recursive: true });
  return outdated;
}

async function writeBackup(
  settings: Settings,
  { withSecrets, onProgress }: BackupOptions,
  parent: string,
): Promise<Omit<BackupResult, 'removed'>> {
  for (const name of listBackups(parent, unfinishedSuffix)) rmSync(join(parent, name), { recursive: true });
  const startedAt = new Date();
  const name = `waypost-${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const folder = join(parent, `${name}${unfinishedSuffix}`);
  makeDirectory(join(folder, 'postgres'), 0o700);
  try {
    const parts = await backUpParts(settings, { folder, name, startedAt, onProgress });
    if (withSecrets) backUpSecrets(settings, folder);
    const finishedAt = new Date();
    if (finishedAt.getTime() - startedAt.getTime() > durationMaxMs)
      throw new OperatorError(
        'refused',
        'The backup took longer than 23 hours, so rows could be missing from it.',
      );
    writeManifest(folder, {
      waypost: version,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      hasSecrets: withSecrets,
      ...parts,
    });
    const size = await writeChecksums(folder);
    await verifyChecksums(folder, (done, total) => onProgress('Verify', `${done} of ${total} files`));
    renameSync(folder, join(parent, name));
    return { folder: join(parent, name), ...size };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

type Run = { folder: string; name: string; startedAt: Date; onProgress: OnProgress };
type Parts = Pick<
  Manifest,
  'trafficStore' | 'migrations' | 'postgres' | 'clickhouse' | 'spoolFiles' | 'days'
>;

async function backUpParts(settings: Settings, run: Run): Promise<Parts> {
  const installation = await openInstallation(settings, { traffic: true });
  try {
    const { store } = installation.traffic;
    const before = await summarizeDays(installation.traffic);
    const clickhouse =
      store === 'clickhouse' ? await backUpClickHouse(settings, installation.traffic.url, run) : undefined;
    const postgres = await backUpPostgres(installation.postgresUrl, run);
    const after = await summarizeDays(installation.traffic);
    const spool = join(run.folder, spoolFolder);
    const spoolFiles = await backUpSpool(settings.spool.directory, spool, run.startedAt.getTime());
    run.onProgress('Spool', `${spoolFiles} files`);
    return {
      trafficStore: store,
      migrations: newestMigrations(store),
      postgres,
      ...(clickhouse === undefined ? {} : { clickhouse }),
      spoolFiles,
      days: { before, after },
    };
  } finally {
    await installation.close();
  }
}

async function backUpClickHouse(
  settings: Settings,
  url: string,
  { folder, name, onProgress }: Run,
): Promise<NonNullable<Manifest['clickhouse']>> {
  const clickhouse = await import('../../traffic/clickhouse/back-up.ts');
  const diskName = settings.clickhouseUrl === undefined ? undefined : settings.backup.clickhouseDisk;
  const disk = diskName === undefined ? undefined : { name: diskName, folder: name };
  await clickhouse.backUpClickHouse({
    url,
    backup: clickhouseBackup(folder, disk),
    onProgress: ({ bytes, totalBytes }) => onProgress('ClickHouse', describeBytes(bytes, totalBytes)),
  });
  return { database: clickhouse.databaseOf(url), ...(disk === undefined ? {} : { disk }) };
}

async function backUpPostgres(url: string, { folder, onProgress }: Run): Promise<Dump> {
  return await dumpTables(url, {
    open: (table) => createWriteStream(join(folder, tableFile(table)), { mode: 0o600, flush: true }),
    onTable: (done, total) => onProgress('PostgreSQL', `${done} of ${total} tables`),
  });
}

function backUpSecrets(settings: Settings, folder: string): void {
  const secrets = (readSecrets(settings.dataDirectory) ?? {}) as Record<string, string>;
  const content = { secrets, environment: listSetVariables() };
  sealSecrets(join(folder, secretsFile), content, settings.backup.passphrase ?? '');
}

function listBackups(parent: string, suffix: string): string[] {
  const pattern = new RegExp(
    String.raw`^waypost-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ${suffix.replace('.', String.raw`\.`)}$`,
  );
  return readdirSync(parent)
    .filter((name) => pattern.test(name))
    .toSorted();
}

async function explainDisk<Result>(parent: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = systemCode(error);
    const isFull =
      code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device/i.test(describeError(error));
    if (!isFull) throw error;
    throw new OperatorError(
      'refused',
      `The disk that contains ${parent} is full. The incomplete backup was removed.`,
      {
        cause: error,
      },
    );
  }
}
