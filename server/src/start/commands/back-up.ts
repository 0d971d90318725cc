import { rmSync } from 'node:fs';
import { lockDirectory, type DirectoryLock } from '../../platform/directory-lock.ts';
import { describeError, systemCode } from '../../platform/errors.ts';
import { makeDirectory } from '../../platform/make-directory.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { version } from '../../platform/version.ts';
import { BackupFiles } from '../backup/backup-files.ts';
import { backupName, unfinishedFolder, type BackupPlace } from '../backup/backup-place.ts';
import { recordBackupFailure, recordBackupSuccess } from '../backup/backup-state.ts';
import { writeChecksums } from '../backup/checksums.ts';
import { listOutdated } from '../backup/choose-base.ts';
import { prepareBase } from '../backup/clickhouse-base.ts';
import { formatManifest, manifestFile } from '../backup/manifest.ts';
import { openPlace } from '../backup/open-place.ts';
import type { OnProgress } from '../backup/progress.ts';
import { chooseSecretsKey, type SecretsKey } from '../backup/sealed-secrets.ts';
import { beginLongTask } from '../long-task.ts';
import type { Settings } from '../settings.ts';
import { backUpParts, backUpSecrets } from './back-up-parts.ts';

type BackupOptions = {
  folder: string;
  keep: number | undefined;
  // Copies all traffic, even if an earlier backup contains most of it.
  isFull: boolean;
  withSecrets: boolean;
  // Used instead of the recipient or passphrase in the settings.
  ageRecipient: string | undefined;
  onProgress: OnProgress;
};
type BackupResult = {
  folder: string;
  files: number;
  bytes: number;
  // The full backup that a restore also needs.
  base: string | null;
  removed: string[];
};

// Waypost keeps shipped rows for 24 hours, and a restore needs those that were shipped since the backup started.
const durationMaxMs = 23 * 3_600_000;

// Backs up a running or stopped installation, and records the success or failure.
export async function backUp(settings: Settings, options: BackupOptions): Promise<BackupResult> {
  const { dataDirectory } = settings;
  const startedAt = performance.now();
  try {
    const key = requireSecretsKey(settings, options);
    requireClickHouseDisk(settings);
    const place = await openPlace(settings, options.folder);
    const lock = await lockFolder(place.staging);
    try {
      const result = await duringNoMove(dataDirectory, () =>
        explainDisk(place.staging, () => writeBackup(settings, { ...options, key }, place)),
      );
      const durationMs = Math.round(performance.now() - startedAt);
      recordBackupSuccess(dataDirectory, { durationMs, bytes: result.bytes, folder: result.folder });
      return { ...result, removed: await removeOutdated(place, options.keep) };
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

// A backup and a move would each slow down the other, and a backup of a half-finished move would be hard to use.
async function duringNoMove<Result>(dataDirectory: string, work: () => Promise<Result>): Promise<Result> {
  const task = await beginLongTask(dataDirectory, 'backup');
  if ('running' in task) {
    const message = `A ${task.running} is running. Try again when it is complete.`;
    throw new BackupRunningError('refused', message);
  }
  try {
    return await work();
  } finally {
    task.release();
  }
}

// Returns undefined if the backup contains no secrets.
function requireSecretsKey({ backup }: Settings, { withSecrets, ageRecipient }: BackupOptions) {
  if (!withSecrets) return undefined;
  const key = chooseSecretsKey({ ...backup, ...(ageRecipient === undefined ? {} : { ageRecipient }) });
  if (key === undefined)
    throw new OperatorError(
      'configuration',
      'Set WAYPOST_BACKUP_PASSPHRASE or WAYPOST_BACKUP_PASSPHRASE_FILE to encrypt the secrets in the backup, pass --age-recipient, or use --without-secrets. Without the secrets, a restore cannot decrypt two-factor secrets and secret postback headers, and click IDs in circulation become invalid.',
    );
  return key;
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

async function removeOutdated(place: BackupPlace, keep: number | undefined): Promise<string[]> {
  const outdated = keep === undefined ? [] : listOutdated(await place.list(), keep);
  for (const name of outdated) await place.remove(name);
  return outdated;
}

async function writeBackup(
  settings: Settings,
  { key, isFull, onProgress }: BackupOptions & { key: SecretsKey | undefined },
  place: BackupPlace,
): Promise<Omit<BackupResult, 'removed'>> {
  await place.removeUnfinished();
  const startedAt = new Date();
  const name = backupName(startedAt);
  const files = new BackupFiles(unfinishedFolder(place.staging, name));
  const { folder } = files;
  makeDirectory(folder, 0o700);
  try {
    const fullEvery = isFull ? 1 : settings.backup.fullEvery;
    const parts = await backUpParts(settings, {
      files,
      name,
      startedAt,
      prepareBase: async () => await prepareBase(place, { fullEvery, parent: folder }),
      onProgress,
    });
    if (key !== undefined) backUpSecrets(settings, files, key);
    const finishedAt = new Date();
    if (finishedAt.getTime() - startedAt.getTime() > durationMaxMs)
      throw new OperatorError(
        'refused',
        'The backup took longer than 23 hours, so rows could be missing from it.',
      );
    const manifest = formatManifest({
      waypost: version,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      hasSecrets: key !== undefined,
      ...parts,
    });
    files.write(manifestFile, manifest);
    const size = await writeChecksums(folder, files.checksums, (done, total) =>
      onProgress('Verify', `${done} of ${total} files`),
    );
    const base = parts.clickhouse?.base?.backup ?? null;
    return { folder: await place.publish(name, onProgress), ...size, base };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
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
