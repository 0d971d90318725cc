import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { readRunFile } from '../../platform/json-file.ts';
import { makeDirectory } from '../../platform/make-directory.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Settings } from '../settings.ts';
import { isBackupName, type BackupPlace } from './backup-place.ts';
import { formatBucketAddress, isBucketAddress, parseBucketAddress } from './bucket-address.ts';
import { checksumsFile, parseChecksums } from './checksums.ts';
import { explainStorage } from './explain-storage.ts';
import { clickhouseFile, manifestFile, type Manifest } from './manifest.ts';
import { openPlace } from './open-place.ts';
import type { OnProgress } from './progress.ts';

type FetchedBackup = { folder: string; remove: () => void };

// Downloads a backup from object storage, and the ClickHouse backup that it is based on. A local backup is used where it
// is.
export async function fetchBackup(
  settings: Settings,
  address: string,
  onProgress: OnProgress,
): Promise<FetchedBackup> {
  if (!isBucketAddress(address)) return { folder: address, remove: () => undefined };
  const parts = address.replace(/\/+$/, '').split('/');
  const name = parts.at(-1) ?? '';
  const place = await openPlace(settings, isBackupName(name) ? parts.slice(0, -1).join('/') : address);
  const sums = isBackupName(name) ? await place.read(name, checksumsFile) : undefined;
  if (sums === undefined) return await rejectAddress(place, address);
  const download = join(place.staging, 'restore');
  rmSync(download, { recursive: true, force: true });
  makeDirectory(download, 0o700);
  const remove = () => rmSync(download, { recursive: true, force: true });
  try {
    await explainStorage(address)(async () => {
      const files = [...parseChecksums(await text(sums)).keys(), checksumsFile];
      for (const [at, file] of files.entries()) {
        await fetchFile(place, download, { backup: name, file });
        onProgress('Download', `${at + 1} of ${files.length} files`);
      }
      const manifest = readRunFile(join(download, name, manifestFile)) as Partial<Manifest> | undefined;
      const base = manifest?.clickhouse?.base;
      if (base !== undefined) await fetchFile(place, download, { backup: base.backup, file: clickhouseFile });
    })();
    return { folder: join(download, name), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

// A missing file is reported when the checksums are verified.
async function fetchFile(
  place: BackupPlace,
  download: string,
  { backup, file }: { backup: string; file: string },
): Promise<void> {
  const name = normalize(file);
  if (isAbsolute(name) || name.startsWith('..') || !isBackupName(backup))
    throw new OperatorError('refused', `The backup names a file outside of itself: ${file}.`);
  const source = await place.read(backup, file);
  if (source === undefined) return;
  const target = join(download, backup, name);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(source, createWriteStream(target, { mode: 0o600 }));
}

async function rejectAddress(place: BackupPlace, address: string): Promise<never> {
  const names = (await place.list()).map(({ name }) => name);
  const parsed = parseBucketAddress(address);
  const parent = parsed && formatBucketAddress(parsed);
  const advice = names.length === 0 ? 'No backups were found.' : `Choose one of: ${names.join(', ')}.`;
  throw new OperatorError('refused', `${parent ?? address} is not a complete backup. ${advice}`);
}
