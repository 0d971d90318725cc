import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { S3Bucket } from '../../platform/object-storage/s3-bucket.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Settings } from '../settings.ts';
import { isBackupName, removeUnfinished, unfinishedFolder, type BackupPlace } from './backup-place.ts';
import { formatBucketAddress, parseBucketAddress, stagingFolder } from './bucket-address.ts';
import { checksumsFile, parseChecksums } from './checksums.ts';
import type { ListedBackup } from './choose-base.ts';
import { explainStorage } from './explain-storage.ts';
import { manifestFile, type Manifest } from './manifest.ts';
import { describeBytes, type OnProgress } from './progress.ts';

export function openBucket(settings: Settings, address: string): BackupPlace {
  const staging = join(settings.dataDirectory, stagingFolder);
  const parsed = parseBucketAddress(address);
  if (parsed === undefined)
    throw new OperatorError('usage', `${address} must have the form s3://BUCKET or s3://BUCKET/PREFIX.`);
  const bucket = connect(settings, parsed.bucket);
  const keyOf = (...parts: string[]) => [parsed.prefix, ...parts].filter((part) => part !== '').join('/');
  const explained = explainStorage(formatBucketAddress(parsed));
  const has = async (backup: string, file: string) =>
    (await bucket.findSize(keyOf(backup, file))) !== undefined;
  const listFolders = async () => {
    const start = keyOf('');
    const folders = await bucket.list(start === '' ? '' : `${start}/`, '/');
    return folders.map((key) => key.split('/').at(-2) ?? '').filter(isBackupName);
  };
  const read = async (backup: string, file: string) =>
    (await has(backup, file)) ? bucket.read(keyOf(backup, file)) : undefined;
  const removeObjects = async (backup: string) => {
    for (const key of await bucket.list(`${keyOf(backup)}/`)) await bucket.remove(key);
  };
  return {
    staging,
    has: explained(has),
    read: explained(read),
    list: explained(async () => {
      const backups: ListedBackup[] = [];
      for (const name of await listFolders())
        if (await has(name, checksumsFile))
          backups.push({ name, manifest: await readListed(await read(name, manifestFile)) });
      return backups.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    }),
    removeUnfinished: explained(async () => {
      removeUnfinished(staging);
      await bucket.abortUploads(keyOf('waypost-'));
      for (const name of await listFolders())
        if (!(await has(name, checksumsFile))) await removeObjects(name);
    }),
    publish: explained(async (name: string, onProgress: OnProgress) => {
      const folder = unfinishedFolder(staging, name);
      await uploadFiles(bucket, { folder, keyOf: (file) => keyOf(name, file), onProgress });
      rmSync(folder, { recursive: true });
      return formatBucketAddress(parsed, name);
    }),
    // The checksums are removed first, so that the backup is not listed while it is being removed.
    remove: explained(async (backup: string) => {
      await bucket.remove(keyOf(backup, checksumsFile));
      await removeObjects(backup);
    }),
  };
}

function connect({ backup: { s3 } }: Settings, bucket: string): S3Bucket {
  const { accessKeyId, secretAccessKey, ...where } = s3;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new OperatorError(
      'configuration',
      'Set WAYPOST_BACKUP_S3_ACCESS_KEY_ID and WAYPOST_BACKUP_S3_SECRET_ACCESS_KEY (or their _FILE variants) to the access key of the object storage.',
    );
  return new S3Bucket({ ...where, accessKeyId, secretAccessKey, bucket });
}

type Upload = { folder: string; keyOf: (file: string) => string; onProgress: OnProgress };

// Uploads all files, reads each of them back, and then writes the manifest and the checksums, which make the backup
// complete.
async function uploadFiles(bucket: S3Bucket, { folder, keyOf, onProgress }: Upload): Promise<void> {
  const checksums = parseChecksums(readFileSync(join(folder, checksumsFile), 'utf8'));
  const names = [...checksums.keys()].filter((name) => name !== manifestFile);
  const totalBytes = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  let [uploaded, verified] = [0, 0];
  const upload = async (name: string) =>
    await bucket.upload(keyOf(name), join(folder, name), (bytes) => {
      onProgress('Upload', describeBytes((uploaded += bytes), totalBytes));
    });
  for (const name of names) await upload(name);
  for (const name of names) {
    const hash = createHash('sha256');
    await pipeline(bucket.read(keyOf(name)), hash);
    if (hash.digest('hex') !== checksums.get(name))
      throw new OperatorError(
        'refused',
        `The object storage returned something else than was uploaded: ${name}.`,
      );
    onProgress('Verify upload', `${(verified += 1)} of ${names.length} files`);
  }
  for (const name of [manifestFile, checksumsFile])
    await bucket.upload(keyOf(name), join(folder, name), () => undefined);
}

// A damaged manifest must not prevent a new backup.
async function readListed(manifest: Readable | undefined): Promise<ListedBackup['manifest']> {
  if (manifest === undefined) return {};
  try {
    const { clickhouse } = (await json(manifest)) as Partial<Manifest>;
    return clickhouse === undefined ? {} : { clickhouse };
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
