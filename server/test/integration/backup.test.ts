/**
 * Follows docs/operator/backup.md for external engines: backs up the traffic store, then PostgreSQL, then the spool,
 * with traffic before, between and after the steps. Everything recorded before the last step must be restored exactly
 * once.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { clickIdPurpose, makeClickIds } from '../../src/domain/click-id/index.ts';
import { writeInboxRow } from '../../src/domain/conversions/inbox-row.ts';
import { openSpool, type Spool } from '../../src/edge/spool/open-spool.ts';
import type { TrafficStoreName } from '../../src/engines/data-directory.ts';
import { deriveKey } from '../../src/platform/derive-key.ts';
import { newId } from '../../src/platform/ids.ts';
import { applyInbox } from '../../src/services/conversions/apply-inbox.ts';
import type { AttributionContext } from '../../src/services/conversions/event-to-apply.ts';
import { returnLostBatches } from '../../src/services/conversions/return-lost-batches.ts';
import { freezeOutboxRows, shipOutboxBatch } from '../../src/services/conversions/ship-outbox.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { getCostEntry } from '../../src/services/costs/cost-entries.ts';
import { createCostEntry } from '../../src/services/costs/enter-cost.ts';
import { processCostEntry } from '../../src/services/costs/process-cost-entry.ts';
import { recheckCosts } from '../../src/services/costs/recheck-costs.ts';
import { createInboxTarget } from '../../src/services/conversions/receive-batch.ts';
import type { TrafficAddress } from '../../src/start/engine-addresses.ts';
import { migratePostgresSchema, migrateTrafficSchema } from '../../src/start/migrate.ts';
import { Database } from '../../src/store/database/database.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { testSecrets } from '../../src/testing/http/api-server.ts';
import { testStores } from '../../src/testing/machine.ts';
import { buildVisitRow } from '../../src/testing/spool/rows.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { copyClickHouse } from '../../src/testing/traffic/copy-clickhouse.ts';
import { makeIncomingRequest } from '../../src/testing/traffic/inbox-rows.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import {
  readRecordedRows,
  sumRecordedCosts,
  type RecordedRow,
} from '../../src/testing/traffic/recorded-rows.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { freshClickHouseUrl, makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';

type Stores = { postgres: string; traffic: TrafficAddress; dataDirectory: string };
type Owner = { context: WorkspaceContext; workspaceId: string; campaignId: string; number: number };

async function makeStores(store: TrafficStoreName): Promise<Stores> {
  const postgres = await makeDatabase();
  await migratePostgresSchema(postgres);
  const traffic = { store, url: store === 'clickhouse' ? freshClickHouseUrl() : postgres };
  await migrateTrafficSchema({ postgres, traffic }, undefined);
  const dataDirectory = makeTemporaryDirectory();
  for (const name of ['secrets.json', 'waypost.json']) writeFileSync(join(dataDirectory, name), '{}');
  return { postgres, traffic, dataDirectory };
}

async function start({ postgres, traffic: address, dataDirectory }: Stores) {
  const database = new Database(postgres, { connectionsMax: 6, secret: testSecrets.sessionSecret });
  const traffic = openTraffic(address);
  const clickIds = makeClickIds(deriveKey('a secret of the tests', clickIdPurpose));
  const actor = { type: 'system', label: 'worker' } as const;
  const worker: AttributionContext = { database, actor, now: () => new Date(), traffic, clickIds };
  const open = async (name: string, target: Parameters<Spool['startShipping']>[0]) => {
    const stream = await openSpool({
      directory: join(dataDirectory, 'spool', name),
      diskPercentMax: 100,
      failOpenMs: hangLimitMs,
    });
    stream.startShipping(target, { firstPauseMs: 10 });
    return stream;
  };
  const visits = await open('visits', traffic.targets.visits);
  const inbox = await open('inbox', createInboxTarget(worker));
  const isShipped = (stream: Spool) => {
    const { hasCheckedShipped, backlogBytes } = stream.status();
    return hasCheckedShipped && backlogBytes === 0;
  };
  await returnLostBatches(worker, traffic.targets.outbox);
  return {
    database,
    worker,
    /** Records visits, each with an incoming postback that reports a conversion. */
    record: async ({ workspaceId, campaignId, number }: Owner, count: number, ageMs = 0) => {
      for (let at = 0; at < count; at += 1) {
        const timeMs = Date.now() - ageMs;
        const visitId = newId(timeMs);
        const columns = {
          workspace_id: workspaceId,
          campaign_id: campaignId,
          id: visitId,
          visit_id: visitId,
        };
        await new Promise((resolve) => visits.append(buildVisitRow(columns, timeMs), timeMs, resolve));
        const query = `cid=${clickIds.encode(visitId, number)}&payout=2&txid=${visitId}`;
        const request = makeIncomingRequest({ campaignId, receivedMs: timeMs, query });
        await new Promise((resolve) => inbox.appendOrFail(writeInboxRow(request), timeMs, resolve));
      }
    },
    settle: async () => {
      await waitUntil(() => isShipped(visits) && isShipped(inbox));
      while ((await applyInbox(worker, 500)).length > 0);
      while ((await freezeOutboxRows(worker)) > 0);
      while ((await shipOutboxBatch(worker, traffic.targets.outbox)) !== undefined);
    },
    stop: async () => {
      await Promise.all([visits.close(), inbox.close()]);
      await traffic.close();
      await database.close();
    },
  };
}
type Running = Awaited<ReturnType<typeof start>>;

/** Copies the database under a new name, with the same effect as a dump and restore. */
async function copyPostgres(url: string): Promise<string> {
  const copy = await makeDatabase();
  const superuser = new Client({ connectionString: inject('superuserUrl') });
  await superuser.connect();
  const [from, to] = [url, copy].map((one) => new URL(one).pathname.slice(1));
  await superuser.query(`DROP DATABASE ${to}`);
  await superuser.query(`CREATE DATABASE ${to} TEMPLATE ${from} OWNER waypost`);
  await superuser.end();
  return copy;
}

const page = readFileSync(join(import.meta.dirname, '../../../docs/operator/backup.md'), 'utf8');

/** Runs the commands from one step of the documentation page, with different paths and a shorter wait. */
async function runCommands(step: string, dataDirectory: string, machine: string): Promise<void> {
  const block = /```sh\n(?<lines>[\s\S]*?)```/.exec(page.slice(page.indexOf(step)))?.groups?.['lines'] ?? '';
  expect(block).toContain('cp -a');
  const script = block
    .replaceAll('/var/lib/waypost/data', dataDirectory)
    .replaceAll('/backup', join(machine, 'backup'))
    .replaceAll('sleep 10', 'sleep 2');
  mkdirSync(join(machine, 'backup'), { recursive: true });
  await promisify(execFile)('bash', ['-ec', script]);
}

test('the backup page lists ClickHouse, PostgreSQL and the data directory in that order', () => {
  const steps = ['1. **ClickHouse**', '2. **PostgreSQL**', '3. **The data directory**'];
  const positions = steps.map((step) => page.indexOf(step));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual(positions.toSorted((one, other) => one - other));
});

async function makeOwner({ database }: Running): Promise<Owner> {
  const context = await makeWorkspace(database);
  const { id: campaignId } = await makeCampaign(context);
  const { rows } = await database.asSystem((executor) =>
    sql<{ number: number }>`SELECT number FROM campaigns WHERE id = ${campaignId}`.execute(executor),
  );
  return { context, workspaceId: context.workspaceId, campaignId, number: rows[0]?.number ?? 0 };
}

async function listConversions({ database }: Running): Promise<unknown[]> {
  const { rows } = await database.asSystem((executor) =>
    sql`SELECT id, transaction_id, revenue::text FROM conversions ORDER BY id`.execute(executor),
  );
  return rows;
}

const dayMs = 86_400_000;
const sortedIds = (rows: readonly RecordedRow[]) => rows.map(({ id }) => String(id)).toSorted();

describe.each(testStores)('a backup of external engines with traffic in %s', (store) => {
  test('restores everything recorded until its last step exactly once, with the same IDs', async () => {
    const stores = await makeStores(store);
    let running = await start(stores);
    onTestFinished(() => running.stop());
    const owner = await makeOwner(running);
    const recordAndSettle = async (count: number) => {
      await running.record(owner, count);
      await running.settle();
    };
    await recordAndSettle(10);

    // Step 1: the traffic store.
    const backup = { ...stores };
    if (store === 'clickhouse') {
      backup.traffic = { store, url: freshClickHouseUrl() };
      await copyClickHouse(stores.traffic.url, backup.traffic.url);
    }
    await recordAndSettle(20);
    // Step 2: PostgreSQL. The installation is stopped, because copying a template database needs exclusive access; a
    // dump does not.
    await running.stop();
    backup.postgres = await copyPostgres(stores.postgres);
    if (store === 'postgres') backup.traffic = { store, url: backup.postgres };
    running = await start(stores);
    await recordAndSettle(30);
    const recorded = await readRecordedRows(stores.traffic, owner.workspaceId);
    const conversions = await listConversions(running);
    expect([recorded.length, conversions.length]).toEqual([120, 60]);
    // Step 3: the data directory, while visits are recorded.
    const machine = makeTemporaryDirectory();
    const recording = recordAndSettle(10);
    await runCommands('3. **The data directory**', stores.dataDirectory, machine);
    await recording;
    const all = sortedIds(await readRecordedRows(stores.traffic, owner.workspaceId));
    await running.stop();

    backup.dataDirectory = makeTemporaryDirectory();
    await runCommands('4. Copy the files back', backup.dataDirectory, machine);
    running = await start(backup);
    await running.settle();
    const restored = sortedIds(await readRecordedRows(backup.traffic, owner.workspaceId));
    expect(restored).toEqual([...new Set(restored)]);
    expect(all).toEqual(expect.arrayContaining(restored));
    expect(restored).toEqual(expect.arrayContaining(sortedIds(recorded)));
    expect(await listConversions(running)).toEqual(expect.arrayContaining(conversions));
    // Another restart restores no additional rows.
    await running.stop();
    running = await start(backup);
    await recordAndSettle(1);
    expect(await readRecordedRows(backup.traffic, owner.workspaceId)).toHaveLength(restored.length + 2);
  });

  test('can be restored, and only costs that the restored traffic store lacks are distributed again', async () => {
    const stores = await makeStores(store);
    const { worker, ...running } = await start(stores);
    onTestFinished(() => running.stop());
    const owner = await makeOwner({ worker, ...running });
    await running.record(owner, 4, 2 * dayMs);
    await running.settle();
    // From the day before the visits to the day after them, because the workspace's day can differ from the UTC day.
    const from = new Date(Date.now() - 3 * dayMs).toISOString().slice(0, 10);
    const to = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
    const context = { ...owner.context, traffic: worker.traffic };
    const { id } = await createCostEntry(context, { campaign: owner.campaignId, from, to, amount: '5' });
    await processCostEntry(worker);
    const costs = async () => await sumRecordedCosts(stores.traffic, owner.workspaceId);
    const distributed = await costs();
    expect(await recheckCosts(worker)).toBe(0);
    const restored = { ...worker.traffic, readCostRows: async () => ({ visits: 0, cost: '0' }) };
    expect(await recheckCosts({ ...worker, traffic: restored })).toBe(1);
    expect(await getCostEntry(context, id)).toMatchObject({ status: 'pending' });
    await processCostEntry(worker);
    expect(await getCostEntry(context, id)).toMatchObject({ status: 'spread', visits: 4 });
    expect(await costs()).toEqual(distributed);
  });
});
