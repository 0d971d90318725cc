import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addDecimals, normalizeDecimal } from '../../src/domain/money/decimal.ts';
import type { ReportDefinition } from '../../src/domain/reports/report-definition.ts';
import { openSpool } from '../../src/edge/spool/open-spool.ts';
import { newId } from '../../src/platform/ids.ts';
import { rowReader } from '../../src/services/reports/present-row.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { buildVisitRow } from '../../src/testing/spool/rows.ts';
import { spoolLines } from '../../src/testing/spool/lines.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { createTables, queryRows } from '../../src/testing/traffic/clickhouse-target.ts';
import { insertEventRows, type EventCells } from '../../src/testing/traffic/insert-event-rows.ts';
import {
  startShardServers,
  testTopology,
  type ShardServer,
} from '../../src/testing/traffic/shard-servers.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { openClickHouse, type ClickHouseClient } from '../../src/traffic/clickhouse/client.ts';
import { openClickHouseTraffic } from '../../src/traffic/clickhouse/open-clickhouse-traffic.ts';
import { distributeShardedCost } from '../../src/traffic/clickhouse/shards/distribute-sharded-cost.ts';
import { requireShards } from '../../src/traffic/clickhouse/shards/require-shards.ts';
import {
  growthDelayMs,
  readingTables,
  setUpShards,
  shardTables,
} from '../../src/traffic/clickhouse/shards/set-up-shards.ts';
import { renderStatements } from '../../src/traffic/clickhouse/migration-sql.ts';
import { readMigrations } from '../../src/platform/migrations/read-migrations.ts';
import type { CostBatch, TrafficStore } from '../../src/traffic/traffic-store.ts';

const noon = Date.UTC(2026, 5, 15, 12);
const hourMs = 3_600_000;

describe.skipIf(!hasClickHouse)(`ClickHouse shards${needsClickHouse}`, () => {
  let directory: string;
  let servers: ShardServer[];
  let workspaceId: string;
  let campaignId: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'waypost-shards-'));
    servers = await startShardServers(directory, 2);
  });

  afterAll(async () => {
    await Promise.all(servers.map(({ engine }) => engine.stop()));
    rmSync(directory, { recursive: true, force: true });
  });

  beforeEach(() => {
    [workspaceId, campaignId] = [newId(), newId()];
  });

  function freshUrls(): [string, string] {
    const name = `test_${randomBytes(6).toString('hex')}`;
    const [first = '', second = ''] = servers.map(({ url }) => url.replace(/\/waypost$/, `/${name}`));
    return [first, second];
  }

  function open(...urls: string[]): TrafficStore {
    const traffic = openClickHouseTraffic(urls.join());
    onTestFinished(() => traffic.close());
    return traffic;
  }

  function openServer(url: string): ClickHouseClient {
    const client = openClickHouse(url);
    onTestFinished(() => client.close());
    return client;
  }

  async function openFresh() {
    const urls = freshUrls();
    await createTables(urls.join());
    return { urls, traffic: open(...urls), clients: urls.map(openServer) };
  }

  const visitsOn = async (client: ClickHouseClient) =>
    (await queryRows<{ id: string }>(client, "SELECT visit_id AS id FROM events WHERE type = 'visit'")).map(
      ({ id }) => id,
    );

  const visits = (count: number, cells: EventCells = {}, firstMs = noon): EventCells[] =>
    Array.from({ length: count }, (_, at) => {
      const time = firstMs + at * 1_000;
      const id = newId(time);
      const own = { workspace_id: workspaceId, campaign_id: campaignId, id, visit_id: id };
      return { type: 'visit', ...own, time, visits: 1, ...cells };
    });

  const definition = (change: Partial<ReportDefinition> = {}): ReportDefinition => ({
    range: { fromMs: noon - hourMs, toMs: noon + 48 * hourMs },
    timezone: 'UTC',
    dimensions: ['country'],
    metrics: ['visits', 'cost'],
    dimensionFilters: [],
    metricFilters: [],
    sort: { by: 'visits', direction: 'desc' },
    ...change,
  });

  async function report(traffic: TrafficStore, change: Partial<ReportDefinition> = {}) {
    const requested = definition(change);
    const { groups } = await traffic.readReport({ workspaceId, definition: requested });
    return groups.map(rowReader(requested));
  }

  test('have statements for replicated tables that ClickHouse can parse', async () => {
    const [url] = freshUrls();
    const client = openServer(servers[0]?.url.replace(/waypost$/, 'default') ?? '');
    const migrations = readMigrations(join(import.meta.dirname, '..', '..', 'migrations', 'clickhouse'));
    const statements = [...migrations.map(({ sql }) => sql), shardTables, readingTables(url, 'main')].flatMap(
      (sql) => renderStatements(sql, { cluster: 'main', isReplicated: true }),
    );
    for (const statement of statements) {
      expect(statement).toContain("ON CLUSTER 'main'");
      const result = await client.query({ query: `EXPLAIN AST ${statement}`, format: 'TabSeparated' });
      expect(await result.text()).toMatch(/^CreateQuery/);
    }
  });

  test('store all rows of a visit together, and reports add up the rows of all shards', async () => {
    const { traffic, clients } = await openFresh();
    const rows = visits(40, { country: 'DE', cost: '0.1' });
    await insertEventRows(traffic, rows);
    await insertEventRows(
      traffic,
      rows.map((row) => ({ ...row, type: 'event', id: newId(), visits: 0, cost: 0, conversions: 1 })),
    );
    const stored = await Promise.all(clients.map(visitsOn));
    for (const ids of stored) expect(ids.length).toBeGreaterThan(5);
    expect(stored.flat().toSorted()).toEqual(rows.map(({ visit_id }) => String(visit_id)).toSorted());
    for (const client of clients)
      expect(
        await queryRows(client, 'SELECT count() AS rows FROM events GROUP BY visit_id HAVING rows != 2'),
      ).toEqual([]);
    expect(await report(traffic)).toEqual([{ country: 'DE', visits: '40', cost: '4' }]);
    await traffic.check();
    await traffic.probeWrite(new Date());
  });

  test('compare totals of all shards in reports that are limited to groups', async () => {
    const { traffic, clients } = await openFresh();
    await insertEventRows(traffic, [
      ...visits(30, { country: 'DE', device_type: 'mobile' }),
      ...visits(20, { country: 'AT', device_type: 'mobile' }),
    ]);
    // On each shard alone, no country has more than 25 visits.
    const counts = await Promise.all(
      clients.map((client) =>
        queryRows<{ n: number }>(client, 'SELECT count() AS n FROM events GROUP BY country'),
      ),
    );
    for (const { n } of counts.flat()) expect(n).toBeLessThanOrEqual(25);
    const within = {
      dimensions: ['country'],
      metricFilters: [{ field: 'visits', operator: '>', units: [25n * 10n ** 12n], isMissingMeant: false }],
    } as const;
    expect(await report(traffic, { dimensions: ['deviceType'], within })).toEqual([
      { deviceType: 'mobile', visits: '30', cost: '0' },
    ]);
  });

  test('are refused in a different order, if one is missing, or if they were not set up', async () => {
    const { urls } = await openFresh();
    const [first, second] = urls;
    await expect(requireShards(urls)).resolves.toBeUndefined();
    await expect(requireShards([second, first])).rejects.toThrow(/server 1 .* is shard 2/);
    await expect(requireShards([first])).rejects.toThrow(/lists 1 of 2 shards/);
    await expect(setUpShards([second, first], testTopology)).rejects.toThrow(/in the order of the shards/);
    const unknown = freshUrls();
    await createTables(unknown[0]);
    await createTables(unknown[1]);
    await expect(requireShards(unknown)).rejects.toThrow(/not been set up as a shard/);
    await expect(setUpShards(unknown, {})).rejects.toThrow(/WAYPOST_CLICKHOUSE_CLUSTER/);
    for (const wrong of [[second, first], unknown]) {
      const { visits: target } = open(...wrong).targets;
      const batch = newId();
      const lines = spoolLines(batch, [buildVisitRow({ workspace_id: workspaceId }, noon)]);
      expect(await target.insert(batch, lines)).toMatchObject({
        kind: 'unknown',
        reason: expect.stringMatching(/is shard|set up as a shard/) as string,
      });
    }
  });

  test('can be added to a server with traffic, without moving rows', async () => {
    const urls = freshUrls();
    const [first, second] = urls;
    await createTables(first);
    const single = open(first);
    const early = visits(20, { country: 'DE' });
    await insertEventRows(single, early);
    await createTables(second);
    await setUpShards(urls, testTopology, noon + hourMs - growthDelayMs);
    // A second run, as after a crash, changes nothing.
    await setUpShards(urls, testTopology, noon + 5 * hourMs);
    const traffic = open(...urls);
    const late = visits(20, { country: 'DE' }, noon + hourMs);
    await insertEventRows(traffic, late);
    // Later rows of an early visit follow the visit.
    const [visit] = early;
    await insertEventRows(traffic, [
      {
        ...visit,
        visit_time: visit?.time,
        type: 'event',
        id: newId(),
        time: noon + 3 * hourMs,
        visits: 0,
        revenue: 5,
      },
    ]);
    const [onFirst = [], onSecond = []] = await Promise.all(urls.map((url) => visitsOn(openServer(url))));
    expect(onFirst).toEqual(expect.arrayContaining(early.map(({ visit_id }) => visit_id)));
    expect(onSecond.length).toBeGreaterThan(1);
    expect(onFirst.length + onSecond.length).toBe(40);
    expect(await queryRows(openServer(second), "SELECT 1 FROM events WHERE type = 'event'")).toEqual([]);
    expect(await report(traffic, { metrics: ['visits', 'revenue'] })).toEqual([
      { country: 'DE', visits: '40', revenue: '5' },
    ]);
    await expect(single.check()).rejects.toThrow(/list all shards/i);
    // Its reports would lack the visits on the second shard.
    await expect(report(single)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    // A process that was not restarted can still store early visits, but cannot misplace later ones.
    await insertEventRows(single, visits(3, {}, noon + 1));
    const batch = newId();
    const rows = late
      .slice(0, 10)
      .map(() =>
        buildVisitRow({ workspace_id: workspaceId, id: newId(noon + 2 * hourMs) }, noon + 2 * hourMs),
      );
    const outcome = await single.targets.visits.insert(batch, spoolLines(batch, rows));
    expect(outcome).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('stored_on_the_shard') as string,
    });
    expect(await traffic.targets.visits.insert(batch, spoolLines(batch, rows))).toEqual({ kind: 'inserted' });
    await expect(createTables(first).then(() => requireShards([first]))).rejects.toThrow(
      /lists 1 of 2 shards/,
    );
  });

  test('are refused as new shards if they contain traffic', async () => {
    const urls = freshUrls();
    for (const url of urls) await createTables(url);
    await insertEventRows(open(urls[1]), visits(1));
    await expect(setUpShards(urls, testTopology)).rejects.toThrow(/Server 2 .* already contains traffic/);
  });

  test('share a cost exactly, even if a shard failed and visits were added before the next attempt', async () => {
    const { traffic, clients } = await openFresh();
    await insertEventRows(traffic, visits(30));
    const match = { workspaceId, campaignId, fromMs: noon, untilMs: noon + hourMs, tokens: {} };
    const batch: CostBatch = { batch: newId(), entryId: newId(), kind: 'cost-entry', timeMs: noon };
    const charge = { amount: '100.000000000001', replaces: false };
    const [first, second] = clients as [ClickHouseClient, ClickHouseClient];
    const failing = new Proxy(second, {
      get: (client, name) =>
        name === 'command' ? () => Promise.reject(new Error('reset')) : (client[name as 'query'] as unknown),
    });
    await expect(distributeShardedCost([first, failing], match, charge, batch)).rejects.toThrow('reset');
    expect(normalizeDecimal((await traffic.readCostRows(match, batch)).cost)).not.toBe(charge.amount);
    await insertEventRows(traffic, visits(30, {}, noon + 60_000));
    for (let attempt = 0; attempt < 2; attempt += 1) await traffic.distributeCost(match, charge, batch);
    expect(normalizeDecimal((await traffic.readCostRows(match, batch)).cost)).toBe(charge.amount);
    const reversal: CostBatch = { ...batch, batch: newId(), kind: 'cost-withdrawn' };
    for (let attempt = 0; attempt < 2; attempt += 1) await traffic.reverseCost(match, batch, reversal);
    expect(normalizeDecimal((await traffic.readCostRows(match, reversal)).cost)).toBe(`-${charge.amount}`);
    expect(addDecimals(charge.amount, `-${charge.amount}`)).toBe('0');
  });

  // A frozen server is noticed only after timeouts.
  test.each((['killed', 'frozen'] as const).slice(0, rounds(1, 2)))(
    'keep working if one is %s: reports are refused, and its rows wait and are stored once',
    async (fault) => {
      const { traffic, clients } = await openFresh();
      const [first, second] = clients as [ClickHouseClient, ClickHouseClient];
      const spool = await openSpool({
        directory: join(makeTemporaryDirectory(), 'spool'),
        segmentBytes: 1,
        failOpenMs: hangLimitMs,
      });
      spool.startShipping(traffic.targets.visits, { firstPauseMs: 50 });
      const kept: string[] = [];
      const append = async (count: number) => {
        for (let at = 0; at < count; at += 1) {
          const id = newId(noon);
          const row = buildVisitRow({ workspace_id: workspaceId, campaign_id: campaignId, id }, noon);
          expect(await new Promise((resolve) => spool.append(row, noon, resolve))).toBe('kept');
          kept.push(id);
        }
      };
      await append(10);
      await waitUntil(() => spool.status().backlogSegments === 0);
      const before = (await visitsOn(first)).length;
      const server = servers[1] as ShardServer;
      if (fault === 'frozen') process.kill(server.engine.pid, 'SIGSTOP');
      else {
        server.engine.kill();
        await server.engine.exited;
      }
      await append(20);
      const outboxRow = visits(20);
      const outcomes = insertEventRows(traffic, outboxRow).catch((error: unknown) => String(error));
      await waitUntil(async () => (await visitsOn(first)).length > before + 5);
      await expect(report(traffic)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      await expect(traffic.check()).rejects.toThrow();
      expect(spool.status().backlogSegments).toBeGreaterThan(0);
      if (fault === 'frozen') process.kill(server.engine.pid, 'SIGCONT');
      else server.engine = await server.restart();
      await outcomes;
      await waitUntil(() => spool.status().backlogSegments === 0);
      await spool.close();
      const stored = [...(await visitsOn(first)), ...(await visitsOn(second))];
      expect(stored.filter((id) => kept.includes(id)).toSorted()).toEqual(kept.toSorted());
      expect(spool.counters).toMatchObject({ rowsShipped: 30, rowsRefused: 0 });
    },
  );
});
