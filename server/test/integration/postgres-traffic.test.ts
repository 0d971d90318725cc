import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventColumns } from '../../src/domain/traffic/columns.ts';
import { newId } from '../../src/platform/ids.ts';
import { migratePostgresSchema, migrateTrafficSchema } from '../../src/start/migrate.ts';
import { insertTraffic } from '../../src/testing/reports/insert-traffic.ts';
import { seededRandom } from '../../src/testing/reports/report-queries.ts';
import { makeReportTraffic } from '../../src/testing/reports/report-traffic.ts';
import { buildVisitRow, type RowCells } from '../../src/testing/spool/rows.ts';
import { insertEventRows } from '../../src/testing/traffic/insert-event-rows.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import { dimensionColumns } from '../../src/traffic/dimension-columns.ts';
import { openPostgresTraffic } from '../../src/traffic/postgres/open-postgres-traffic.ts';
import { rollups, type Rollup } from '../../src/traffic/postgres/rollups.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

// Uses a separate database because these tests drop tables and count all rows.
let url: string;
let traffic: TrafficStore;
let system: Client;
const workspaceId = newId();
const dayMs = 86_400_000;

beforeAll(async () => {
  url = await makeDatabase();
  await migratePostgresSchema(url);
  await migrateTrafficSchema({ postgres: url, traffic: { store: 'postgres', url } }, undefined);
  traffic = openPostgresTraffic(url, { connectionsMax: 6 });
  system = await connectAs('waypost_system');
});

afterAll(async () => {
  await traffic.close();
  await system.end();
});

async function connectAs(role: string, workspace = ''): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`SELECT set_config('role', $1, false), set_config('waypost.workspace_id', $2, false)`, [
    role,
    workspace,
  ]);
  return client;
}

async function query<Row extends object>(
  text: string,
  values: unknown[] = [],
  client = system,
): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows;
}

const counts = [
  'visits',
  'unique_visits',
  'bot_visits',
  'prefetch_visits',
  'lp_views',
  'lp_clicks',
  'conversions',
];

const countsByStatus = {
  conversions_hold: `sum(conversions) FILTER (WHERE status = 'hold')`,
  conversions_approved: `sum(conversions) FILTER (WHERE status = 'approved')`,
  conversions_refunded: `sum(conversions) FILTER (WHERE status = 'refunded')`,
  events_rejected: `sum(events) FILTER (WHERE status = 'rejected')`,
};

/** Builds a query that computes a rollup from the event rows, without test visits. */
function rollupFromRows({ intervalMs, dimensions }: Rollup): string {
  const keys = dimensions.map((id) => dimensionColumns[id]).join(', ');
  const sums = [...counts.map((name) => [name, `sum(${name})`]), ...Object.entries(countsByStatus)].map(
    ([name, sum]) => `coalesce(${sum}, 0)::int AS ${name}`,
  );
  return `SELECT workspace_id, visit_time / ${intervalMs} * ${intervalMs} AS start, ${keys}, count(*)::int AS rows, ${sums.join(', ')},
    trim_scale(coalesce(sum(cost), 0)) AS cost, trim_scale(coalesce(sum(revenue), 0)) AS revenue,
    trim_scale(coalesce(sum(revenue) FILTER (WHERE status = 'hold'), 0)) AS revenue_hold,
    trim_scale(coalesce(sum(revenue) FILTER (WHERE status = 'approved'), 0)) AS revenue_approved
    FROM traffic.events WHERE ('waypost-test' = ANY(tags)) IS NOT TRUE GROUP BY workspace_id, 2, ${keys}`;
}

function storedRollup({ table, dimensions }: Rollup): string {
  const keys = dimensions.map((id) => dimensionColumns[id]).join(', ');
  return `SELECT workspace_id, start, ${keys}, rows, ${[...counts, ...Object.keys(countsByStatus)].join(', ')},
    trim_scale(cost) AS cost, trim_scale(revenue) AS revenue,
    trim_scale(revenue_hold) AS revenue_hold, trim_scale(revenue_approved) AS revenue_approved FROM traffic.${table}`;
}

async function expectRollupsToMatch(): Promise<void> {
  for (const rollup of rollups) {
    const [one, other] = [rollupFromRows(rollup), storedRollup(rollup)];
    const differences = await query(`(${one} EXCEPT ${other}) UNION ALL (${other} EXCEPT ${one})`);
    expect(differences, rollup.table).toEqual([]);
  }
}

describe('traffic tables', () => {
  test('have exactly the columns that rows are written with', async () => {
    const columns = await query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'traffic.events'::regclass AND attnum > 0 AND NOT attisdropped`,
    );
    // The additional column marks rows that arrive during a move.
    expect(columns.map(({ name }) => name).toSorted()).toEqual([...eventColumns, 'arrival'].toSorted());
  });

  test('have row-level security, which also applies to the owner of tables that hold the rows of workspaces', async () => {
    const tables = await query<{ name: string; isEnabled: boolean; isForced: boolean }>(
      `SELECT relname AS name, relrowsecurity AS "isEnabled", relforcerowsecurity AS "isForced" FROM pg_class
       WHERE relnamespace = 'traffic'::regnamespace AND relkind IN ('r', 'p') ORDER BY name`,
    );
    expect(tables.filter(({ isEnabled }) => !isEnabled)).toEqual([]);
    const notForced = tables.filter(({ isForced }) => !isForced).map(({ name }) => name);
    expect(notForced).toEqual(['batches', 'months', 'moves', 'schema_migrations']);
  });

  test('show a workspace only its own rows and deny access to partitions', async () => {
    const timeMs = Date.UTC(2026, 4, 5);
    const otherWorkspaceId = newId();
    for (const owner of [workspaceId, otherWorkspaceId]) {
      const id = newId(timeMs);
      await insertEventRows(traffic, [
        {
          type: 'visit',
          workspace_id: owner,
          campaign_id: newId(),
          time: timeMs,
          id,
          visit_id: id,
          offer_id: newId(),
          path_id: newId(),
          outcome: 'offer',
          visits: 1,
        },
      ]);
    }
    const app = await connectAs('waypost_app', workspaceId);
    const login = await connectAs('none');
    try {
      for (const table of [
        'events',
        'offer_quarters',
        'path_quarters',
        ...rollups.map(({ table: name }) => name),
      ]) {
        const owners = await query(`SELECT DISTINCT workspace_id AS id FROM traffic.${table}`, [], app);
        expect(owners, table).toEqual([{ id: workspaceId }]);
        expect(await query(`SELECT workspace_id FROM traffic.${table}`, [], login), table).toEqual([]);
        await expect(app.query(`DELETE FROM traffic.${table}`), table).rejects.toThrow(/permission denied/);
      }
      await expect(app.query('SELECT FROM traffic.events_202605')).rejects.toThrow(/permission denied/);
      for (const table of ['batches', 'months'])
        await expect(app.query(`SELECT FROM traffic.${table}`), table).rejects.toThrow(/permission denied/);
    } finally {
      await app.end();
      await login.end();
    }
    const noWorkspace = { workspaceId: '00000000-0000-0000-0000-000000000000', types: ['visit'] } as const;
    const span = { fromMs: 0, toMs: timeMs };
    await expect(
      traffic.readFeed({ selection: noWorkspace, span, limit: 10, nowMs: timeMs, searchMsMax: 1_000 }),
    ).rejects.toThrow('invalid workspace ID');
  });

  test('read a feed page with an index', async () => {
    const [plan] = await query<{ 'QUERY PLAN': object[] }>(
      `EXPLAIN (FORMAT JSON) SELECT * FROM traffic.events WHERE workspace_id = '${workspaceId}' AND time >= 0 AND time <= ${Date.now()}
      AND type IN ('event', 'postback') ORDER BY time DESC, id DESC LIMIT 100`,
    );
    expect(JSON.stringify(plan)).toMatch(/Index/);
  });
});

test('rows that only the server rejects are separated from valid rows, like rows that cannot be parsed', async () => {
  const batch = newId();
  const line = (cells: RowCells) =>
    `line\t${batch}\t${buildVisitRow({ workspace_id: workspaceId, ...cells }, Date.UTC(2026, 7, 1))}\n`;
  const [good, unparsable, refused] = [line({}), line({ asn: 'x' }), line({ expires: '2026-02-31' })];
  const { visits } = traffic.targets;
  const separated = await visits.separateRefused(Buffer.from(good + unparsable + refused));
  expect(separated.accepted.toString()).toBe(good);
  expect(separated.refused.map(({ line: one }) => `${one}\n`)).toEqual([unparsable, refused]);
  expect(await visits.insert(batch, separated.accepted)).toEqual({ kind: 'inserted' });
});

describe('rollups', () => {
  test(
    'equal the sums of the rows after inserts, repeats, costs and data deletion',
    { timeout: 120_000 },
    async () => {
      const reportTraffic = makeReportTraffic(workspaceId, 60, seededRandom(7));
      const sent = await insertTraffic(traffic, reportTraffic);
      await expectRollupsToMatch();
      const rejected = await query('SELECT FROM traffic.campaign_days WHERE events_rejected > 0');
      expect(rejected.length).toBeGreaterThan(0);
      for (const { target, batch, lines } of sent) await target.insert(batch, lines);
      await expectRollupsToMatch();
      const [visit] = await query<{ id: string; campaign: string; time: string }>(
        `SELECT visit_id AS id, campaign_id AS campaign, visit_time AS time FROM traffic.events
      WHERE type = 'visit' AND workspace_id = $1 AND campaign_id = $2 LIMIT 1`,
        [workspaceId, reportTraffic.campaigns[0]?.id],
      );
      const { id: visitId = '', campaign: campaignId = '', time = '0' } = visit ?? {};
      const fromMs = Number(time);
      const match = { workspaceId, campaignId, fromMs, untilMs: fromMs + 30 * dayMs, tokens: {} };
      const spread = { batch: 'cost-1', entryId: newId(), kind: 'cost-entry', timeMs: fromMs } as const;
      await traffic.distributeCost(match, { amount: '7.000000000001', replaces: false }, spread);
      await expectRollupsToMatch();
      const replacing = { ...spread, batch: 'cost-3', entryId: newId() };
      await traffic.distributeCost(match, { amount: '1', replaces: true }, replacing);
      await expectRollupsToMatch();
      await traffic.reverseCost(match, spread, { ...spread, batch: 'cost-2', kind: 'cost-withdrawn' });
      await expectRollupsToMatch();
      const erased = await traffic.eraseVisits([{ workspaceId, campaignId, visitId }]);
      expect([...erased.found]).toEqual([visitId]);
      await expectRollupsToMatch();
      expect((await traffic.eraseVisits([{ workspaceId, campaignId, visitId }])).found.size).toBe(0);
    },
  );

  test('stay correct under concurrent writes', async () => {
    const timeMs = Date.UTC(2026, 6, 1);
    const campaigns = [newId(), newId()];
    const batchOf = (writer: number) =>
      Array.from({ length: 40 }, (_, index) => {
        const id = newId(timeMs);
        const campaign_id = campaigns[(index + writer) % 2];
        return {
          type: 'visit',
          workspace_id: workspaceId,
          campaign_id,
          time: timeMs,
          id,
          visit_id: id,
          visits: 1,
        };
      });
    await Promise.all(Array.from({ length: 24 }, (_, writer) => insertEventRows(traffic, batchOf(writer))));
    await expectRollupsToMatch();
    const [sum] = await query<{ visits: string }>(
      'SELECT sum(visits) AS visits FROM traffic.campaign_days WHERE campaign_id = ANY($1)',
      [campaigns],
    );
    expect(Number(sum?.visits)).toBe(24 * 40);
  });
});

describe('expired rows', () => {
  const visitsOf = (timeMs: number, expires: readonly (string | null)[]) =>
    expires.map((day) => {
      const id = newId(timeMs);
      return {
        type: 'visit',
        workspace_id: workspaceId,
        campaign_id: newId(),
        time: timeMs,
        id,
        visit_id: id,
        visits: 1,
        ...(day === null ? {} : { expires: day }),
      };
    });
  const listMonths = async () =>
    (
      await query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = 'traffic'::regnamespace AND relname LIKE 'events\\_2025%' AND relkind = 'r' ORDER BY 1`,
      )
    ).map(({ name }) => name);

  test('are deleted with their month when all of it has expired, otherwise row by row, and subtracted from rollups', async () => {
    await insertEventRows(traffic, visitsOf(Date.UTC(2025, 0, 10), ['2025-03-01', '2025-03-02']));
    await insertEventRows(
      traffic,
      visitsOf(Date.UTC(2025, 1, 10), ['2025-03-01', '2025-06-01', '2025-03-01']),
    );
    await insertEventRows(traffic, visitsOf(Date.UTC(2025, 2, 10), [null]));
    expect(await listMonths()).toEqual(['events_202501', 'events_202502', 'events_202503']);
    expect(await traffic.deleteExpired(new Date('2025-02-28T12:00:00Z'))).toBe(0);
    expect(await traffic.deleteExpired(new Date('2025-03-02T00:00:00Z'))).toBe(4);
    expect(await listMonths()).toEqual(['events_202502', 'events_202503']);
    await expectRollupsToMatch();
    expect(await traffic.deleteExpired(new Date('2025-06-01T00:00:00Z'))).toBe(1);
    expect(await listMonths()).toEqual(['events_202503']);
    expect(await traffic.deleteExpired(new Date('2026-01-01T00:00:00Z'))).toBe(0);
    expect(await listMonths()).toEqual(['events_202503']);
    await expectRollupsToMatch();
  });

  test('can be followed by late rows, whose dropped month is created again', async () => {
    const late = visitsOf(Date.UTC(2025, 0, 20), ['2027-01-01']);
    // The first insert may fail because its month was dropped. The insert is then repeated, as the shipper would do.
    await insertEventRows(traffic, late).catch(() => insertEventRows(traffic, late));
    expect(await listMonths()).toContain('events_202501');
    await expectRollupsToMatch();
  });
});
