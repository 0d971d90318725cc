/** A worker that is killed while it spreads a cost: another one goes on, and the sum is exact. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CostPage } from '@waypost/contract/costs.ts';
import { insertedAs } from '../../src/events/inserted-as.ts';
import type { ClickHouseClient } from '../../src/platform/clickhouse-client.ts';
import { pollUntil } from '../../src/platform/retry.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { findProcess } from '../../src/testing/processes.ts';
import {
  lastJson,
  removeDataDirectory,
  runCommand,
  startProduct,
  type Product,
} from '../../src/testing/product.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { openEvents, trackWorkspace, type TrackedWorkspace } from '../../src/testing/tracked-workspace.ts';

let product: Product;
let tracked: TrackedWorkspace;
let clickhouse: ClickHouseClient;

// More than two parts of an entry.
const visits = 120_000;

beforeAll(async () => {
  product = await startProduct();
  tracked = await trackWorkspace(product);
  clickhouse = openEvents(product);
  const names = ['type', 'workspace_id', 'campaign_id', 'visit_time', 'time', 'id', 'visit_id'].map(
    insertedAs,
  );
  await clickhouse.command({
    query: `INSERT INTO events (${names.join(', ')})
      SELECT 'visit', {workspace:UUID}, {campaign:UUID}, toDateTime64('2026-06-15 00:00:00', 3, 'UTC') + number / 10 AS at, at,
        generateUUIDv7() AS id, id FROM numbers(${visits})`,
    query_params: { workspace: tracked.workspaceId, campaign: tracked.campaignId },
  });
});

afterAll(async () => {
  await clickhouse.close();
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

function runCosts(...args: string[]) {
  return runCommand(product, ['costs', ...args, '--workspace', tracked.workspaceId, '--json']);
}

/** Kills the worker as soon as some of it is done, and waits until all of it is. */
async function killUntil(status: string, isUnderWay: () => Promise<boolean>): Promise<void> {
  const begun = await pollUntil(async () => ((await isUnderWay()) ? true : undefined), {
    timeoutMs: hangLimitMs,
    intervalMs: 10,
  });
  expect(begun).toBe(true);
  process.kill(findProcess(product, 'worker').pid, 'SIGKILL');
  const ended = await pollUntil(
    () => (lastJson<CostPage>(runCosts('list')).entries[0]?.status === status ? status : undefined),
    { timeoutMs: hangLimitMs, intervalMs: 500 },
  );
  expect(ended).toBe(status);
}

async function readRows(): Promise<{ rows: number; cost: string }> {
  const result = await clickhouse.query({
    query: `SELECT toUInt32(count()) AS rows, toString(sum(cost)) AS cost FROM events
      WHERE workspace_id = {id:UUID} AND type = 'adjustment'`,
    query_params: { id: tracked.workspaceId },
    format: 'JSONEachRow',
  });
  return (await result.json<{ rows: number; cost: string }>())[0] ?? { rows: 0, cost: '' };
}

test('a cost that is being spread or withdrawn when the worker is killed comes out exact', async () => {
  for (let round = 0; round < rounds(1, 10); round += 1) {
    const before = (await readRows()).rows;
    const csv = `campaign,from,to,amount\nCampaign,2026-06-15,2026-06-16,1234.567890123457\n`;
    const { code } = runCommand(
      product,
      ['costs', 'import', '-', '--no-wait', '--workspace', tracked.workspaceId, '--json'],
      { input: csv },
    );
    expect(code).toBe(0);
    await killUntil('spread', async () => (await readRows()).rows > before);
    expect(await readRows()).toEqual({ rows: before + visits, cost: '1234.567890123457' });
    const [entry] = lastJson<CostPage>(runCosts('list')).entries;
    expect(runCosts('withdraw', '--no-wait', '--id', entry?.id ?? '').code).toBe(0);
    await killUntil('withdrawn', async () => (await readRows()).rows > before + visits);
    expect(await readRows()).toEqual({ rows: before + 2 * visits, cost: '0' });
  }
});
