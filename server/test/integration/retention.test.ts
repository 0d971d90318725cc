/** Rows go on the day they carry; where fewer days are kept than before, that day comes earlier, and only once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEventTarget } from '../../src/events/insert-batch.ts';
import { shortenRetention } from '../../src/events/shorten-retention.ts';
import { openClickHouse, type ClickHouseClient } from '../../src/platform/clickhouse-client.ts';
import { newId } from '../../src/platform/ids.ts';
import { pollUntil } from '../../src/platform/retry.ts';
import type { ServiceContext } from '../../src/services/context.ts';
import { applyRetentionCuts } from '../../src/services/retention/apply-retention-cuts.ts';
import { updateWorkspaceSettings } from '../../src/services/workspaces/workspace-settings.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { Database } from '../../src/store/database.ts';
import { makeWorkspace } from '../../src/testing/factories.ts';
import { freshClickHouseUrl, makeDatabase } from '../../src/testing/fresh-database.ts';
import { createTables, queryRows } from '../../src/testing/spool-clickhouse.ts';
import { buildVisitRow, type RowCells } from '../../src/testing/spool-rows.ts';

let database: Database;
let clickhouse: ClickHouseClient;

beforeAll(async () => {
  const [postgres, url] = [await makeDatabase(), freshClickHouseUrl()];
  await migratePostgresSchema(postgres);
  await createTables(url);
  database = new Database(postgres, { connectionsMax: 4 });
  clickhouse = openClickHouse(url);
});

afterAll(async () => {
  await clickhouse.close();
  await database.close();
});

const time = Date.UTC(2026, 5, 1);

async function store(workspaceId: string, rows: readonly RowCells[]): Promise<void> {
  const batch = newId();
  const lines = rows.map((cells) => buildVisitRow({ workspace_id: workspaceId, ...cells }, time));
  const text = lines.map((line) => `line\t${batch}\t${line}\n`).join('');
  const outcome = await createEventTarget(clickhouse).insert(batch, Buffer.from(text));
  expect(outcome).toEqual({ kind: 'inserted' });
}

async function daysLeft(workspaceId: string): Promise<string[]> {
  const rows = await queryRows<{ day: string }>(
    clickhouse,
    `SELECT concat(toString(type), ' ', toString(expires)) AS day FROM events WHERE workspace_id = '${workspaceId}' ORDER BY day`,
  );
  return rows.map(({ day }) => day);
}

/** ClickHouse works off what it was told in its own time. */
async function settle(): Promise<void> {
  const isDone = async () => {
    const waiting = await queryRows(
      clickhouse,
      `SELECT 1 FROM system.mutations WHERE database = currentDatabase() AND NOT is_done`,
    );
    return waiting.length === 0 ? true : undefined;
  };
  expect(await pollUntil(isDone, { timeoutMs: 15_000, intervalMs: 20 })).toBe(true);
}

test('fewer days bring the day forward in rows of that kind and workspace, and more days change nothing', async () => {
  const mine = await makeWorkspace(database);
  const other = newId();
  const rows = [{ expires: '2100-03-31' }, { type: 'lpclick', expires: '2100-03-31' }, { expires: '' }];
  const late = { expires: '2100-03-31', time: String(Date.now() + 60_000) };
  await store(mine.workspaceId, rows);
  await store(mine.workspaceId, [late]);
  await store(mine.workspaceId, [{ type: 'postback', expires: '2100-03-31' }]);
  await store(other, [{ expires: '2100-03-31' }]);
  const worker: ServiceContext = { ...mine, clickhouse, actor: { type: 'system', label: 'worker' } };
  await updateWorkspaceSettings(mine, { retention: { visitDays: 390, postbackDays: 120 } });
  expect(await applyRetentionCuts(worker)).toBe(1);
  expect(await applyRetentionCuts(worker)).toBe(0);
  await settle();
  expect(await daysLeft(mine.workspaceId)).toEqual([
    'lpclick 2100-03-21',
    'postback 2100-03-31',
    'visit 2100-03-21',
    'visit 2100-03-31',
    'visit 2105-12-31',
  ]);
  expect(await daysLeft(other)).toEqual(['visit 2100-03-31']);
});

test('an order that ClickHouse has is not given again, and what has expired by it goes', async () => {
  const workspaceId = newId();
  await store(workspaceId, [{ expires: '2100-01-11' }]);
  const cut = { id: newId(), workspaceId, kind: 'visits', fewerDays: 10, beforeMs: time + 1 } as const;
  for (let attempt = 0; attempt < 2; attempt += 1) await shortenRetention(clickhouse, cut);
  await settle();
  expect(await daysLeft(workspaceId)).toEqual(['visit 2100-01-01']);
  await shortenRetention(clickhouse, { ...cut, id: newId(), fewerDays: 40_000 });
  await settle();
  await clickhouse.command({ query: 'OPTIMIZE TABLE events FINAL' });
  expect(await daysLeft(workspaceId)).toEqual([]);
});
