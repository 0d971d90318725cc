import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startFakeS3 } from '../../testing/object-storage/start-fake-s3.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { loadSettings } from '../settings.ts';
import { BackupFiles } from './backup-files.ts';
import { unfinishedFolder } from './backup-place.ts';
import { writeChecksums } from './checksums.ts';
import { fetchBackup } from './fetch-backup.ts';
import { openPlace } from './open-place.ts';

const names = ['waypost-2026-11-17T03-00-00Z', 'waypost-2026-11-18T03-00-00Z'] as const;
const nothing = () => undefined;

async function setUp() {
  const storage = await startFakeS3();
  const settings = loadSettings();
  settings.dataDirectory = makeTemporaryDirectory();
  const { endpoint, region, accessKeyId, secretAccessKey } = storage;
  settings.backup.s3 = { endpoint, region, accessKeyId, secretAccessKey };
  const address = 's3://backups/one/two/';
  const place = await openPlace(settings, address);
  const prepare = async (name: string, clickhouse: object = { database: 'waypost' }) => {
    const files = new BackupFiles(unfinishedFolder(place.staging, name));
    mkdirSync(files.folder, { recursive: true });
    files.write('postgres/users.copy.gz', Buffer.from(`users of ${name}`));
    files.write('clickhouse.tar', Buffer.from(`traffic of ${name}`));
    files.write('manifest.json', Buffer.from(JSON.stringify({ format: 1, clickhouse })));
    await writeChecksums(files.folder, files.checksums, nothing);
  };
  const keys = () => [...storage.objects.keys()].map((key) => key.replace('one/two/', ''));
  return { storage, settings, address, place, prepare, keys };
}

describe('a bucket for backups', () => {
  it('lists a backup only after its last file was uploaded, and removes incomplete ones', async () => {
    const { storage, place, prepare, keys } = await setUp();
    const [name] = names;
    for (const file of ['clickhouse.tar', 'manifest.json', 'SHA256SUMS']) {
      await prepare(name);
      storage.fail('PUT', new RegExp(`${file}$`), { status: 403, code: 'AccessDenied' });
      await expect(place.publish(name, nothing)).rejects.toThrow('Check WAYPOST_BACKUP_S3_ACCESS_KEY_ID');
      expect(await place.list()).toEqual([]);
      storage.uploads.set('interrupted', { key: `one/two/${name}/clickhouse.tar`, parts: new Map() });
      storage.objects.set('one/two/other/SHA256SUMS', { content: Buffer.from(''), etag: '""' });
      await place.removeUnfinished();
      expect(keys()).toEqual(['other/SHA256SUMS']);
      expect(storage.uploads.size).toBe(0);
    }
    await prepare(name);
    expect(await place.publish(name, nothing)).toBe(`s3://backups/one/two/${name}`);
    await place.removeUnfinished();
    expect(keys().slice(-2)).toEqual([`${name}/manifest.json`, `${name}/SHA256SUMS`]);
    expect(await place.list()).toEqual([{ name, manifest: { clickhouse: { database: 'waypost' } } }]);
  });

  it('rejects an upload if the storage returns different content', async () => {
    const { storage, place, prepare } = await setUp();
    await prepare(names[0]);
    const damage = (step: string) => {
      const stored = storage.objects.get(`one/two/${names[0]}/clickhouse.tar`);
      if (step === 'Upload' && stored !== undefined) stored.content = Buffer.from('damaged');
    };
    await expect(place.publish(names[0], damage)).rejects.toThrow(
      'The object storage returned something else than was uploaded: clickhouse.tar.',
    );
    expect(await place.list()).toEqual([]);
  });

  it('lists backups from old to new, reads their files, and removes the checksums first', async () => {
    const { storage, place, prepare, keys } = await setUp();
    for (const name of names.toReversed()) {
      await prepare(name);
      await place.publish(name, nothing);
    }
    expect((await place.list()).map(({ name }) => name)).toEqual(names);
    expect(await place.has(names[0], 'clickhouse.tar')).toBe(true);
    expect(await place.read(names[0], 'other')).toBeUndefined();
    storage.requests.length = 0;
    await place.remove(names[0]);
    expect(storage.requests[0]).toBe(`DELETE one/two/${names[0]}/SHA256SUMS`);
    expect(keys().filter((key) => key.startsWith(names[0]))).toEqual([]);
    expect((await place.list()).map(({ name }) => name)).toEqual([names[1]]);
  });

  it('is downloaded with the ClickHouse backup that an increment needs, and the download is removed', async () => {
    const { settings, place, prepare, address } = await setUp();
    await prepare(names[0]);
    await place.publish(names[0], nothing);
    await prepare(names[1], { database: 'waypost', base: { backup: names[0], checksum: '', increment: 1 } });
    await place.publish(names[1], nothing);
    const { folder, remove } = await fetchBackup(settings, `${address}${names[1]}`, nothing);
    expect(readFileSync(join(folder, 'postgres', 'users.copy.gz'), 'utf8')).toBe(`users of ${names[1]}`);
    expect(readFileSync(join(folder, '..', names[0], 'clickhouse.tar'), 'utf8')).toBe(
      `traffic of ${names[0]}`,
    );
    remove();
    expect(() => readFileSync(join(folder, 'manifest.json'))).toThrow('ENOENT');
  });

  it('names the existing backups if the address is not one of them', async () => {
    const { settings, place, prepare, address } = await setUp();
    const fetch = async (path: string) => await fetchBackup(settings, path, nothing);
    await expect(fetch(address)).rejects.toThrow('is not a complete backup. No backups were found.');
    await prepare(names[0]);
    await place.publish(names[0], nothing);
    for (const path of [address, `${address}${names[1]}`])
      await expect(fetch(path)).rejects.toThrow(`is not a complete backup. Choose one of: ${names[0]}.`);
  });

  it.each([
    [403, 'RequestTimeTooSkewed', 'Set the clock of this machine'],
    [404, 'NoSuchBucket', 'Create the bucket'],
    [400, 'AuthorizationHeaderMalformed', "bucket's region (eu-2)"],
    [400, 'InvalidRequest', 'Try again later.'],
  ])('explains %i %s', async (status, code, advice) => {
    const { storage, place } = await setUp();
    const region = code.startsWith('Auth') ? { region: 'eu-2' } : {};
    storage.fail('GET', /^/, { status, code, ...region });
    const error = await place.list().catch((thrown: unknown) => String(thrown));
    expect(error).toContain(`The object storage of s3://backups/one/two cannot be used: ${code}`);
    expect(error).toContain(advice);
    expect(error).not.toContain(storage.secretAccessKey);
  });

  it('requires an address with a bucket, and an access key', async () => {
    const { settings } = await setUp();
    await expect(openPlace(settings, 's3://')).rejects.toThrow('must have the form s3://BUCKET');
    settings.backup.s3.secretAccessKey = undefined;
    await expect(openPlace(settings, 's3://backups')).rejects.toThrow('Set WAYPOST_BACKUP_S3_ACCESS_KEY_ID');
  });

  it('can be the root of a bucket', async () => {
    const { settings, storage, prepare, place } = await setUp();
    await prepare(names[0]);
    const root = await openPlace(settings, 's3://backups');
    expect(await root.publish(names[0], nothing)).toBe(`s3://backups/${names[0]}`);
    expect((await root.list()).map(({ name }) => name)).toEqual([names[0]]);
    expect(await place.list()).toEqual([]);
    expect(storage.objects.has(`${names[0]}/SHA256SUMS`)).toBe(true);
  });
});
