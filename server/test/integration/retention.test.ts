import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import type { ServiceContext } from '../../src/services/context.ts';
import type { WithTraffic } from '../../src/services/tools.ts';
import { applyRetentionCuts } from '../../src/services/retention/retention.ts';
import { updateWorkspaceSettings } from '../../src/services/workspaces/workspace-settings.ts';
import type { TrafficAddress } from '../../src/start/engine-addresses.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { Database } from '../../src/store/database/database.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { buildVisitRow, type RowCells } from '../../src/testing/spool/rows.ts';
import { insertEventRows } from '../../src/testing/traffic/insert-event-rows.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import { makeSeparateTraffic } from '../../src/testing/traffic/separate-traffic.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';
import { waitForMutations } from '../../src/testing/traffic/wait-for-mutations.ts';
import { runMaintenance } from '../../src/testing/traffic/run-maintenance.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

const dayMs = 86_400_000;
// Uses a recent day instead of a fixed date, because rows that have already expired are deleted at once.
const time = (Math.floor(Date.now() / dayMs) - 1) * dayMs;

const dateAfter = (days: number) => new Date(time + days * dayMs).toISOString().slice(0, 10);

describeLightStores('retention of rows in %s', (store) => {
  let database: Database;
  let address: TrafficAddress;
  let traffic: TrafficStore;

  beforeAll(async () => {
    const postgres = await makeDatabase();
    await migratePostgresSchema(postgres);
    database = new Database(postgres, { connectionsMax: 4 });
    address = await makeSeparateTraffic(store);
    traffic = openTraffic(address);
  });

  afterAll(async () => {
    await traffic.close();
    await database.close();
  });

  async function record(workspaceId: string, rows: readonly RowCells[]): Promise<void> {
    const batch = newId();
    const lines = rows.map((cells) => buildVisitRow({ workspace_id: workspaceId, ...cells }, time));
    const text = lines.map((line) => `line\t${batch}\t${line}\n`).join('');
    const outcome = await traffic.targets.visits.insert(batch, Buffer.from(text));
    expect(outcome).toEqual({ kind: 'inserted' });
  }

  async function listExpiries(workspaceId: string): Promise<string[]> {
    await waitForMutations(address);
    const rows = await readRecordedRows(address, workspaceId);
    return rows.map(({ type, expires }) => `${String(type)} ${String(expires ?? 'never')}`).toSorted();
  }

  test('a shorter retention of visits makes their rows in the workspace expire earlier, and never later', async () => {
    const mine = await makeWorkspace(database);
    const other = newId();
    const adjustment = {
      type: 'adjustment',
      visit_time: String(time / 1_000 - 86_400),
      expires: dateAfter(397),
    };
    const rows = [
      { expires: dateAfter(397) },
      { type: 'lpclick', expires: dateAfter(397) },
      adjustment,
      { expires: '' },
    ];
    await record(mine.workspaceId, [...rows, { expires: dateAfter(50) }]);
    await record(mine.workspaceId, [{ type: 'postback', expires: dateAfter(397) }]);
    await record(other, [{ expires: dateAfter(397) }]);
    const worker: ServiceContext & WithTraffic = {
      ...mine,
      traffic,
      actor: { type: 'system', label: 'worker' },
    };
    await updateWorkspaceSettings(mine, { retention: { visitDays: 300 } });
    expect(await applyRetentionCuts(worker)).toBe(1);
    expect(await applyRetentionCuts(worker)).toBe(0);
    expect(await listExpiries(mine.workspaceId)).toEqual([
      `adjustment ${dateAfter(299)}`,
      `lpclick ${dateAfter(300)}`,
      `postback ${dateAfter(397)}`,
      `visit ${dateAfter(50)}`,
      `visit ${dateAfter(300)}`,
      'visit never',
    ]);
    expect(await listExpiries(other)).toEqual([`visit ${dateAfter(397)}`]);
  });

  test('raising the retention and lowering it to the earlier value does not affect rows written with that value', async () => {
    const mine = await makeWorkspace(database);
    await updateWorkspaceSettings(mine, { retention: { visitDays: 300 } });
    await record(mine.workspaceId, [{ expires: dateAfter(300) }]);
    const worker: ServiceContext & WithTraffic = {
      ...mine,
      traffic,
      actor: { type: 'system', label: 'worker' },
    };
    for (const visitDays of [700, 300]) await updateWorkspaceSettings(mine, { retention: { visitDays } });
    await applyRetentionCuts(worker);
    expect(await listExpiries(mine.workspaceId)).toEqual([`visit ${dateAfter(300)}`]);
  });

  test('all rows of a conversion expire on the same day, which is counted from the retention change', async () => {
    const workspaceId = newId();
    for (const type of ['event', 'adjustment'])
      await insertEventRows(traffic, [
        {
          type,
          workspace_id: workspaceId,
          time: Date.now(),
          id: newId(),
          status: 'hold',
          expires: dateAfter(397),
        },
      ]);
    const cut = { workspaceId, kind: 'events', keptDays: 30, changedMs: time + 100 * dayMs } as const;
    for (let attempt = 0; attempt < 2; attempt += 1) await traffic.shortenRetention(cut);
    expect(await listExpiries(workspaceId)).toEqual([
      `adjustment ${dateAfter(130)}`,
      `event ${dateAfter(130)}`,
    ]);
  });

  test('rows that expire because of a shorter retention are deleted', async () => {
    const workspaceId = newId();
    await record(workspaceId, [{ expires: dateAfter(397) }]);
    await traffic.shortenRetention({ workspaceId, kind: 'visits', keptDays: 0, changedMs: time });
    await waitForMutations(address);
    await traffic.deleteExpired(new Date());
    await runMaintenance(address);
    expect(await listExpiries(workspaceId)).toEqual([]);
  });
});
