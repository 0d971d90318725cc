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
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
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

const dayMs = 86_400_000;
// Of yesterday: what has expired by now is gone at once.
const time = (Math.floor(Date.now() / dayMs) - 1) * dayMs;

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
  expect(await pollUntil(isDone, { timeoutMs: hangLimitMs, intervalMs: 20 })).toBe(true);
}

/** So many days after the time of the rows. */
const day = (days: number) => new Date(time + days * dayMs).toISOString().slice(0, 10);

test('fewer days bring the day forward in rows of that kind and workspace, and put none off', async () => {
  const mine = await makeWorkspace(database);
  const other = newId();
  const adjustment = { type: 'adjustment', visit_time: String(time / 1_000 - 86_400), expires: day(397) };
  const rows = [{ expires: day(397) }, { type: 'lpclick', expires: day(397) }, adjustment, { expires: '' }];
  await store(mine.workspaceId, [...rows, { expires: day(50) }]);
  await store(mine.workspaceId, [{ type: 'postback', expires: day(397) }]);
  await store(other, [{ expires: day(397) }]);
  const worker: ServiceContext = { ...mine, clickhouse, actor: { type: 'system', label: 'worker' } };
  await updateWorkspaceSettings(mine, { retention: { visitDays: 300 } });
  expect(await applyRetentionCuts(worker)).toBe(1);
  expect(await applyRetentionCuts(worker)).toBe(0);
  await settle();
  expect(await daysLeft(mine.workspaceId)).toEqual([
    `adjustment ${day(299)}`,
    `lpclick ${day(300)}`,
    `postback ${day(397)}`,
    `visit ${day(50)}`,
    `visit ${day(300)}`,
    'visit 2105-12-31',
  ]);
  expect(await daysLeft(other)).toEqual([`visit ${day(397)}`]);
});

test('days that are raised and lowered again take nothing from rows that were written with the lower number', async () => {
  const mine = await makeWorkspace(database);
  await updateWorkspaceSettings(mine, { retention: { visitDays: 300 } });
  await store(mine.workspaceId, [{ expires: day(300) }]);
  const worker: ServiceContext = { ...mine, clickhouse, actor: { type: 'system', label: 'worker' } };
  for (const visitDays of [700, 300]) await updateWorkspaceSettings(mine, { retention: { visitDays } });
  await applyRetentionCuts(worker);
  await settle();
  expect(await daysLeft(mine.workspaceId)).toEqual([`visit ${day(300)}`]);
});

test('rows of conversions go together, so many days after the change', async () => {
  const workspaceId = newId();
  for (const type of ['event', 'adjustment'])
    await clickhouse.command({
      query: `INSERT INTO events (type, workspace_id, visit_time, given_time, given_id, status, expires)
        SELECT '${type}', '${workspaceId}', now64(3), now64(3), generateUUIDv4(), 'hold', '${day(397)}'`,
    });
  const cut = { workspaceId, kind: 'events', keptDays: 30, madeMs: time + 100 * dayMs } as const;
  for (let attempt = 0; attempt < 2; attempt += 1) await shortenRetention(clickhouse, cut);
  await settle();
  expect(await daysLeft(workspaceId)).toEqual([`adjustment ${day(130)}`, `event ${day(130)}`]);
});

test('what has expired by it goes', async () => {
  const workspaceId = newId();
  await store(workspaceId, [{ expires: day(397) }]);
  await shortenRetention(clickhouse, { workspaceId, kind: 'visits', keptDays: 0, madeMs: time });
  await settle();
  await clickhouse.command({ query: 'OPTIMIZE TABLE events FINAL' });
  expect(await daysLeft(workspaceId)).toEqual([]);
});
