// Moves the traffic of an installation from PostgreSQL to ClickHouse with `waypost move`, while visitors arrive.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createWaypostClient } from '../../../client/waypost-client.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import type { TrafficAddress } from '../../src/start/engine-addresses.ts';
import { beginLongTask } from '../../src/start/long-task.ts';
import { startPostbackReceiver, type PostbackReceiver } from '../../src/testing/faults/postback-receiver.ts';
import { environmentFor, hasClickHouse, needsClickHouse, testShards } from '../../src/testing/machine.ts';
import { takePort } from '../../src/testing/product/own-ports.ts';
import { waitUntilAllReady } from '../../src/testing/product/processes.ts';
import {
  openProductTraffic,
  readEngineAddresses,
  readTrafficAddress,
} from '../../src/testing/product/product-traffic.ts';
import { command, lastJson, makeToken, runCommand, type Product } from '../../src/testing/product/product.ts';
import {
  countVisits,
  savePostbackUrl,
  trackWorkspace,
  type TrackedWorkspace,
} from '../../src/testing/product/tracked-workspace.ts';
import { startSeparatePostgres } from '../../src/testing/product/separate-postgres.ts';
import { startWrites } from '../../src/testing/product/steady-writes.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { insertTraffic } from '../../src/testing/reports/insert-traffic.ts';
import { seededRandom } from '../../src/testing/reports/report-queries.ts';
import { makeReportTraffic } from '../../src/testing/reports/report-traffic.ts';
import { fullTest, rounds } from '../../src/testing/rounds.ts';
import {
  readRecordedColumns,
  readRecordedRows,
  type RecordedRow,
} from '../../src/testing/traffic/recorded-rows.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { startSeparateClickHouse } from '../../src/testing/traffic/clickhouse-target.ts';
import { startConversions } from '../../src/testing/traffic/steady-conversions.ts';
import { startTraffic } from '../../src/testing/traffic/steady-traffic.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

const { start } = useProducts();
const seed = Number(process.env['MOVE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
// Visitors are redirected only after the visit is on disk, so every answered visit must be recorded.
const patient = { WAYPOST_SPOOL_WAIT_MS: '20000', WAYPOST_EDGE_STANDBY: 'on' };
const environment = { ...environmentFor('postgres'), ...patient };

type Environment = { environment: NodeJS.ProcessEnv };
type Result = { code: number | null; stderr: string };

// Runs a command without blocking this process. If `isReached` returns true, kills it.
async function run(
  { environment: env }: Environment,
  args: string[],
  isReached?: () => Promise<boolean>,
): Promise<Result> {
  const child = spawn(process.execPath, [command, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  let isClosed = false;
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve)).finally(
    () => (isClosed = true),
  );
  if (isReached !== undefined) {
    await waitUntil(async () => isClosed || (await isReached()));
    if (!isClosed) process.kill(-(child.pid ?? 0), 'SIGKILL');
  }
  return { code: await closed, stderr };
}

async function readMoveState({ dataDirectory }: Product): Promise<string | undefined> {
  const client = new Client({ connectionString: readEngineAddresses({ dataDirectory }).postgres });
  await client.connect();
  try {
    return (await client.query<{ state: string }>('SELECT state FROM traffic.moves')).rows[0]?.state;
  } finally {
    await client.end();
  }
}

// Moves of this installation use the settings for the time afterward.
const withoutStore = ({ environment: { ...rest } }: Environment) => {
  delete rest['WAYPOST_TRAFFIC_STORE'];
  return { environment: rest };
};

async function readOldReport(product: Product) {
  const client = createWaypostClient({ baseUrl: `${product.urls.panel}/api/v1`, token: makeToken(product) });
  const { rows } = await client.getReport({
    query: { from: '2026-03-01', to: '2026-10-31', dimensions: ['day', 'country'], limit: 500 },
  });
  return rows;
}

const rowsOf = async (product: Product, workspaceId: string) =>
  await readRecordedRows(readTrafficAddress(product), workspaceId);
const isOld = ({ visit_time: timeMs }: RecordedRow) => Number(timeMs) < Date.UTC(2026, 10, 4);
const sorted = (rows: readonly RecordedRow[]) =>
  rows.toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1));

// Checks refusals that do not change anything.
async function expectRefusals({ dataDirectory }: Product, place: Environment): Promise<void> {
  const refuse = async (changes: NodeJS.ProcessEnv, code: number, message: string) => {
    const result = await run({ environment: { ...place.environment, ...changes } }, ['move']);
    expect(result).toMatchObject({ code, stderr: expect.stringContaining(message) as string });
  };
  const nowhere = { WAYPOST_CLICKHOUSE_URL: 'http://127.0.0.1:1/waypost' };
  await refuse(nowhere, 5, 'The ClickHouse server 127.0.0.1:1 cannot be reached');
  const backup = await beginLongTask(dataDirectory, 'backup');
  await refuse({}, 4, 'A backup is running.');
  if ('release' in backup) backup.release();
  const instanceFile = join(dataDirectory, 'run', 'instance.json');
  const instance = readFileSync(instanceFile, 'utf8');
  writeFileSync(instanceFile, instance.replace(/"version": "[^"]+"/, '"version": "0.8.0"'));
  await refuse({}, 4, 'The running installation is version 0.8.0');
  writeFileSync(instanceFile, instance);
}

// Returns the incoming postback URL of a campaign.
function readEventLink(
  product: Product,
  { workspaceId, campaignId }: Pick<TrackedWorkspace, 'workspaceId' | 'campaignId'>,
): string {
  const ids = ['--workspace', workspaceId, '--campaign', campaignId];
  const { event } = lastJson<{ event: string }>(runCommand(product, ['campaign', 'links', ...ids, '--json']));
  return `${product.urls.edge}${new URL(event).pathname}`;
}

// Kills a move that has begun, and cancels it.
async function expectCanceled({ dataDirectory }: Product, place: Environment): Promise<void> {
  const file = join(dataDirectory, 'move.json');
  await run(place, ['move'], () => Promise.resolve(existsSync(file)));
  const canceled = lastJson<{ remaining: string[] }>(runCommand(place, ['move', '--cancel', '--json']));
  expect(canceled).toMatchObject({ canceled: true });
  expect(canceled.remaining.join()).toContain('DROP DATABASE moved');
  expect(existsSync(file)).toBe(false);
}

// Waits until all answered conversions are recorded, and their postbacks sent. Neither may be recorded twice. A postback
// that is being sent at the moment of the switch can arrive twice.
async function expectConversions(
  address: TrafficAddress,
  workspaceId: string,
  { answered, received }: { answered: ReadonlyMap<string, number>; received: readonly string[] },
): Promise<void> {
  const columns = ['type', 'transaction_id', 'conversions', 'url', 'is_success'] as const;
  const found = await pollUntil(
    async () => {
      const rows = await readRecordedColumns(address, workspaceId, columns);
      const converted = rows
        .filter(({ type, conversions }) => type === 'event' && Number(conversions) > 0)
        .map(({ transaction_id: id }) => String(id));
      const sent = rows
        .filter(({ type, is_success: isSuccess }) => type === 'postback' && isSuccess === true)
        .map(({ url }) => new URL(String(url)).searchParams.get('t') ?? '');
      const isComplete = [...answered.keys()].every((id) => converted.includes(id) && sent.includes(id));
      return isComplete ? { converted, sent } : undefined;
    },
    { timeoutMs: hangLimitMs, intervalMs: 500 },
  );
  if (found === undefined) throw new Error('conversions or postbacks are missing');
  for (const ids of Object.values(found)) expect(new Set(ids).size).toBe(ids.length);
  expect(found.sent.toSorted()).toEqual(found.converted.toSorted());
  expect(found.sent.filter((id) => !received.includes(id))).toEqual([]);
}

type Tracked = Pick<TrackedWorkspace, 'workspaceId' | 'campaignId' | 'token' | 'clickIds' | 'link'> & {
  kills: number;
  receiver: PostbackReceiver;
};

async function startServers() {
  const folder = makeTemporaryDirectory();
  const postgres = await startSeparatePostgres(join(folder, 'postgres'), takePort());
  onTestFinished(() => postgres.stop());
  const port = takePort();
  const clickhouse = await startSeparateClickHouse(join(folder, 'clickhouse'), port);
  onTestFinished(() => clickhouse.stop());
  return {
    WAYPOST_DATABASE_URL: postgres.url,
    WAYPOST_CLICKHOUSE_URL: `http://waypost:test@127.0.0.1:${port}/moved`,
  };
}

async function expectRefusedTargets({ environment: own }: Product, { WAYPOST_DATABASE_URL: url }: Servers) {
  const refuse = async (changes: NodeJS.ProcessEnv, code: number, message: string) => {
    const result = await run({ environment: { ...own, ...changes } }, ['move']);
    expect(result).toMatchObject({ code, stderr: expect.stringContaining(message) as string });
  };
  const unknown = new URL(url);
  unknown.password = 'wrong';
  await refuse({ WAYPOST_DATABASE_URL: unknown.href }, 5, 'password authentication failed');
  await refuse({ WAYPOST_DATABASE_URL: 's3://bucket/x' }, 3, 'WAYPOST_DATABASE_URL');
  await refuse({ WAYPOST_CLICKHOUSE_URL: 's3://bucket/x' }, 3, 'begins with http:// or https://');
  await refuse({ WAYPOST_CLICKHOUSE_URL: 'http://127.0.0.1:1/x' }, 5, 'cannot be reached');
  const filled = Object.assign(new URL(url), { pathname: '/filled' });
  await queryServer(url, ['CREATE DATABASE filled']);
  await queryServer(filled.href, ['CREATE TABLE orders (id integer)', 'GRANT ALL ON orders TO waypost']);
  await refuse({ WAYPOST_DATABASE_URL: filled.href }, 4, 'already contains other tables');
}

// Runs queries as the superuser, and returns the rows of the last one.
async function queryServer(url: string, queries: readonly string[]): Promise<{ name: string }[]> {
  const superuser = Object.assign(new URL(url), { username: 'postgres' });
  const client = new Client({ connectionString: superuser.href });
  await client.connect();
  try {
    let rows: { name: string }[] = [];
    for (const query of queries) ({ rows } = await client.query<{ name: string }>(query));
    return rows;
  } finally {
    await client.end();
  }
}

const allowReceiver = ({ port }: PostbackReceiver) => ({ WAYPOST_OUTBOUND_ALLOW: `127.0.0.1/32:${port}` });

type Servers = Awaited<ReturnType<typeof startServers>>;

// Moves the embedded engines of a running installation to servers, while visitors, conversions and API writes arrive.
async function moveToServers(
  product: Product,
  { workspaceId, campaignId, token, clickIds, link, kills, receiver }: Tracked,
): Promise<void> {
  await waitUntilAllReady(product);
  const servers = await startServers();
  const eventLink = readEventLink(product, { workspaceId, campaignId });
  const { dataDirectory, environment: old } = product;
  await expectRefusedTargets(product, servers);
  const traffic = startTraffic(link, clickIds, { keepAlive: false });
  const conversions = startConversions(link, [eventLink, eventLink]);
  const writes = startWrites(product.urls.panel, token);
  const place = { environment: { ...old, ...servers } };
  await expectCanceled(product, place);
  for (let killed = 0; killed < kills; killed += 1) {
    // Later with each kill, so that the command is killed at every stage before it succeeds.
    const killAt = performance.now() + 1_500 + Math.random() * (500 + killed * 700);
    const { code } = await run(place, ['move'], async () => performance.now() > killAt);
    if (code === 0) break;
  }
  await waitUntil(async () => {
    const { code, stderr } = await run(place, ['move']);
    const isDone = code === 0 || stderr.includes('already');
    return isDone || Promise.reject(new Error(stderr));
  });
  const before = { visits: traffic.answered.size, writes: writes.created.length };
  await waitUntil(
    () => traffic.answered.size > before.visits + 50 && writes.created.length > before.writes + 5,
  );
  await Promise.all([traffic.stop(), conversions.stop(), writes.stop()]);
  expect([traffic.others, traffic.failures]).toEqual([[], []]);
  expect(writes.others.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
  const rows = await queryServer(servers.WAYPOST_DATABASE_URL, ['SELECT name FROM traffic_sources']);
  const names = new Set(rows.map(({ name }) => name));
  expect(writes.created.filter((name) => !names.has(name))).toEqual([]);
  expect(runCommand(product, ['workspace', 'list'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('Set WAYPOST_DATABASE_URL to its URL.') as string,
  });
  expect(runCommand(place, ['move', '--remove-old', '--yes'])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('is still running') as string,
  });
  await product.stop();
  expect(runCommand(product, ['start'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('was moved to the PostgreSQL server') as string,
  });
  const moved = await start({
    dataDirectory,
    environment: { ...environmentFor('clickhouse'), ...patient, ...servers, ...allowReceiver(receiver) },
  });
  const store = { store: 'clickhouse', url: servers.WAYPOST_CLICKHOUSE_URL } as const;
  await waitUntil(async () => {
    const recorded = await readRecordedColumns(store, workspaceId, ['type', 'visit_id']);
    const visits = recorded.filter(({ type }) => type === 'visit').map(({ visit_id: id }) => String(id));
    expect(new Set(visits).size).toBe(visits.length);
    const found = new Set(visits);
    return [...traffic.answered].every((id) => found.has(id));
  });
  expect(conversions.answered.size).toBeGreaterThan(20);
  const { received } = receiver;
  await expectConversions(store, workspaceId, { answered: conversions.answered, received });
  expect(runCommand(moved, ['move', '--remove-old', '--yes'])).toMatchObject({ code: 0 });
  for (const folder of ['postgres', 'clickhouse'])
    expect(existsSync(join(dataDirectory, folder))).toBe(false);
  await moved.stop();
}

// With shards, an installation has no embedded ClickHouse to move to.
describe.skipIf(!hasClickHouse || testShards > 1)(`waypost move${needsClickHouse}, seed ${seed}`, () => {
  test('moves an installation with visitors, is killed on the way, and loses and doubles nothing', async () => {
    const product = await start({ environment });
    const { workspaceId, campaignId, link, clickIds } = await trackWorkspace(product);
    await waitUntilAllReady(product);
    const eventLink = readEventLink(product, { workspaceId, campaignId });
    const store = openProductTraffic(product);
    await insertTraffic(store, makeReportTraffic(workspaceId, rounds(100, 20_000), seededRandom(seed)));
    await store.close();
    const oldRows = sorted((await rowsOf(product, workspaceId)).filter(isOld));
    const oldReport = await readOldReport(product);
    expect(oldReport.length).toBeGreaterThan(5);

    const traffic = startTraffic(link, clickIds, { keepAlive: false });
    const conversions = startConversions(link, [eventLink, eventLink]);
    await waitUntil(() => traffic.answered.size > 100 && conversions.answered.size > 20);
    const place = withoutStore(product);
    expect(runCommand(product, ['move'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('WAYPOST_TRAFFIC_STORE is postgres.') as string,
    });
    await expectRefusals(product, place);
    const states = ['copying', 'switching', 'moved'] as const;
    for (let kills = 0; kills < rounds(1, 12); kills += 1) {
      const state = states[kills % states.length];
      const { code } = await run(place, ['move'], async () => (await readMoveState(product)) === state);
      if (code === 0) break;
    }
    await waitUntil(async () => {
      const { code, stderr } = await run(place, ['move']);
      const isDone = code === 0 || stderr.includes('already in ClickHouse');
      return isDone || Promise.reject(new Error(stderr));
    });
    expect(existsSync(join(product.dataDirectory, 'move.json'))).toBe(false);
    const before = traffic.answered.size;
    await waitUntil(() => traffic.answered.size > before + 50);
    await Promise.all([traffic.stop(), conversions.stop()]);
    expect([traffic.others, traffic.failures]).toEqual([[], []]);

    expect(readTrafficAddress(product).store).toBe('clickhouse');
    const findMissing = async () => {
      const found = await readRecordedColumns(readTrafficAddress(product), workspaceId, [
        'visit_id',
        'transaction_id',
      ]);
      const visits = new Set(found.map(({ visit_id: id }) => id));
      const transactions = new Set(found.map(({ transaction_id: id }) => id));
      return {
        visits: [...traffic.answered].filter((id) => !visits.has(id)),
        transactions: [...conversions.answered.keys()].filter((id) => !transactions.has(id)),
      };
    };
    const missing = await pollUntil(
      async () => {
        const { visits, transactions } = await findMissing();
        return visits.length + transactions.length === 0 ? 'none' : undefined;
      },
      { timeoutMs: hangLimitMs, intervalMs: 500 },
    );
    expect(missing ?? (await findMissing()), product.output().slice(-4_000)).toBe('none');
    const counts = await countVisits(product, workspaceId);
    expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
    const rows = await rowsOf(product, workspaceId);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const counted = rows.filter(
      ({ transaction_id: id, conversions: count }) =>
        conversions.answered.has(String(id)) && Number(count) > 0,
    );
    expect(new Set(counted.map(({ transaction_id: id }) => id)).size).toBe(counted.length);
    expect(sorted(rows.filter(isOld))).toEqual(oldRows);
    expect(await readOldReport(product)).toEqual(oldReport);

    expect(await run(place, ['move'])).toMatchObject({ code: 4 });
    expect(runCommand(place, ['move', '--remove-old'])).toMatchObject({ code: 2 });
    expect(runCommand(place, ['move', '--remove-old', '--yes'])).toMatchObject({ code: 0 });
    await product.stop();
    const { dataDirectory } = product;
    expect(runCommand(product, ['start'])).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('uses ClickHouse as its traffic store') as string,
    });
    const again = await start({
      dataDirectory,
      environment: environmentFor('clickhouse'),
    });
    expect((await rowsOf(again, workspaceId)).length).toBeGreaterThanOrEqual(rows.length);
    expect(await readOldReport(again)).toEqual(oldReport);
    await again.stop();
    // An old copy of this file names PostgreSQL, or none.
    rmSync(join(dataDirectory, 'waypost.json'));
    expect(
      runCommand({ environment: { ...product.environment, WAYPOST_TRAFFIC_STORE: 'postgres' } }, ['start']),
    ).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('was moved to ClickHouse (embedded)') as string,
    });
  });

  // Takes a minute of processor time. The integration tests of moves cover both engines.
  fullTest('moves embedded engines to servers, and is killed at random points', async () => {
    const receiver = await startPostbackReceiver();
    onTestFinished(() => receiver.close());
    const product = await start({
      environment: { ...environmentFor('clickhouse'), ...patient, ...allowReceiver(receiver) },
    });
    const tracked = await trackWorkspace(product);
    const postbackUrl = `http://127.0.0.1:${receiver.port}/cb?t={txid}`;
    savePostbackUrl(product, tracked.workspaceId, postbackUrl);
    await moveToServers(product, { ...tracked, kills: 12, receiver });
  });

  fullTest('moves a stopped installation to an external server, and then requires its URL', async () => {
    const first = await start({ environment: environmentFor('postgres') });
    const { workspaceId, link } = await trackWorkspace(first);
    await fetch(link, { redirect: 'manual' });
    await waitUntil(async () => (await countVisits(first, workspaceId)).size > 0);
    const rows = await rowsOf(first, workspaceId);
    await first.stop();
    const port = takePort();
    const server = await startSeparateClickHouse(makeTemporaryDirectory(), port);
    onTestFinished(() => server.stop());
    const url = `http://waypost:test@127.0.0.1:${port}/moved`;
    const { environment: own } = withoutStore(first);
    const place = { environment: { ...own, WAYPOST_CLICKHOUSE_URL: url } };
    expect(runCommand(place, ['start'])).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('Run `waypost move` to move the traffic') as string,
    });
    expect(await run(place, ['move'])).toMatchObject({ code: 0 });
    expect(await readRecordedRows({ store: 'clickhouse', url }, workspaceId)).toEqual(rows);
    expect(runCommand({ environment: own }, ['start'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`was moved to the ClickHouse server 127.0.0.1:${port}`) as string,
    });
    const { dataDirectory } = first;
    await start({ dataDirectory, environment: { WAYPOST_CLICKHOUSE_URL: url } });
  });
});
