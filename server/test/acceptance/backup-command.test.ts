// Backs up running installations with `waypost backup` and restores them with `waypost restore`.
import { execFile, spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { TrafficStoreName } from '../../src/engines/data-directory.ts';
import { extractTarFile } from '../../src/start/backup/extract-tar-file.ts';
import { Database } from '../../src/store/database/database.ts';
import { defaultStores, environmentFor, lightStore, testShards } from '../../src/testing/machine.ts';
import { readEngineAddresses, readTrafficAddress } from '../../src/testing/product/product-traffic.ts';
import {
  command,
  lastJson,
  productEnvironment,
  runCommand,
  type Product,
} from '../../src/testing/product/product.ts';
import { trackWorkspace } from '../../src/testing/product/tracked-workspace.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { mountMemory, whyNoMounts } from '../../src/testing/spool/mounts.ts';
import type { FakeS3 } from '../../src/testing/object-storage/fake-s3.ts';
import { startFakeS3 } from '../../src/testing/object-storage/start-fake-s3.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { readRecordedRows, type RecordedRow } from '../../src/testing/traffic/recorded-rows.ts';
import { startConversions } from '../../src/testing/traffic/steady-conversions.ts';
import { startTraffic } from '../../src/testing/traffic/steady-traffic.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

const { start, newDirectory } = useProducts();

const passphrase = { WAYPOST_BACKUP_PASSPHRASE: 'a passphrase for tests' };
type Environment = { environment: NodeJS.ProcessEnv };
type BackupResult = {
  folder: string;
  files: number;
  bytes: number;
  base: string | null;
  removed: string[];
};
type RestoreResult = { backup: string; days: number; differences: unknown[] };

// Runs a command without blocking this process, which sends the traffic.
async function run<Result>({ environment }: Environment, args: string[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...args, '--json'], {
    env: environment,
  });
  return lastJson<Result>({ code: 0, stdout, stderr: '' });
}

async function startTracked(store: TrafficStoreName) {
  const environment = { ...environmentFor(store), ...passphrase };
  const product = await start({ environment });
  const tracked = await trackWorkspace(product);
  const links = ['campaign', 'links', '--workspace', tracked.workspaceId, '--campaign', tracked.campaignId];
  const { event } = await run<{ event: string }>(product, links);
  const eventLink = `${product.urls.edge}${new URL(event).pathname}`;
  return { product, tracked, eventLink, environment };
}

// Returns the environment of an installation in a new data directory.
function newPlace(environment: Record<string, string>) {
  const dataDirectory = newDirectory();
  return { dataDirectory, environment: productEnvironment(dataDirectory, environment) };
}

async function listConversions(product: Pick<Product, 'dataDirectory'>): Promise<Map<string, string>> {
  const database = new Database(readEngineAddresses(product).postgres, { connectionsMax: 1 });
  try {
    const { rows } = await database.asSystem((executor) =>
      sql<{
        id: string;
        transaction: string;
      }>`SELECT id, transaction_id AS transaction FROM conversions`.execute(executor),
    );
    return new Map(rows.map(({ id, transaction }) => [transaction, id]));
  } finally {
    await database.close();
  }
}

const listBackups = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('waypost-'));
const byId = (rows: readonly RecordedRow[]) => new Map(rows.map((row) => [String(row.id), row]));
const isPartOf = (parts: Iterable<string>, all: { has: (part: string) => boolean }) =>
  [...parts].filter((part) => !all.has(part));

// Restores an increment with the ClickHouse backup of its base damaged and missing.
async function expectBaseRequired(
  place: ReturnType<typeof newPlace>,
  increment: BackupResult,
  { folder }: BackupResult,
): Promise<void> {
  const [archive, list] = [join(folder, 'clickhouse.tar'), join(newDirectory(), 'list')];
  await extractTarFile(join(increment.folder, 'clickhouse.tar'), '.backup', list);
  expect(readFileSync(list, 'utf8')).toContain('<use_base>true</use_base>');
  const { size } = statSync(archive);
  appendFileSync(archive, 'damaged');
  const isDamaged = `since ${basename(folder)}, and clickhouse.tar of that backup is damaged.`;
  expect(runCommand(place, ['restore', increment.folder])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining(isDamaged) as string,
  });
  truncateSync(archive, size);
  renameSync(folder, `${folder}-elsewhere`);
  expect(runCommand(place, ['restore', increment.folder])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining(
      `since ${basename(folder)}, and clickhouse.tar of that backup is missing.`,
    ) as string,
  });
  renameSync(`${folder}-elsewhere`, folder);
  expect(existsSync(join(place.dataDirectory, 'postgres'))).toBe(false);
}

// A short run uses only the default store; the test below restores traffic in PostgreSQL.
// ClickHouse servers of the suite have no disk for backups.
const backedUp = testShards > 1 ? [] : defaultStores;
describe.each(backedUp)('a backup of a running installation with traffic in %s', (store) => {
  test('restores what was answered before it, and nothing twice, invented or changed', async () => {
    const { product, tracked, eventLink, environment } = await startTracked(store);
    const traffic = startTraffic(tracked.link, tracked.clickIds);
    const conversions = startConversions(tracked.link, [eventLink, eventLink]);
    await waitUntil(() => traffic.answered.size > 200 && conversions.answered.size > 50);
    const readRows = async (from: Pick<Product, 'dataDirectory'>) =>
      byId(await readRecordedRows(readTrafficAddress(from), tracked.workspaceId));
    // Otherwise, all rows could still be in the spool when the traffic store is backed up.
    await waitUntil(async () => (await readRows(product)).size > 100);
    const backups = makeTemporaryDirectory();
    const full = store === 'clickhouse' ? await run<BackupResult>(product, ['backup', backups]) : undefined;
    const before = { visits: [...traffic.answered], transactions: [...conversions.answered.keys()] };
    const backup = await run<BackupResult>(product, ['backup', backups]);
    expect(backup.base).toBe(full === undefined ? null : basename(full.folder));
    await Promise.all([traffic.stop(), conversions.stop()]);
    const isComplete = async () => {
      const [rows, stored] = [await readRows(product), await listConversions(product)];
      return (
        isPartOf(traffic.answered, rows).length === 0 &&
        isPartOf(conversions.answered.keys(), stored).length === 0 &&
        [...rows.values()].filter(({ type }) => type === 'event').length >= stored.size
      );
    };
    await waitUntil(isComplete);
    const [all, allConversions] = [await readRows(product), await listConversions(product)];
    await product.stop();

    const place = newPlace(environment);
    if (full !== undefined) await expectBaseRequired(place, backup, full);
    const restored = await run<RestoreResult>(place, ['restore', backup.folder]);
    expect(restored).toMatchObject({ differences: [] });
    expect(restored.days).toBeGreaterThan(0);
    await start({ dataDirectory: place.dataDirectory, environment });
    await waitUntil(async () => {
      const rows = [...(await readRows(place)).values()];
      const events = rows.filter(({ type }) => type === 'event').length;
      return events >= before.transactions.length && isPartOf(before.visits, byId(rows)).length === 0;
    });
    const found = await readRecordedRows(readTrafficAddress(place), tracked.workspaceId);
    const foundConversions = await listConversions(place);
    expect(byId(found).size).toBe(found.length);
    // The expiry can differ by a day if a row is sent again after midnight.
    for (const row of found)
      expect({ ...row, expires: '' }).toEqual({ ...all.get(String(row.id)), expires: '' });
    expect(isPartOf(before.transactions, foundConversions)).toEqual([]);
    for (const [transaction, id] of foundConversions) expect(allConversions.get(transaction)).toBe(id);
  });
});

const bucket = 's3://backups/waypost';
const usersFile = 'postgres/public.users.copy.gz';

// Makes a backup in object storage after one that was killed while it was uploaded.
async function backUpToBucket({ environment }: Product) {
  const storage = await startFakeS3();
  const product = { environment: { ...environment, ...storage.environment } };
  storage.hold = /public\.users/;
  await killWhen(product, ['backup', bucket], () => storage.held.length > 0);
  expect(storage.objects.size).toBeGreaterThan(0);
  expect(await run(product, ['backup', '--list', bucket])).toEqual([]);
  storage.hold = undefined;
  const { folder, files } = await run<BackupResult>(product, ['backup', bucket]);
  expect(await run(product, ['backup', '--list', bucket])).toEqual([{ name: basename(folder), base: null }]);
  expect(storage.objects.size).toBe(files + 1);
  const all = [...storage.objects].map(([key, { content }]) => `${key} ${content.toString('latin1')}`);
  expect(all.join()).not.toContain(storage.secretAccessKey);
  return { storage, address: folder };
}

async function expectDamageFound(
  place: Environment,
  { storage, address }: { storage: FakeS3; address: string },
): Promise<void> {
  const object = storage.objects.get(`${address.slice('s3://backups/'.length)}/${usersFile}`);
  if (object === undefined) throw new Error('The backup has no users.');
  const { content } = object;
  object.content = Buffer.from('damaged');
  await expect(run(place, ['restore', address])).rejects.toMatchObject({
    code: 4,
    stderr: expect.stringContaining(`The backup in ${address} cannot be used`) as string,
    stdout: expect.stringContaining(`missing or damaged: ${usersFile}`) as string,
  });
  object.content = content;
}

describe('backups', () => {
  test('are complete or absent, can be damaged without being used, and can be restored after an interrupted restore', async () => {
    const { product, tracked, environment } = await startTracked(lightStore);
    const { headers } = await fetch(tracked.link, { redirect: 'manual' });
    const clickId = new URL(headers.get('location') ?? '').searchParams.get('cid') ?? '';
    const visitId = tracked.clickIds.decode(clickId)?.visitId;
    const readVisit = async (from: Pick<Product, 'dataDirectory'>) =>
      (await readRecordedRows(readTrafficAddress(from), tracked.workspaceId))
        .filter(({ visit_id }) => visit_id === visitId)
        .map((row) => ({ ...row, expires: '' }));
    await waitUntil(async () => (await readVisit(product)).length > 0);
    const visit = await readVisit(product);
    const backups = makeTemporaryDirectory();
    const { WAYPOST_BACKUP_PASSPHRASE: _, ...withoutPassphrase } = product.environment;
    expect(runCommand({ environment: withoutPassphrase }, ['backup', backups])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Set WAYPOST_BACKUP_PASSPHRASE') as string,
    });
    await killWhen(product, ['backup', backups], () => listBackups(backups).length > 0);
    expect(listBackups(backups)).toEqual([expect.stringMatching(/\.unfinished$/)]);
    const first = await run<BackupResult>(product, ['backup', backups]);
    const second = await run<BackupResult>(product, ['backup', '--keep', '1', backups]);
    expect(second.removed.map((name) => join(backups, name))).toEqual([first.folder]);
    expect(listBackups(backups).map((name) => join(backups, name))).toEqual([second.folder]);
    const recorded = JSON.parse(readFileSync(join(product.dataDirectory, 'last-backup.json'), 'utf8'));
    expect(recorded).toMatchObject({
      success: { folder: second.folder, bytes: second.bytes },
      failure: { reason: expect.stringContaining('Set WAYPOST_BACKUP_PASSPHRASE') as string },
    });
    const stored = await backUpToBucket(product);
    await product.stop();

    const place = newPlace({ ...environment, ...stored.storage.environment });
    const damaged = makeTemporaryDirectory();
    cpSync(second.folder, damaged, { recursive: true });
    writeFileSync(join(damaged, 'postgres', 'public.users.copy.gz'), 'damaged');
    expect(runCommand(place, ['restore', damaged])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('missing or damaged: postgres/public.users.copy.gz') as string,
    });
    const wrong = { environment: { ...place.environment, WAYPOST_BACKUP_PASSPHRASE: 'another' } };
    expect(runCommand(wrong, ['restore', second.folder])).toMatchObject({ code: 4 });
    expect(existsSync(join(place.dataDirectory, 'postgres'))).toBe(false);

    const marker = join(place.dataDirectory, 'restoring.json');
    await killWhen(place, ['restore', second.folder], () =>
      existsSync(join(place.dataDirectory, 'postgres', 'PG_VERSION')),
    );
    expect(existsSync(marker)).toBe(true);
    expect(runCommand(place, ['start'])).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('Run `waypost restore` again to start over.') as string,
    });
    const otherSpool = makeTemporaryDirectory();
    mkdirSync(join(otherSpool, 'edge-1'));
    const elsewhere = { environment: { ...place.environment, WAYPOST_SPOOL_DIR: otherSpool } };
    expect(runCommand(elsewhere, ['restore', second.folder])).toMatchObject({
      code: 6,
      stderr: expect.stringContaining(`The spool ${otherSpool} is not empty.`) as string,
    });
    expect(existsSync(join(otherSpool, 'edge-1'))).toBe(true);
    await expectDamageFound(place, stored);
    expect(await run<RestoreResult>(place, ['restore', stored.address])).toMatchObject({
      backup: stored.address,
      differences: [],
    });
    expect(readdirSync(join(place.dataDirectory, 'backup-staging'))).toEqual([]);
    expect(existsSync(marker)).toBe(false);
    expect(runCommand(place, ['restore', second.folder])).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('is not empty') as string,
    });
    await start({ dataDirectory: place.dataDirectory, environment });
    expect(await readVisit(place)).toEqual(visit);
  });
});

const noMounts = whyNoMounts();
test.skipIf(noMounts !== undefined)(
  `a full disk ends a backup with an error, and the incomplete backup is removed${noMounts === undefined ? '' : ` (${noMounts})`}`,
  () => {
    const { path, unmount } = mountMemory(100 * 1024);
    onTestFinished(unmount);
    expect(
      runCommand(newPlace({ ...environmentFor(lightStore), ...passphrase }), ['backup', path]),
    ).toMatchObject({
      code: 4,
      stderr: expect.stringContaining(`The disk that contains ${path} is full.`) as string,
    });
    expect(listBackups(path)).toEqual([]);
  },
);

async function killWhen(
  { environment }: Environment,
  args: string[],
  isReached: () => boolean,
): Promise<void> {
  const child = spawn(process.execPath, [command, ...args], {
    env: environment,
    stdio: 'ignore',
    detached: true,
  });
  const exited = new Promise((resolve) => child.once('close', resolve));
  await waitUntil(isReached);
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await exited;
}
