import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { csvLine } from '@waypost/contract/values/csv-line.ts';
import { eventCells, eventCsvColumns } from '../../src/domain/exports/event-cells.ts';
import type { RunningEngine } from '../../src/engines/engine.ts';
import { findFreePort } from '../../src/platform/free-port.ts';
import { newId } from '../../src/platform/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { listPanelEvents } from '../../src/services/events-feed/list-events.ts';
import { provideEventTools } from '../../src/start/event-tools.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { makeApiServer, testSecrets, type ApiServer } from '../../src/testing/http/api-server.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import {
  createTables,
  queryRows,
  startSeparateClickHouse,
} from '../../src/testing/traffic/clickhouse-target.ts';
import { insertEventRows, type EventCells } from '../../src/testing/traffic/insert-event-rows.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import { makeSeparateTraffic } from '../../src/testing/traffic/separate-traffic.ts';
import { openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';
import { fullTest } from '../../src/testing/rounds.ts';
import { openClickHouse, type ClickHouseClient } from '../../src/traffic/clickhouse/client.ts';
import { insertColumnName } from '../../src/traffic/clickhouse/insert-column-names.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

let database: Database;
const directory = makeDataDirectory();

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});

afterAll(async () => {
  await database.close();
  removeDataDirectory(directory);
});

const noon = Date.UTC(2026, 10, 16, 12);
const day = 'from=2026-11-16&to=2026-11-16';

type FileRequest = { server: ApiServer; session: string; path: string; headers?: Record<string, string> };

async function requestFile({ server, session, path, headers = {} }: FileRequest): Promise<IncomingMessage> {
  const address = server.server.server.address() as AddressInfo;
  const request = get({
    host: '127.0.0.1',
    port: address.port,
    path: await server.addressOf({ session, method: 'GET', path: `/exports/${path}` }),
    headers: { cookie: `waypost=${session}`, ...headers },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

describeLightStores('export files with traffic in %s', (store) => {
  let traffic: TrafficStore;
  let api: ApiServer;

  beforeAll(async () => {
    traffic = openTestTraffic(store);
    api = await makeApiServer(database, directory, { traffic });
    await api.server.listen({ host: '127.0.0.1', port: 0 });
  });

  afterAll(async () => {
    await api.server.close();
  });

  const open = (request: Omit<FileRequest, 'server'>) => requestFile({ server: api, ...request });

  async function insertEvents(context: WorkspaceContext): Promise<string> {
    const { id: campaignId } = await makeCampaign(context, { name: '=Name' });
    const visitId = newId(noon);
    const row = (cells: EventCells): EventCells => ({
      workspace_id: context.workspaceId,
      campaign_id: campaignId,
      id: newId(),
      visit_id: visitId,
      visit_time: noon,
      ...cells,
    });
    await insertEventRows(traffic, [
      row({
        type: 'visit',
        id: visitId,
        time: noon,
        visits: 1,
        cost: '0.5',
        country: 'DE',
        user_agent: '=cmd|x',
      }),
      row({
        type: 'lpclick',
        time: noon + 1,
        lp_clicks: 1,
        country: 'DE',
        token1: 'a,"b"\nc',
        tags: ['x', 'y'],
      }),
      row({
        type: 'event',
        time: noon + 2,
        idx: 1,
        revenue: '0.25',
        conversions: 1,
        events: 1,
        status: 'approved',
        country: '',
      }),
      row({
        type: 'postback',
        time: noon + 3,
        idx: 1,
        url: 'https://x.example/',
        response_status: 200,
        response: '-1',
      }),
      row({ type: 'adjustment', time: noon + 4, cost: '1' }),
    ]);
    return campaignId;
  }

  test('of events contain the feed line by line, with formulas escaped', async () => {
    const context = await makeWorkspace(database);
    await insertEvents(context);
    const session = await makeSession(context, 'member');
    const response = await open({ session, path: `events?${day}&timezone=Asia/Kolkata` });
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="events-2026-11-16-2026-11-16.csv"',
      'cache-control': 'no-store',
    });
    const file = await text(response);
    const logger = createLogger({ role: 'test', level: 'silent', format: 'text' });
    const tools = provideEventTools(traffic, testSecrets, logger);
    const input = { from: '2026-11-16', to: '2026-11-16', timezone: 'Asia/Kolkata' };
    const { items } = await listPanelEvents({ ...context, ...tools }, input);
    expect(items).toHaveLength(4);
    expect(file).toBe(
      [csvLine(eventCsvColumns), ...items.map((event) => csvLine(eventCells(event)))].join(''),
    );
    expect(file).toContain(`,'=cmd|x,`);
    expect(file).toContain('"a,""b""\nc"');
    expect(file).toContain('+05:30');
    expect(file.split('\n')[0]).toContain('campaignId,campaignName,trafficSourceId,trafficSourceName,');
    expect(items.map(({ labels }) => labels.campaign)).toEqual(Array(4).fill('=Name'));
    expect(file).toContain(`,'=Name,`);
    // Without a time zone in the request, times are in the workspace's time zone.
    expect(await text(await open({ session, path: `events?${day}` }))).toContain('+01:00');
  });

  test('are compressed in transit on request, or as a .gz file', async () => {
    const context = await makeWorkspace(database);
    await insertEvents(context);
    const session = await makeSession(context, 'owner');
    const path = `events?${day}`;
    const uncompressed = await text(
      await open({ session, path, headers: { 'accept-encoding': 'gzip;q=0, br' } }),
    );
    const decompress = async (response: IncomingMessage) =>
      gunzipSync(Buffer.concat(await response.toArray())).toString();
    const inTransit = await open({ session, path, headers: { 'accept-encoding': 'br, gzip' } });
    expect(inTransit.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(await decompress(inTransit)).toBe(uncompressed);
    const gzipFile = await open({
      session,
      path: `${path}&format=csv.gz`,
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(gzipFile.headers).toMatchObject({ 'content-type': 'application/gzip' });
    expect(gzipFile.headers['content-encoding']).toBeUndefined();
    expect(gzipFile.headers['content-disposition']).toContain('.csv.gz"');
    expect(await decompress(gzipFile)).toBe(uncompressed);

    const workbook = await open({
      session,
      path: `${path}&format=xlsx`,
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(workbook.headers['content-type']).toContain('spreadsheetml.sheet');
    expect(workbook.headers['content-encoding']).toBeUndefined();
    expect(workbook.headers['content-disposition']).toContain('.xlsx"');
    const bytes = Buffer.concat(await workbook.toArray());
    expect(bytes.toString('latin1', 0, 4)).toBe('PK\u0003\u0004');
    const [size, start] = [bytes.lastIndexOf('PK\u0007\u0008'), 30 + bytes.readUInt16LE(26)];
    expect(size).toBeGreaterThan(start);
    const sheet = inflateRawSync(bytes.subarray(start)).toString();
    expect(sheet.match(/<row>/g)).toHaveLength(uncompressed.trimEnd().split('\r\n').length);
  });

  test('of a report contain all rows in order, exact numbers, and names next to IDs', async () => {
    const context = await makeWorkspace(database);
    const campaignId = await insertEvents(context);
    const session = await makeSession(context, 'viewer');
    const query = `${day}&timezone=UTC&dimensions=campaign,country&metrics=visits,cost,profit,roi&sortBy=visits&filter=campaign=${campaignId}`;
    const response = await open({ session, path: `report?${query}` });
    expect(await text(response)).toBe(
      [
        'campaign,campaignName,country,visits,cost,profit,roi\r\n',
        `${campaignId},'=Name,DE,1,0.5,-0.5,-1\r\n`,
        `${campaignId},'=Name,,0,1,-0.75,-0.75\r\n`,
      ].join(''),
    );
  });

  test('can be requested with a body; long filter lists are truncated in the audit log', async () => {
    const context = await makeWorkspace(database);
    const campaignId = await insertEvents(context);
    const session = await makeSession(context, 'viewer');
    const requestReport = async (fields: object, search = '') =>
      await api.server.inject({
        method: 'POST',
        url: `/panel/api/workspaces/${context.workspaceId}/exports/report${search}`,
        headers: { cookie: `waypost=${session}`, 'sec-fetch-site': 'same-origin' },
        payload: {
          from: '2026-11-16',
          to: '2026-11-16',
          dimensions: ['status'],
          metrics: ['visits', 'conversionsApproved', 'approveRate'],
          ...fields,
        },
      });
    const values = [campaignId, ...Array.from({ length: 9_999 }, () => newId())];
    const otherFilters = [
      { field: 'token1', op: 'isNot', values: ['x'.repeat(201)] },
      { field: 'visits', op: 'gt', values: [-1] },
    ];
    const { statusCode, body } = await requestReport({
      filters: [{ field: 'campaign', op: 'is', values }, ...otherFilters],
    });
    expect(statusCode).toBe(200);
    expect(body).toBe('status,visits,conversionsApproved,approveRate\r\n,1,0,\r\napproved,0,1,1\r\n');
    expect((await requestReport({ limit: 1 })).statusCode).toBe(400);
    expect((await requestReport({}, '?from=2026-11-16')).statusCode).toBe(400);
    const [entry] = await database.inWorkspace(context.workspaceId, (executor) =>
      listAuditEntries(executor, context.workspaceId),
    );
    expect(entry).toMatchObject({
      action: 'report.export',
      details: {
        filters: [
          { field: 'campaign', op: 'is', values: values.slice(0, 5), count: 10_000 },
          { field: 'token1', op: 'isNot', values: ['x'.repeat(200)], count: 1 },
          { field: 'visits', op: 'gt', values: [-1], count: 1 },
        ],
      },
    });
  });

  test('are recorded in the audit log, and refused without permission or with invalid input', async () => {
    const context = await makeWorkspace(database);
    await insertEvents(context);
    const [owner, viewer] = [await makeSession(context, 'owner'), await makeSession(context, 'viewer')];
    const statusOf = async (session: string, path: string) => {
      const response = await open({ session, path });
      response.resume();
      await once(response, 'close');
      return response.statusCode;
    };
    expect(await statusOf('unknown', `events?${day}`)).toBe(401);
    expect(await statusOf(owner, 'events?from=2026-11-16')).toBe(400);
    expect(await statusOf(owner, `events?${day}&limit=1`)).toBe(400);
    expect(await statusOf(owner, `events?${day}&format=xls`)).toBe(400);
    expect(await statusOf(owner, `report?${day}&offset=1`)).toBe(400);
    expect(await statusOf(owner, `report?${day}&dimensions=nothing`)).toBe(400);
    expect(await statusOf(owner, `events?${day}&type=visit`)).toBe(200);
    expect(await statusOf(viewer, `report?${day}&dimensions=country&filter=country=DE`)).toBe(200);
    const entries = await database.inWorkspace(context.workspaceId, (executor) =>
      listAuditEntries(executor, context.workspaceId),
    );
    const exports = entries
      .filter(({ action }) => action.endsWith('.export'))
      .toSorted((one, other) => (one.action < other.action ? -1 : 1));
    const range = { from: '2026-11-16', to: '2026-11-16' };
    expect(exports).toEqual([
      expect.objectContaining({
        action: 'event.export',
        actorType: 'user',
        details: { ...range, type: 'visit' },
      }),
      expect.objectContaining({
        action: 'report.export',
        details: { ...range, dimensions: 'country', filter: ['country=DE'] },
      }),
    ]);
  });
});

type OwnServer = {
  client: ClickHouseClient;
  engine: RunningEngine;
  request: (headers?: Record<string, string>) => Promise<IncomingMessage>;
};

/** Starts an API server with a separate ClickHouse, filled with more rows than any buffer holds. */
async function withOwnClickHouse(work: (ownServer: OwnServer) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-export-'));
  const port = await findFreePort('127.0.0.1');
  const engine = await startSeparateClickHouse(folder, port);
  const url = `http://waypost:test@127.0.0.1:${port}/waypost`;
  await createTables(url);
  const client = openClickHouse(url);
  const server = await makeApiServer(database, directory, {
    traffic: openTraffic({ store: 'clickhouse', url }),
  });
  await server.server.listen({ host: '127.0.0.1', port: 0 });
  try {
    const context = await makeWorkspace(database);
    await addMany(client, context.workspaceId);
    const session = await makeSession(context, 'owner');
    const request = (headers: Record<string, string> = {}) =>
      requestFile({ session, path: `events?${day}`, server, headers });
    await work({ client, engine, request });
  } finally {
    await server.server.close();
    await client.close();
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const manyRows = 20_000;

const columns = 'batch type workspace_id campaign_id visit_time time id visit_id user_agent referrer'.split(
  ' ',
);

async function addMany(target: ClickHouseClient, workspaceId: string): Promise<void> {
  await target.command({
    query: `INSERT INTO events (${columns.map(insertColumnName).join(', ')})
      WITH fromUnixTimestamp64Milli({noon:Int64} + number, 'UTC') AS moment, generateUUIDv7(number) AS own_id
      SELECT 'many', 'visit', {workspaceId:UUID}, {workspaceId:UUID}, moment, moment, own_id, own_id, repeat('a', 2500), hex(number)
      FROM numbers(${manyRows})`,
    query_params: { workspaceId, noon },
  });
}

const isExport =
  "query LIKE '%user_agent%' AND query NOT LIKE '%system.processes%' AND query NOT LIKE 'KILL%'";

async function countRunning(target: ClickHouseClient, condition = 'true'): Promise<number> {
  const query = `SELECT count() AS count FROM system.processes WHERE ${isExport} AND ${condition}`;
  const [row] = await queryRows<{ count: string }>(target, query);
  return Number(row?.count);
}

async function expectDisconnectEndsQueries({ client, request }: OwnServer): Promise<void> {
  const responses = [await request(), await request()];
  for (const response of responses) {
    await once(response, 'readable');
    expect(String(response.read(10))).toBe('id,type,ti');
  }
  expect(await countRunning(client)).toBe(2);
  const third = await request();
  third.resume();
  expect([third.statusCode, third.headers['retry-after']]).toEqual([503, '5']);
  for (const response of responses) response.destroy();
  const isIdle = async () => (await countRunning(client)) === 0 || undefined;
  await pollUntil(isIdle, { timeoutMs: hangLimitMs, intervalMs: 50 });
  const next = await request();
  expect(next.statusCode).toBe(200);
  // The two additional lines are the header and the empty string after the last line break.
  expect((await text(next)).split('\r\n')).toHaveLength(manyRows + 2);
}

async function expectBrokenFilesDetected({ client, engine, request }: OwnServer): Promise<void> {
  const expectReset = async (interrupt: () => Promise<unknown>, headers?: Record<string, string>) => {
    const response = await request(headers);
    await once(response, 'readable');
    await interrupt();
    const ending = await text(response).then(
      () => 'complete',
      (error: { code?: string }) => error.code,
    );
    expect(ending).toBe('ECONNRESET');
  };
  // KILL QUERY returns only after the query has reacted, and the query reacts only while its output is being read.
  // Therefore, the results are awaited later.
  const killed: Promise<unknown>[] = [];
  const killQueries = async () => {
    killed.push(client.command({ query: `KILL QUERY WHERE ${isExport}` }));
    const isCanceled = async () => (await countRunning(client, 'is_cancelled')) === 1 || undefined;
    await pollUntil(isCanceled, { timeoutMs: hangLimitMs, intervalMs: 20 });
  };
  await expectReset(killQueries);
  await expectReset(killQueries, { 'accept-encoding': 'gzip' });
  await Promise.all(killed);
  await expectReset(async () => engine.kill());
}

describe.skipIf(!hasClickHouse)(`export files from ClickHouse${needsClickHouse}`, () => {
  fullTest(
    'end their query when the client disconnects, and reset the connection when interrupted',
    async () => {
      await withOwnClickHouse(async (ownServer) => {
        await expectDisconnectEndsQueries(ownServer);
        await expectBrokenFilesDetected(ownServer);
      });
    },
  );
});

describe('export files from PostgreSQL', () => {
  // One read returns at most 10,000 rows.
  const rowsForTwoReads = 10_500;
  type OwnTraffic = {
    url: string;
    client: Client;
    request: (path: string, headers?: Record<string, string>) => Promise<IncomingMessage>;
  };

  async function withOwnDatabase(work: (own: OwnTraffic) => Promise<void>): Promise<void> {
    const address = await makeSeparateTraffic('postgres');
    const traffic = openTraffic(address);
    const server = await makeApiServer(database, directory, { traffic });
    await server.server.listen({ host: '127.0.0.1', port: 0 });
    const client = new Client({ connectionString: address.url });
    await client.connect();
    try {
      const context = await makeWorkspace(database);
      const { workspaceId } = context;
      const row = { workspace_id: workspaceId, campaign_id: workspaceId, user_agent: 'a'.repeat(1_500) };
      await insertEventRows(
        traffic,
        Array.from({ length: rowsForTwoReads }, (_, at) => {
          const id = newId(noon + at);
          return { ...row, type: 'visit', id, visit_id: id, time: noon + at, referrer: String(at) };
        }),
      );
      const session = await makeSession(context, 'owner');
      const request = (path: string, headers: Record<string, string> = {}) =>
        requestFile({ server, session, path: `${path}?${day}`, headers });
      await work({ url: address.url, client, request });
    } finally {
      await client.end();
      await server.server.close();
    }
  }

  test('end their query when the client disconnects, and reset the connection when interrupted', async () => {
    await withOwnDatabase(async ({ client, request }) => {
      const countBusy = async () => {
        const { rows } = await client.query<{ busy: number }>(
          `SELECT count(*)::int AS busy FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
        );
        return rows[0]?.busy;
      };
      const responses = [await request('events'), await request('events')];
      for (const response of responses) {
        await once(response, 'readable');
        expect(String(response.read(10))).toBe('id,type,ti');
      }
      const third = await request('events');
      third.resume();
      expect([third.statusCode, third.headers['retry-after']]).toEqual([503, '5']);
      for (const response of responses) response.destroy();
      await expect.poll(countBusy).toBe(0);
      await expect
        .poll(async () => {
          const next = await request('events');
          next.destroy();
          return next.statusCode;
        })
        .toBe(200);
      const expectReset = async (headers: Record<string, string>, interrupt: () => Promise<unknown>) => {
        const response = await request('events', headers);
        await once(response, 'readable');
        await interrupt();
        const ending = await text(response).then(
          () => 'complete',
          (error: { code?: string }) => error.code,
        );
        expect(ending).toBe('ECONNRESET');
      };
      await expect.poll(countBusy).toBe(0);
      await expectReset({}, () => client.query('ALTER SCHEMA traffic RENAME TO missing'));
      await client.query('ALTER SCHEMA missing RENAME TO traffic');
      await expectReset({ 'accept-encoding': 'gzip' }, () =>
        client.query('ALTER SCHEMA traffic RENAME TO missing'),
      );
    });
  });
});
