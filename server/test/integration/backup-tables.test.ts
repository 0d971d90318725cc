import { Readable, Writable } from 'node:stream';
import { callbackify } from 'node:util';
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { dumpTables } from '../../src/store/backup/dump-tables.ts';
import { loadTables } from '../../src/store/backup/load-tables.ts';
import { Database } from '../../src/store/database/database.ts';
import { testSecrets } from '../../src/testing/http/api-server.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import {
  asSuperuser,
  fillDatabase,
  makeMigratedDatabase,
  readContents,
  superuserUrl,
} from './filled-database.ts';
import { listSchema } from './schema-listing.ts';

// Collects what is written. The first write waits for `beforeFirst`.
function collect(
  onEnd: (content: Buffer) => void,
  beforeFirst: () => Promise<unknown> = async () => undefined,
): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write: (chunk: Buffer, _, next) => {
      if (chunks.push(chunk) === 1) callbackify(beforeFirst)((error) => next(error));
      else next();
    },
    final: (next) => {
      onEnd(Buffer.concat(chunks));
      next();
    },
  });
}

async function dump(url: string) {
  const files = new Map<string, Buffer>();
  const result = await dumpTables(url, {
    hasTraffic: true,
    open: (table) => collect((content) => files.set(table, content)),
    onTable: () => undefined,
  });
  return { ...result, files };
}

const load = async (url: string, { files, ...rest }: Awaited<ReturnType<typeof dump>>) =>
  await loadTables(url, rest, {
    open: (table) => [
      Readable.from([files.get(table) ?? Buffer.of()], { objectMode: false }),
      createGunzip(),
    ],
    onTable: () => undefined,
  });

async function listDefinitions(url: string, schema: string) {
  const parts = await listSchema(superuserUrl(url), schema);
  return parts
    .filter(({ part }) => part !== 'row')
    .map(({ name, part, definition }) => `${name} ${part} ${definition}`)
    .toSorted();
}

test('a dump of all tables restores every row, the schema and the next number', async () => {
  const [from, to] = [await makeMigratedDatabase(), await makeMigratedDatabase()];
  await fillDatabase(from);
  const dumped = await dump(from);
  await load(to, dumped);
  const contents = await readContents(from);
  expect(contents['traffic.events_202602']).toHaveLength(1);
  expect(contents['public.campaigns']?.length).toBeGreaterThan(1);
  expect(await readContents(to)).toEqual(contents);
  for (const schema of ['public', 'traffic'])
    expect(await listDefinitions(to, schema)).toEqual(await listDefinitions(from, schema));
  const database = new Database(to, { connectionsMax: 2, secret: testSecrets.sessionSecret });
  onTestFinished(() => database.close());
  const next = await makeCampaign(await makeWorkspace(database));
  expect(next.id).toBeDefined();
});

test('a dump contains the state of one moment, although rows are added while it is written', async () => {
  const url = await makeMigratedDatabase();
  await fillDatabase(url);
  const database = new Database(url, { connectionsMax: 2, secret: testSecrets.sessionSecret });
  onTestFinished(() => database.close());
  const files = new Map<string, string>();
  await dumpTables(url, {
    hasTraffic: true,
    open: (table) =>
      collect(
        (content) => files.set(table, gunzipSync(content).toString()),
        async () => {
          if (files.size === 0) await makeCampaign(await makeWorkspace(database));
        },
      ),
    onTable: () => undefined,
  });
  const count = (table: string) => (files.get(table)?.match(/\n/g) ?? []).length;
  expect([count('public.workspaces'), count('public.campaigns')]).toEqual([2, 2]);
});

test('a dump leaves out the traffic if another store contains it', async () => {
  const url = await makeMigratedDatabase();
  await fillDatabase(url);
  const { tables, months } = await dumpTables(url, {
    hasTraffic: false,
    open: () => collect(() => undefined),
    onTable: () => undefined,
  });
  const names = tables.map(({ name }) => name);
  expect(names).toContain('public.campaigns');
  expect(names.filter((name) => name.startsWith('traffic.'))).toEqual([]);
  expect(months).toEqual([]);
});

test('a failed load leaves the database empty, and a later load succeeds', async () => {
  const [from, to] = [await makeMigratedDatabase(), await makeMigratedDatabase()];
  await fillDatabase(from);
  const dumped = await dump(from);
  const before = await readContents(to);
  const damaged = { ...dumped, files: new Map(dumped.files) };
  const sources = damaged.files.get('public.traffic_sources') ?? Buffer.of();
  damaged.files.set('public.traffic_sources', sources.subarray(0, sources.length - 5));
  await expect(load(to, damaged)).rejects.toThrow();
  const incomplete = { ...dumped, files: new Map(dumped.files).set('public.users', gzipSync('')) };
  await expect(load(to, incomplete)).rejects.toThrow('public.users has 0 rows instead of');
  expect(await readContents(to)).toEqual(before);
  await load(to, dumped);
  expect(await readContents(to)).toEqual(await readContents(from));
});

test('a dump with different tables is rejected', async () => {
  const [from, to] = [await makeMigratedDatabase(), await makeMigratedDatabase()];
  const { tables, ...rest } = await dump(from);
  const [first] = tables;
  await expect(load(to, { ...rest, tables: tables.slice(1) })).rejects.toThrow(
    `The database and the backup have different tables: ${first?.name}.`,
  );
});

test('a lost connection ends a dump with an error', async () => {
  const from = await makeMigratedDatabase();
  // More than fits into the buffers between the server and the client.
  await asSuperuser(from, async (client) => {
    await client.query(
      'CREATE TABLE aaa AS SELECT md5(n::text) AS text FROM generate_series(1, 400000) AS n',
    );
    await client.query('GRANT SELECT ON aaa TO waypost_system');
  });
  const disconnect = async () =>
    await asSuperuser(from, (client) =>
      client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      ),
    );
  const interrupted = dumpTables(from, {
    hasTraffic: true,
    open: () => collect(() => undefined, disconnect),
    onTable: () => undefined,
  });
  await expect(interrupted).rejects.toThrow(/terminated|terminating/);
});
