/** Files of reports may be of any size, and what nobody waits for any more ends at once. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ClickHouseSettings } from '@clickhouse/client';
import { fileForm, panelForm } from '@waypost/contract/report-forms.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { TrafficStoreName } from '../../src/engines/data-directory.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { exportReport } from '../../src/services/exports/export-report.ts';
import { openReportRows } from '../../src/services/reports/open-report-rows.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import { makeOwnTraffic } from '../../src/testing/traffic/own-traffic.ts';
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

/** Those that every row has, and some more. */
function columns(...more: string[]): string {
  const all = [
    'batch',
    'type',
    'workspace_id',
    'campaign_id',
    'visit_time',
    'time',
    'id',
    'visit_id',
    ...more,
  ];
  return all.map(insertColumnName).join(', ');
}

describe.skipIf(!hasClickHouse)(`files out of ClickHouse${needsClickHouse}`, () => {
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

  /** Visits with very many tags: few rows that make many groups. The last one costs more than all others. */
  async function addTagged(visits: number): Promise<WorkspaceContext & { input: Record<string, unknown> }> {
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

  test('a file has as many rows as the report has groups, also where pages of it would be refused', async () => {
    const { input, ...context } = await addTagged(2_001);
    const dear = { ...input, filter: [...(input['filter'] as string[]), 'cost>1'] };
    const { pieces } = await exportReport(context, dear, { form: fileForm });
    const lines = (await Readable.from(pieces).toArray()).join('').trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + tagsEach);
    expect(lines[1]).toBe('2000,tag-0,1,5');
  });

  const longTokens = 100_000;

  /** Visits with a long token each, so that their groups take a lot of memory. */
  async function addLong(): Promise<WorkspaceContext> {
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

  fullTest('what does not fit into memory goes to the disk, and the rows are the same', async () => {
    const context = await addLong();
    const { workspaceId } = context;
    const asked = { ...range, dimensions: 'token1', metrics: 'visits' };
    const { question } = await openReportRows(context, asked, panelForm);
    const digest = async (settings: ClickHouseSettings) => {
      const hash = createHash('sha256');
      let many = 0;
      for await (const groups of streamReport(client, { workspaceId, definition: question }, settings)) {
        many += groups.length;
        for (const { keys, sums } of groups) hash.update(`${keys.join()} ${[...sums.values()].join()}\n`);
      }
      return [many, hash.digest('hex')];
    };
    const little = fileSettings(72 * 1024 ** 2);
    const withoutDisk = { max_bytes_before_external_group_by: '0', max_bytes_before_external_sort: '0' };
    await expect(digest({ ...little, ...withoutDisk })).rejects.toMatchObject({ status: 400 });
    const inMemory = await digest({});
    expect(inMemory[0]).toBe(longTokens);
    expect(await digest(little)).toEqual(inMemory);
  });
});

type Waiting = { traffic: TrafficStore; count: () => Promise<number>; close: () => Promise<void> };

/** Traffic that never answers; it counts the questions that somebody waits for. */
async function openSilent(store: TrafficStoreName): Promise<Waiting> {
  return store === 'clickhouse' ? await openSilentServer() : await lockTraffic();
}

async function openSilentServer(): Promise<Waiting> {
  const waiting = new Set<unknown>();
  const server = createServer((request) => {
    waiting.add(request);
    request.resume().socket.once('close', () => waiting.delete(request));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    traffic: openTraffic({ store: 'clickhouse', url: `http://127.0.0.1:${port}/waypost` }),
    count: () => Promise.resolve(waiting.size),
    close: async () => void (await new Promise((resolve) => server.close(resolve))),
  };
}

/** Whoever asks waits for a lock. */
async function lockTraffic(): Promise<Waiting> {
  const address = await makeOwnTraffic('postgres');
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

describeLightStores('of traffic in %s', (store) => {
  let silent: Waiting;
  let api: ApiServer;

  beforeAll(async () => {
    silent = await openSilent(store);
    api = await makeApiServer(database, directory, { traffic: silent.traffic });
    await api.server.listen({ host: '127.0.0.1', port: 0 });
  });

  afterAll(async () => {
    await api.server.close();
    await silent.close();
  });

  test.each([
    ['a file of a report', '/exports/report'],
    ['a file of events', '/exports/events'],
    ['a report', '/api/v1/reports'],
    ['a page of events', '/api/v1/events'],
    ['a report of the panel', '/reports'],
    ['a page of events of the panel', '/events'],
  ])('who goes away before the first byte of %s ends what is done for it', async (_, path) => {
    const context = await makeWorkspace(database);
    const { token } = await makeKey(context, { scope: 'read' });
    const session = await makeSession(context, 'owner');
    const { port } = api.server.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${token}`, cookie: `waypost=${session}` };
    const query = new URLSearchParams(range).toString();
    const place = path.startsWith('/api/') ? path : await api.addressOf({ session, method: 'GET', path });
    const request = get({ host: '127.0.0.1', port, path: `${place}?${query}`, headers });
    request.on('error', () => undefined);
    await expect.poll(silent.count).toBe(1);
    request.destroy();
    await expect.poll(silent.count).toBe(0);
  });
});
