/** What only ClickHouse has: limits that it keeps itself, and rollups that answer in place of rows. */
import type { DimensionId } from '@waypost/contract/report-dimensions.ts';
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

function visit(given: EventCells): EventCells {
  const id = newId();
  const own = { workspace_id: workspaceId, campaign_id: campaignId, id, visit_id: id };
  return { type: 'visit', ...own, time: day, visits: 1, cost: '0.0000005', ...given };
}

const question: ReportDefinition = {
  range: { fromMs: 0, toMs: Date.now() },
  timezone: 'UTC',
  dimensions: ['token2'],
  metrics: ['visits'],
  dimensionFilters: [],
  metricFilters: [],
  sort: { by: 'visits', direction: 'desc' },
};

describe.skipIf(!hasClickHouse)(`reports of ClickHouse${needsClickHouse}`, () => {
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

  /** A report as always, but for what is asked. */
  const ask = async (query: string, signal?: AbortSignal) => {
    const asking = {
      query: (given: object) => client.query({ ...given, query }),
    } as unknown as ClickHouseClient;
    return await readReport(asking, { workspaceId, definition: question, signal });
  };

  describe('what is too much', () => {
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
    ])('is refused with what to narrow: %s', async (query, status, message) => {
      const failure = await ask(query).catch((error: unknown) => error);
      expect(failure).toMatchObject({ status, message: expect.stringContaining(message) });
      expect((failure as Error).message).toContain('Request a shorter time range or fewer dimensions');
    });

    test('cannot change anything, and is ended when the caller goes away', async () => {
      const write = 'INSERT INTO write_probe SELECT generateUUIDv4(), now()';
      await expect(ask(write)).rejects.toThrow(/readonly/);
      const id = newId();
      const controller = new AbortController();
      const asked = ask(`SELECT count() FROM numbers(10000000000000) WHERE '${id}' != ''`, controller.signal);
      asked.catch(() => undefined);
      const running = async () => {
        const result = await client.query({
          query: `SELECT count() AS n FROM system.processes WHERE query LIKE '%numbers%' AND query LIKE '%${id}%' AND query NOT LIKE '%processes%'`,
          format: 'JSONEachRow',
        });
        return Number((await result.json<{ n: string }>())[0]?.n);
      };
      await expect.poll(running).toBe(1);
      controller.abort();
      await expect(asked).rejects.toMatchObject({ status: 503 });
      await expect.poll(running).toBe(0);
    });

    test('has its limits in every report', () => {
      expect(reportSettings).toMatchObject({
        readonly: '2',
        max_execution_time: 20,
        group_by_overflow_mode: 'throw',
      });
      const { query } = buildReportQuery(workspaceId, question, { limit: 1, offset: 0 });
      expect(query).not.toContain(workspaceId);
    });
  });

  test('the workspace cannot be left out of a query by any mistake of ours', () => {
    const parameters = new QueryParameters();
    const query = fromWorkspaceRows(parameters, workspaceId, ['1 OR 1', 'idx = 1']);
    expect(query).toBe('FROM events WHERE workspace_id = {p0:UUID} AND (1 OR 1) AND (idx = 1)');
    for (const wrong of ['', 'x', '00000000-0000-0000-0000-000000000000'])
      expect(() => fromWorkspaceRows(new QueryParameters(), wrong, [])).toThrow('invalid workspace ID');
  });

  describe('rollups', () => {
    const explain = async (asked: ReportDefinition) => {
      const { query, parameters } = buildReportQuery(workspaceId, asked);
      const plan = { query: `EXPLAIN ${query}`, query_params: parameters, format: 'TabSeparated' } as const;
      return await (await client.query(plan)).text();
    };
    const read = async (asked: ReportDefinition) =>
      (await traffic.readReport({ workspaceId, definition: asked })).groups;

    test.each<[string, DimensionId[], string, string]>([
      ['counted_campaign_hours', ['campaign', 'day'], 'Europe/Berlin', '2026-11-09T18:00:00Z'],
      ['counted_place_hours', ['country', 'hour'], 'UTC', '2026-11-09T18:00:00Z'],
      ['counted_campaign_halves', ['campaign', 'day'], 'Asia/Kolkata', '2026-11-09T18:30:00Z'],
      ['counted_campaign_days', ['campaign', 'day'], 'UTC', '2026-11-10T00:00:00Z'],
      ['counted_campaign_days', ['campaign', 'weekday', 'month'], 'UTC', '2026-11-10T00:00:00Z'],
      ['counted_campaign_hours', ['campaign', 'day', 'hourOfDay'], 'UTC', '2026-11-10T00:00:00Z'],
    ])('answer where they can: %s', async (name, dimensions, timezone, from) => {
      const fromMs = Date.parse(from);
      const rolledUp: ReportDefinition = {
        ...question,
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

    test('and rows give the same answer about what happened days before its visit, by a wrong clock', async () => {
      const id = newId();
      const visitMs = Date.parse('2026-11-20T12:30:00Z');
      const ofCampaign = { campaign_id: id, visit_time: visitMs };
      await insertEventRows(
        traffic,
        [0, 1, 3, 45].map((days) => visit({ ...ofCampaign, time: visitMs - days * 86_400_000 })),
      );
      const hour: ReportDefinition = {
        ...question,
        range: { fromMs: visitMs - 1_800_000, toMs: visitMs + 1_800_000 - 1 },
        dimensions: ['campaign'],
        dimensionFilters: [{ field: 'campaign', operator: '=', keys: [id], isMissingMeant: false }],
      };
      const answer = async (toMs: number) => {
        const asked = { ...hour, range: { ...hour.range, toMs } };
        return {
          isRolledUp: (await explain(asked)).includes('counted_campaign_hours'),
          rows: (await read(asked)).map(rowReader(asked)),
        };
      };
      const rows = [{ campaign: id, visits: '4' }];
      expect(await answer(hour.range.toMs)).toEqual({ isRolledUp: true, rows });
      expect(await answer(hour.range.toMs - 1)).toEqual({ isRolledUp: false, rows });
    });
  });
});
