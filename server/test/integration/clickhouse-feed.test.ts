import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { WaypostError } from '../../src/platform/errors.ts';
import { newId } from '../../src/platform/ids.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { insertEventRows } from '../../src/testing/traffic/insert-event-rows.ts';
import { openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { openClickHouse, type ClickHouseClient } from '../../src/traffic/clickhouse/client.ts';
import { briefRows, rowsByTime } from '../../src/traffic/clickhouse/feed/feed-columns.ts';
import { buildSliceQuery } from '../../src/traffic/clickhouse/feed/find-page-end.ts';
import { buildTimeQuery, readWholeRows } from '../../src/traffic/clickhouse/feed/read-feed-rows.ts';
import { readEvents } from '../../src/traffic/clickhouse/read-events.ts';

const noon = Date.UTC(2026, 10, 16, 12);

describe.skipIf(!hasClickHouse)(`the ClickHouse event feed${needsClickHouse}`, () => {
  let client: ClickHouseClient;

  beforeAll(() => {
    client = openClickHouse(inject('clickhouseUrl'));
  });

  afterAll(async () => {
    await client.close();
  });

  test('reads page boundaries and list rows from the projection by time, not from the table', async () => {
    const [workspaceId, campaignId] = [newId(), newId()];
    const traffic = openTestTraffic('clickhouse');
    await insertEventRows(
      traffic,
      Array.from({ length: 50 }, (_, at) => ({
        type: 'visit',
        workspace_id: workspaceId,
        campaign_id: campaignId,
        id: newId(),
        time: noon + at,
      })),
    );
    await traffic.close();
    const types = ['event', 'postback'] as const;
    const selection = { workspaceId, types, campaignId, idx: 1 };
    const span = { fromMs: noon, toMs: noon + 10 };
    const explain = async ({ query, parameters }: ReturnType<typeof buildSliceQuery>) => {
      const result = await client.query({
        query: `EXPLAIN projections = 1 ${query}`,
        query_params: parameters.values,
        format: 'TabSeparated',
      });
      return await result.text();
    };
    expect(await explain(buildSliceQuery(selection, span, 101))).toContain('ReadFromMergeTree (feed)');
    // The projection contains all columns of list rows and the columns that are needed to find full rows.
    const brief = await explain(buildTimeQuery(briefRows, { selection, span }));
    expect(brief.match(/ReadFromMergeTree \(.*?\)/g)).toEqual(['ReadFromMergeTree (feed)']);
    const found = await explain(buildTimeQuery(rowsByTime, { selection, span }));
    expect(found.match(/ReadFromMergeTree \(.*?\)/g)).toEqual(['ReadFromMergeTree (feed)']);
  });

  test('uses small compression blocks for 27 columns and small blocks in merges', async () => {
    const result = await client.query({ query: 'SHOW CREATE TABLE events', format: 'TabSeparatedRaw' });
    const table = await result.text();
    expect(table.match(/SETTINGS \(min_compress_block_size = 8192/g)).toHaveLength(27);
    expect(table).toContain('merge_max_block_size = 2048');
    expect(table).toMatch(/`user_agent` LowCardinality\(String\) CODEC\(ZSTD\(9\)\)/);
  });

  test('combines rows from the projection and the table, even when a row is deleted between the two queries', async () => {
    const workspaceId = newId();
    const visits = Array.from({ length: 9 }, (_, at) => ({ id: newId(noon + at), campaignId: newId(), at }));
    const traffic = openTestTraffic('clickhouse');
    const rows = visits.map(({ id, campaignId, at }) => ({
      type: 'visit',
      workspace_id: workspaceId,
      campaign_id: campaignId,
      id,
      time: noon + at,
      country: 'DE',
      user_agent: `agent ${at}`,
    }));
    await insertEventRows(traffic, rows);
    await traffic.close();
    const part = {
      selection: { workspaceId, types: ['visit'] as const },
      span: { fromMs: noon + 1, toMs: noon + 8 },
    };
    const read = async (from: ClickHouseClient) => {
      const found = await readWholeRows(from, part, { rowsMax: 7, signal: undefined });
      return found.map(({ country, userAgent }) => `${country} ${userAgent}`);
    };
    const expected = [8, 7, 6, 5, 4, 3, 2, 1].map((at) => `DE agent ${at}`);
    expect(await read(client)).toEqual(expected.slice(0, 7));
    let queries = 0;
    const erase = `ALTER TABLE events DELETE WHERE workspace_id = '${workspaceId}' AND user_agent = 'agent 4'`;
    const query: ClickHouseClient['query'] = async (parameters) => {
      queries += 1;
      if (queries === 2) await client.command({ query: `${erase} SETTINGS mutations_sync = 2` });
      return await client.query(parameters);
    };
    const erasing = Object.create(client, { query: { value: query } }) as ClickHouseClient;
    expect(await read(erasing)).toEqual(expected.filter((row) => row !== 'DE agent 4'));
    expect(queries).toBe(3);
  });

  test('returns each change to a conversion with its own values, although all share one ID', async () => {
    const [workspaceId, campaignId, id] = [newId(), newId(), newId(noon)];
    const traffic = openTestTraffic('clickhouse');
    const rows = [1, 2, 2].map((at, index) => ({
      type: 'event',
      workspace_id: workspaceId,
      campaign_id: campaignId,
      id,
      visit_id: id,
      visit_time: noon,
      time: noon + at,
      status: 'approved',
      payout: String(index),
    }));
    for (const row of rows) await insertEventRows(traffic, [row]);
    await traffic.close();
    const part = {
      selection: { workspaceId, types: ['event'] as const },
      span: { fromMs: noon, toMs: noon + 9 },
    };
    const found = await readWholeRows(client, part, { rowsMax: 9, signal: undefined });
    expect(found.map(({ timeMs, payout }) => `${timeMs - noon} ${payout}`).toSorted()).toEqual([
      '1 0',
      '2 1',
      '2 2',
    ]);
  });

  test.each([
    [
      'SELECT groupArray(toString(number)) FROM numbers(2000000) SETTINGS max_memory_usage = 10000000',
      400,
      'needs too much memory',
      [{ path: 'from', message: expect.stringContaining('Request a shorter time range') as string }],
    ],
    [
      'SELECT sleepEachRow(0.1) FROM numbers(100) SETTINGS max_execution_time = 1, max_block_size = 1',
      503,
      'takes too long',
      undefined,
    ],
  ])(
    'rejects an expensive query with a hint on how to narrow it: %s',
    async (query, status, message, issues) => {
      const failure = await readEvents(client, { query, params: {} }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ status, message: expect.stringContaining(message) });
      expect((failure as WaypostError).message).toContain('add a filter such as campaignId or type');
      expect((failure as WaypostError).details['issues']).toEqual(issues);
    },
  );
});
