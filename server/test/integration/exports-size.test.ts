import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ClickHouseSettings } from '@clickhouse/client';
import { fileForm, panelForm } from '@waypost/contract/reports/report-forms.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { TrafficStoreName } from '../../src/engines/data-directory.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import type { WithTraffic } from '../../src/services/tools.ts';
import { exportReport } from '../../src/services/exports/export-report.ts';
import { openReportRows } from '../../src/services/reports/open-report-rows.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import { makeSeparateTraffic } from '../../src/testing/traffic/separate-traffic.ts';
import { openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';
import { fullTest } from '../../src/testing/rounds.ts';
import { openClickHouse, type ClickHouseClient } from '../../src/traffic/clickhouse/client.ts';
import { fileSettings } from '../../src/traffic/clickhouse/file-settings.ts';
import { insertColumnName } from '../../src/traffic/clickhouse/insert-column-names.ts';
import { streamReport } from '../../src/traffic/clickhouse/reports/read-report.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

const directory = makeDataDirectory();
let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});

afterAll(async () => {
  await database.close();
  removeDataDirectory(directory);
});

const noon = Date.UTC(2026, 10, 16, 12);
const range = { from: '2026-11-16', to: '2026-11-16', timezone: 'UTC' };
const tagsEach = 1_000;

function columns(...extra: string[]): string {
  const all = [
    'batch',
    'type',
    'workspace_id',
    'campaign_id',
    'visit_time',
    'time',
    'id',
    'visit_id',
    ...extra,
  ];
  return all.map(insertColumnName).join(', ');
}

describe.skipIf(!hasClickHouse)(`report files from ClickHouse${needsClickHouse}`, () => {
  let client: ClickHouseClient;
  let traffic: TrafficStore;

  beforeAll(() => {
    client = openClickHouse(inject('clickhouseUrl'));
    traffic = openTestTraffic('clickhouse');
  });

  afterAll(async () => {
    await traffic.close();
    await client.close();
  });

  /**
   * Inserts visits with many tags, so that a few rows produce many groups. The last visit costs more than all other
   * visits together.
   */
  async function addTaggedVisits(
    visits: number,
  ): Promise<WorkspaceContext & WithTraffic & { input: Record<string, unknown> }> {
    const { workspaceId, ...context } = await makeWorkspace(database);
    await client.command({
      query: `INSERT INTO events (${columns('token1', 'tags', 'visits', 'cost')})
      WITH fromUnixTimestamp64Milli({noon:Int64} + number, 'UTC') AS moment, generateUUIDv7(number) AS own_id
      SELECT 'tagged', 'visit', {workspaceId:UUID}, {workspaceId:UUID}, moment, moment, own_id, own_id, toString(number),
        arrayMap(tag -> concat('tag-', toString(tag)), range(${tagsEach})), 1, if(number = ${visits - 1}, 5, 1)
      FROM numbers(${visits})`,
      query_params: { workspaceId, noon },
    });
    const filter = [`campaign=${workspaceId}`];
    const input = { ...range, dimensions: 'token1,tag', metrics: 'visits,cost', filter };
    return { ...context, workspaceId, traffic, input };
  }

  test('contain all groups of a report, even if its pages would exceed the limit', async () => {
    const { input, ...context } = await addTaggedVisits(2_001);
    const expensive = { ...input, filter: [...(input['filter'] as string[]), 'cost>1'] };
    const { pieces } = await exportReport(context, expensive, { form: fileForm });
    const lines = (await Readable.from(pieces).toArray()).join('').trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + tagsEach);
    expect(lines[1]).toBe('2000,tag-0,1,5');
  });

  const longTokens = 100_000;

  /** Inserts visits with one long token each, so that grouping the visits needs a lot of memory. */
  async function addLongTokens(): Promise<WorkspaceContext & WithTraffic> {
    const context = await makeWorkspace(database);
    await client.command({
      query: `INSERT INTO events (${columns('token1', 'visits')})
      WITH fromUnixTimestamp64Milli({noon:Int64} + number, 'UTC') AS moment, generateUUIDv7(number) AS own_id
      SELECT 'long', 'visit', {workspaceId:UUID}, {workspaceId:UUID}, moment, moment, own_id, own_id,
        concat(toString(number), repeat('x', 250)), number % 3 + 1
      FROM numbers(${longTokens})`,
      query_params: { workspaceId: context.workspaceId, noon },
    });
    return { ...context, traffic };
  }

  fullTest('have the same rows when grouping spills to disk', async () => {
    const context = await addLongTokens();
    const { workspaceId } = context;
    const query = { ...range, dimensions: 'token1', metrics: 'visits' };
    const { report } = await openReportRows(context, query, panelForm);
    const { definition } = report;
    const digest = async (settings: ClickHouseSettings) => {
      const hash = createHash('sha256');
      let count = 0;
      for await (const groups of streamReport(client, { workspaceId, definition }, settings)) {
        count += groups.length;
        for (const { keys, sums } of groups) hash.update(`${keys.join()} ${[...sums.values()].join()}\n`);
      }
      return [count, hash.digest('hex')];
    };
    const lowMemory = fileSettings(72 * 1024 ** 2);
    const withoutDisk = { max_bytes_before_external_group_by: '0', max_bytes_before_external_sort: '0' };
    await expect(digest({ ...lowMemory, ...withoutDisk })).rejects.toMatchObject({ status: 400 });
    const inMemory = await digest({});
    expect(inMemory[0]).toBe(longTokens);
    expect(await digest(lowMemory)).toEqual(inMemory);
  });
});

type UnresponsiveTraffic = {
  traffic: TrafficStore;
  count: () => Promise<number>;
  close: () => Promise<void>;
};

/** Opens a traffic store that never answers, and counts the queries that wait for an answer. */
async function openUnresponsiveTraffic(store: TrafficStoreName): Promise<UnresponsiveTraffic> {
  return store === 'clickhouse' ? await startUnresponsiveServer() : await lockTraffic();
}

async function startUnresponsiveServer(): Promise<UnresponsiveTraffic> {
  const pending = new Set<unknown>();
  const server = createServer((request) => {
    pending.add(request);
    request.resume().socket.once('close', () => pending.delete(request));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    traffic: openTraffic({ store: 'clickhouse', url: `http://127.0.0.1:${port}/waypost` }),
    count: () => Promise.resolve(pending.size),
    close: async () => void (await new Promise((resolve) => server.close(resolve))),
  };
}

/** Locks all traffic tables, so that every query waits. */
async function lockTraffic(): Promise<UnresponsiveTraffic> {
  const address = await makeSeparateTraffic('postgres');
  const [locking, watching] = [await connect(address.url), await connect(address.url)];
  await locking.query('BEGIN');
  await locking.query(
    `DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'traffic'::regnamespace AND relkind IN ('r', 'p') LOOP
        EXECUTE format('LOCK TABLE traffic.%I IN ACCESS EXCLUSIVE MODE', name);
      END LOOP;
    END $$`,
  );
  return {
    traffic: openTraffic(address),
    count: async () => {
      const { rows } = await watching.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.waiting ?? 0;
    },
    close: async () => void (await Promise.all([locking.end(), watching.end()])),
  };
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

describeLightStores('a client disconnect with traffic in %s', (store) => {
  let unresponsive: UnresponsiveTraffic;
  let api: ApiServer;

  beforeAll(async () => {
    unresponsive = await openUnresponsiveTraffic(store);
    api = await makeApiServer(database, directory, { traffic: unresponsive.traffic });
    await api.server.listen({ host: '127.0.0.1', port: 0 });
  });

  afterAll(async () => {
    await api.server.close();
    await unresponsive.close();
  });

  test.each([
    ['a report file', '/exports/report'],
    ['an event file', '/exports/events'],
    ['a report', '/api/v1/reports'],
    ['a page of events', '/api/v1/events'],
    ['a panel report', '/reports'],
    ['a page of panel events', '/events'],
  ])('before the first byte of %s ends its query', async (_, path) => {
    const context = await makeWorkspace(database);
    const { token } = await makeKey(context, { scope: 'read' });
    const session = await makeSession(context, 'owner');
    const { port } = api.server.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${token}`, cookie: `waypost=${session}` };
    const query = new URLSearchParams(range).toString();
    const address = path.startsWith('/api/') ? path : await api.addressOf({ session, method: 'GET', path });
    const request = get({ host: '127.0.0.1', port, path: `${address}?${query}`, headers });
    request.on('error', () => undefined);
    await expect.poll(unresponsive.count).toBe(1);
    request.destroy();
    await expect.poll(unresponsive.count).toBe(0);
  });
});
