import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { buildVisitRow, type RowCells } from '../../src/testing/spool/rows.ts';
import { queryRows } from '../../src/testing/traffic/clickhouse-target.ts';
import { makeSeparateTraffic } from '../../src/testing/traffic/separate-traffic.ts';
import { openClickHouse, type ClickHouseClient } from '../../src/traffic/clickhouse/client.ts';
import { createEventTarget } from '../../src/traffic/clickhouse/insert-batch.ts';
import { findRollup, rolledUpSums, rollups, type Rollup } from '../../src/traffic/clickhouse/rollups.ts';

const workspace = newId();
const start = Date.UTC(2026, 9, 1);
const hourMs = 3_600_000;

describe.skipIf(!hasClickHouse)(`ClickHouse rollups${needsClickHouse}`, () => {
  let client: ClickHouseClient;

  beforeAll(async () => {
    const { url } = await makeSeparateTraffic('clickhouse');
    client = openClickHouse(url);
    for (const batch of ['one', 'two', 'three']) await insert(batch, 400);
  });

  afterAll(async () => {
    await client.close();
  });

  const ids = Array.from({ length: 4 }, () => newId());
  const pick = <Item>(list: readonly Item[], at: number): Item => list[at % list.length] as Item;

  /** Inserts rows that differ in every rollup column, with amounts that require exact sums. */
  async function insert(batch: string, count: number, cells: RowCells = {}): Promise<void> {
    const rows = Array.from({ length: count }, (_, n) => {
      const timeMs = start + ((n * 7_919_993) % (30 * hourMs));
      return buildVisitRow(
        {
          workspace_id: workspace,
          time: String(start + 40 * hourMs),
          campaign_id: pick(ids, n),
          traffic_source_id: pick(ids, n * 3),
          rotator_id: pick(ids, n * 5),
          offer_id: pick(ids, n * 7),
          landing_id: pick(ids, n >> 2),
          affiliate_network_id: pick(ids, n >> 3),
          country: pick(['DE', 'FR', ''], n),
          device_type: pick(['mobile', 'desktop'], n >> 1),
          cost: `${n % 3}.00000000000${n % 10}`,
          revenue: `${(n % 5) - 2}.12345678901${n % 10}`,
          lp_clicks: String((n % 3) - 1),
          bot_visits: String(n % 2),
          ...cells,
        },
        timeMs,
      );
    });
    const lines = Buffer.from(rows.map((row) => `line\t${batch}\t${row}\n`).join(''));
    expect(await createEventTarget(client).insert(batch, lines)).toEqual({ kind: 'inserted' });
  }

  /**
   * Selects full intervals within 28 hours. Uses days in UTC+2 if the rollup's intervals align with those days,
   * otherwise days in UTC.
   */
  function buildQuery({ timeColumn, dimensions, intervalMs }: Rollup): string {
    const offset = 7_200_000 % intervalMs === 0 ? 7_200 : 0;
    const end = start + Math.ceil((28 * hourMs) / intervalMs) * intervalMs;
    const sums = [...rolledUpSums].map((sum, at) => `toString(${sum}) AS s${at}`);
    const toTimestamp = (ms: number) => `fromUnixTimestamp64Milli(${ms})`;
    return `SELECT intDiv(toUnixTimestamp(${timeColumn}) + ${offset}, 86400) AS day, ${dimensions.join(', ')}, ${sums.join(', ')}
    FROM events WHERE workspace_id = '${workspace}' AND is_test = 0
      AND ${timeColumn} >= ${toTimestamp(start + intervalMs)} AND ${timeColumn} < ${toTimestamp(end)}
    GROUP BY day, ${dimensions.join(', ')} ORDER BY ALL`;
  }

  async function queryRollupAndRows(rollup: Rollup): Promise<Record<string, unknown>[]> {
    const rolledUp = await queryRows<Record<string, unknown>>(
      client,
      `${buildQuery(rollup)} SETTINGS force_optimize_projection_name = '${rollup.name}'`,
    );
    const fromRows = buildQuery(rollup).replaceAll(rollup.timeColumn, 'visit_time');
    expect(rolledUp).toEqual(await queryRows(client, `${fromRows} SETTINGS optimize_use_projections = 0`));
    return rolledUp;
  }

  async function queryAll(): Promise<Record<string, unknown>[][]> {
    const results = [];
    for (const rollup of rollups) results.push(await queryRollupAndRows(rollup));
    return results;
  }

  test('match the table definition and return the same sums as the rows', async () => {
    const found = await queryRows<{ name: string }>(
      client,
      `SELECT name FROM system.projections WHERE database = currentDatabase() AND type = 'Aggregate' ORDER BY name`,
    );
    expect(found.map(({ name }) => name)).toEqual(rollups.map(({ name }) => name).toSorted());
    for (const rows of await queryAll()) expect(rows.length).toBeGreaterThan(3);
  });

  test('read only the requested time range', async () => {
    for (const rollup of rollups) {
      const plan = await queryRows<{ explain: string }>(client, `EXPLAIN indexes = 1 ${buildQuery(rollup)}`);
      const text = plan.map(({ explain }) => explain.trim()).join('\n');
      expect(text).toContain(`(${rollup.name})`);
      expect(text).toMatch(/toStartOf\w+\(visit_time.*\) in/);
    }
  });

  test('stay correct when parts are merged and when rows expire or are added, repeated or deleted', async () => {
    const before = await queryAll();
    await insert('two', 400);
    expect(await queryAll()).toEqual(before);
    await client.command({ query: 'OPTIMIZE TABLE events FINAL' });
    expect(await queryAll()).toEqual(before);
    await insert('expired', 100, { expires: '2001-01-01', country: 'XX' });
    await insert('four', 300);
    expect(await queryAll()).not.toEqual(before);
    await client.command({ query: 'OPTIMIZE TABLE events FINAL' });
    const merged = await queryAll();
    expect(merged.flat().filter(({ country }) => country === 'XX')).toEqual([]);
    const clickhouse_settings = { mutations_sync: '2' } as const;
    await client.command({
      query: `DELETE FROM events WHERE workspace_id = '${workspace}' AND campaign_id = '${pick(ids, 0)}'`,
      clickhouse_settings: { ...clickhouse_settings, lightweight_deletes_sync: '2' },
    });
    const afterDelete = await queryAll();
    expect(afterDelete).not.toEqual(merged);
    await client.command({
      query: `ALTER TABLE events DELETE WHERE workspace_id = '${workspace}' AND country = 'DE'`,
      clickhouse_settings,
    });
    const afterMutation = await queryAll();
    expect(afterMutation).not.toEqual(afterDelete);
    expect(afterMutation.flat().filter(({ country }) => country === 'DE')).toEqual([]);
  });
});

describe('choosing a rollup', () => {
  const whole = [start, start + 24 * hourMs, 2 * hourMs];
  const sums = ['sum(visits)', 'sum(cost)'];

  test('picks the smallest one that has the requested columns and sums', () => {
    const names = (columns: string[]) => findRollup({ columns, sums, boundaries: whole })?.name;
    expect(names([])).toBe('counted_place_hours');
    expect(names(['country'])).toBe('counted_place_hours');
    expect(names(['campaign_id', 'traffic_source_id'])).toBe('counted_campaign_hours');
    expect(names(['offer_id', 'landing_id'])).toBe('counted_offer_hours');
    expect(names(['campaign_id', 'country'])).toBeUndefined();
    expect(names(['token1'])).toBeUndefined();
    const uncommon = ['sum(visits)', 'uniqExactIf(visit_id, lp_clicks > 0)'];
    expect(findRollup({ columns: [], sums: uncommon, boundaries: whole })).toBeUndefined();
  });

  test('requires that all times and offsets fall on the interval boundaries of the rollup', () => {
    const at = (...boundaries: number[]) =>
      findRollup({ columns: ['campaign_id'], sums, boundaries: [...whole, ...boundaries] })?.name;
    expect(at()).toBe('counted_campaign_hours');
    expect(at(5.5 * hourMs)).toBe('counted_campaign_halves');
    expect(at(5.75 * hourMs)).toBeUndefined();
    expect(at(start + 1)).toBeUndefined();
    expect(at(-3.5 * hourMs)).toBe('counted_campaign_halves');
  });

  test('picks a daily rollup if days start at midnight UTC and no shorter interval is requested', () => {
    const days = [start, start + 24 * hourMs, 0];
    const at = (...boundaries: number[]) =>
      findRollup({ columns: [], sums, boundaries: [...days, ...boundaries] })?.name;
    expect(at(24 * hourMs)).toBe('counted_campaign_days');
    expect(at(hourMs)).toBe('counted_place_hours');
  });
});
