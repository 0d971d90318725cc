import { Readable, Writable } from 'node:stream';
import { callbackify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { dumpTables } from '../../src/store/backup/dump-tables.ts';
import { loadTables } from '../../src/store/backup/load-tables.ts';
import { Database } from '../../src/store/database/database.ts';
import { migratePostgresSchema, migrateTrafficSchema } from '../../src/start/migrate.ts';
import { testSecrets } from '../../src/testing/http/api-server.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import { spoolLines } from '../../src/testing/spool/lines.ts';
import { buildVisitRow } from '../../src/testing/spool/rows.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeIsolatedWorkspace } from '../../src/testing/workspaces/two-workspaces.ts';
import { newId } from '../../src/platform/ids.ts';
import { listSchema } from './schema-listing.ts';

async function makeMigrated(): Promise<string> {
  const postgres = await makeDatabase();
  await migratePostgresSchema(postgres);
  await migrateTrafficSchema({ postgres, traffic: { store: 'postgres', url: postgres } }, undefined);
  return postgres;
}

async function fill(url: string): Promise<void> {
  const database = new Database(url, { connectionsMax: 4, secret: testSecrets.sessionSecret });
  const traffic = openTraffic({ store: 'postgres', url });
  const { ids } = await makeIsolatedWorkspace(database);
  await makeIsolatedWorkspace(database);
  const months = [Date.UTC(2026, 0, 31), Date.UTC(2026, 1, 1), Date.UTC(2026, 10, 19)];
  for (const timeMs of months) {
    const id = newId(timeMs);
    const columns = { workspace_id: ids.workspace, campaign_id: ids.campaign, id, visit_id: id };
    const row = buildVisitRow({ ...columns, token1: String.raw`a\tb\\N\né` }, timeMs);
    const outcome = await traffic.targets.visits.insert(
      `batch-${timeMs}`,
      spoolLines(`batch-${timeMs}`, [row]),
    );
    expect(outcome).toEqual({ kind: 'inserted' });
  }
  await traffic.close();
  await database.close();
}

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
    open: (table) => Readable.from([files.get(table) ?? Buffer.of()], { objectMode: false }),
    onTable: () => undefined,
  });

async function asSuperuser<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: superuserUrl(url) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function superuserUrl(url: string): string {
  return Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(url).pathname }).href;
}

// Returns all rows of all tables, read directly, without the code under test.
async function readContents(url: string): Promise<Record<string, string[]>> {
  return await asSuperuser(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables
      WHERE schemaname IN ('public', 'traffic') AND tablename <> 'schema_migrations' ORDER BY 1`,
    );
    const contents: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT one::text AS row FROM ${name} AS one ORDER BY 1`,
      );
      contents[name] = rows.map(({ row }) => row);
    }
    return contents;
  });
}

async function listDefinitions(url: string, schema: string) {
  const parts = await listSchema(superuserUrl(url), schema);
  return parts
    .filter(({ part }) => part !== 'row')
    .map(({ name, part, definition }) => `${name} ${part} ${definition}`)
    .toSorted();
}

test('a dump of all tables restores every row, the schema and the next number', async () => {
  const [from, to] = [await makeMigrated(), await makeMigrated()];
  await fill(from);
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
  const url = await makeMigrated();
  await fill(url);
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
  const url = await makeMigrated();
  await fill(url);
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
  const [from, to] = [await makeMigrated(), await makeMigrated()];
  await fill(from);
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
  const [from, to] = [await makeMigrated(), await makeMigrated()];
  const { tables, ...rest } = await dump(from);
  const [first] = tables;
  await expect(load(to, { ...rest, tables: tables.slice(1) })).rejects.toThrow(
    `The database and the backup have different tables: ${first?.name}.`,
  );
});

test('a lost connection ends a dump with an error', async () => {
  const from = await makeMigrated();
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
