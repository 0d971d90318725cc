import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ReportDefinition } from '../../src/domain/reports/report-definition.ts';
import { newId } from '../../src/platform/ids.ts';
import { rowReader } from '../../src/services/reports/present-row.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { insertEventRows, type EventCells } from '../../src/testing/traffic/insert-event-rows.ts';
import { openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { openClickHouse, type ClickHouseClient } from '../../src/traffic/clickhouse/client.ts';
import { QueryParameters } from '../../src/traffic/clickhouse/query-parameters.ts';
import { buildReportQuery } from '../../src/traffic/clickhouse/reports/build-report-query.ts';
import { readReport, reportSettings } from '../../src/traffic/clickhouse/reports/read-report.ts';
import { fromWorkspaceRows } from '../../src/traffic/clickhouse/workspace-rows.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

const workspaceId = newId();
const campaignId = newId();
const day = Date.parse('2026-11-10T12:00:00Z');

function visit(cells: EventCells): EventCells {
  const id = newId();
  const ids = { workspace_id: workspaceId, campaign_id: campaignId, id, visit_id: id };
  return { type: 'visit', ...ids, time: day, visits: 1, cost: '0.0000005', ...cells };
}

const definition: ReportDefinition = {
  range: { fromMs: 0, toMs: Date.now() },
  timezone: 'UTC',
  dimensions: ['token2'],
  metrics: ['visits'],
  dimensionFilters: [],
  metricFilters: [],
  sort: { by: 'visits', direction: 'desc' },
};

describe.skipIf(!hasClickHouse)(`ClickHouse reports${needsClickHouse}`, () => {
  let client: ClickHouseClient;
  let traffic: TrafficStore;

  beforeAll(async () => {
    client = openClickHouse(inject('clickhouseUrl'));
    traffic = openTestTraffic('clickhouse');
    const countries = ['DE', 'DE', 'AT', ''];
    await insertEventRows(
      traffic,
      countries.map((country, at) => visit({ country, time: day + at * 3_600_000 })),
    );
  });

  afterAll(async () => {
    await traffic.close();
    await client.close();
  });

  const runQuery = async (query: string, signal?: AbortSignal) => {
    const substitute = {
      query: (parameters: object) => client.query({ ...parameters, query }),
    } as unknown as ClickHouseClient;
    return await readReport(substitute, { workspaceId, definition, signal });
  };

  describe('an expensive query', () => {
    test.each([
      [
        'SELECT number AS k, count() FROM numbers(100000) GROUP BY k SETTINGS max_rows_to_group_by = 1000',
        400,
        'more than 2000000 rows',
      ],
      [
        'SELECT groupArray(toString(number)) FROM numbers(2000000) SETTINGS max_memory_usage = 10000000',
        400,
        'too much memory',
      ],
      [
        'SELECT sleepEachRow(0.1) FROM numbers(100) SETTINGS max_execution_time = 1, max_block_size = 1',
        503,
        'takes too long',
      ],
    ])('is rejected with a hint on how to narrow it: %s', async (query, status, message) => {
      const failure = await runQuery(query).catch((error: unknown) => error);
      expect(failure).toMatchObject({ status, message: expect.stringContaining(message) });
      expect((failure as Error).message).toContain('Request a shorter time range or fewer dimensions');
    });

    test('cannot write, and is canceled when the caller aborts', async () => {
      const write = 'INSERT INTO write_probe SELECT generateUUIDv4(), now()';
      await expect(runQuery(write)).rejects.toThrow(/readonly/);
      const id = newId();
      const controller = new AbortController();
      const response = runQuery(
        `SELECT count() FROM numbers(10000000000000) WHERE '${id}' != ''`,
        controller.signal,
      );
      response.catch(() => undefined);
      const countRunning = async () => {
        const result = await client.query({
          query: `SELECT count() AS n FROM system.processes WHERE query LIKE '%numbers%' AND query LIKE '%${id}%' AND query NOT LIKE '%processes%'`,
          format: 'JSONEachRow',
        });
        return Number((await result.json<{ n: string }>())[0]?.n);
      };
      await expect.poll(countRunning).toBe(1);
      controller.abort();
      await expect(response).rejects.toMatchObject({ status: 503 });
      await expect.poll(countRunning).toBe(0);
    });

    test('is limited by the report settings to 20 seconds in read-only mode', () => {
      expect(reportSettings).toMatchObject({
        readonly: '2',
        max_execution_time: 20,
        group_by_overflow_mode: 'throw',
      });
      const { query } = buildReportQuery(workspaceId, definition, { limit: 1, offset: 0 });
      expect(query).not.toContain(workspaceId);
    });
  });

  test('a query cannot omit the workspace', () => {
    const parameters = new QueryParameters();
    const query = fromWorkspaceRows(parameters, workspaceId, ['1 OR 1', 'idx = 1']);
    expect(query).toBe('FROM events WHERE workspace_id = {p0:UUID} AND (1 OR 1) AND (idx = 1)');
    for (const invalid of ['', 'x', '00000000-0000-0000-0000-000000000000'])
      expect(() => fromWorkspaceRows(new QueryParameters(), invalid, [])).toThrow('invalid workspace ID');
  });

  describe('rollups', () => {
    const explain = async (report: ReportDefinition) => {
      const { query, parameters } = buildReportQuery(workspaceId, report);
      const plan = { query: `EXPLAIN ${query}`, query_params: parameters, format: 'TabSeparated' } as const;
      return await (await client.query(plan)).text();
    };
    const read = async (report: ReportDefinition) =>
      (await traffic.readReport({ workspaceId, definition: report })).groups;

    test.each<[string, DimensionId[], string, string]>([
      ['counted_campaign_hours', ['campaign', 'day'], 'Europe/Berlin', '2026-11-09T18:00:00Z'],
      ['counted_place_hours', ['country', 'hour'], 'UTC', '2026-11-09T18:00:00Z'],
      ['counted_campaign_halves', ['campaign', 'day'], 'Asia/Kolkata', '2026-11-09T18:30:00Z'],
      ['counted_campaign_days', ['campaign', 'day'], 'UTC', '2026-11-10T00:00:00Z'],
      ['counted_campaign_days', ['campaign', 'weekday', 'month'], 'UTC', '2026-11-10T00:00:00Z'],
      ['counted_campaign_hours', ['campaign', 'day', 'hourOfDay'], 'UTC', '2026-11-10T00:00:00Z'],
    ])('are read where possible: %s', async (name, dimensions, timezone, from) => {
      const fromMs = Date.parse(from);
      const rolledUp: ReportDefinition = {
        ...definition,
        range: { fromMs, toMs: fromMs + 86_400_000 - 1 },
        timezone,
        dimensions,
        metrics: ['visits', 'revenueHold', 'roi'],
      };
      expect(await explain(rolledUp)).toContain(name);
      const fromRows = { ...rolledUp, range: { ...rolledUp.range, fromMs: fromMs + 1 } };
      expect(await explain(fromRows)).not.toContain(name);
      const groups = await read(rolledUp);
      expect(groups.length).toBeGreaterThan(0);
      expect(groups).toEqual(await read(fromRows));
    });

    test('return the same numbers as rows for events that a wrong clock dated before their visit', async () => {
      const id = newId();
      const visitMs = Date.parse('2026-11-20T12:30:00Z');
      const cells = { campaign_id: id, visit_time: visitMs };
      await insertEventRows(
        traffic,
        [0, 1, 3, 45].map((days) => visit({ ...cells, time: visitMs - days * 86_400_000 })),
      );
      const hour: ReportDefinition = {
        ...definition,
        range: { fromMs: visitMs - 1_800_000, toMs: visitMs + 1_800_000 - 1 },
        dimensions: ['campaign'],
        dimensionFilters: [{ field: 'campaign', operator: '=', keys: [id], isMissingMeant: false }],
      };
      const readUpTo = async (toMs: number) => {
        const report = { ...hour, range: { ...hour.range, toMs } };
        return {
          isRolledUp: (await explain(report)).includes('counted_campaign_hours'),
          rows: (await read(report)).map(rowReader(report)),
        };
      };
      const rows = [{ campaign: id, visits: '4' }];
      expect(await readUpTo(hour.range.toMs)).toEqual({ isRolledUp: true, rows });
      expect(await readUpTo(hour.range.toMs - 1)).toEqual({ isRolledUp: false, rows });
    });
  });
});
