// Kills a worker while it distributes a cost. Another worker continues, and the total is exact.
import type { CostPage } from '@waypost/contract/conversions/costs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { environmentFor } from '../../src/testing/machine.ts';
import { findProcess } from '../../src/testing/product/processes.ts';
import { openProductTraffic, readTrafficAddress } from '../../src/testing/product/product-traffic.ts';
import {
  lastJson,
  removeDataDirectory,
  runCommand,
  startProduct,
  type Product,
} from '../../src/testing/product/product.ts';
import { trackWorkspace, type TrackedWorkspace } from '../../src/testing/product/tracked-workspace.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { sumRecordedCosts } from '../../src/testing/traffic/recorded-rows.ts';
import { insertVisitRows } from '../../src/testing/traffic/visit-rows.ts';

describeLightStores('with traffic in %s', (store) => {
  let product: Product;
  let tracked: TrackedWorkspace;
  let visits: number;

  beforeAll(async () => {
    product = await startProduct({ environment: environmentFor(store) });
    tracked = await trackWorkspace(product);
    const traffic = openProductTraffic(product);
    // Enough visits for an entry to need more than two chunks.
    visits = Math.ceil(traffic.costVisitsMax * 2.4);
    const batchSize = 20_000;
    const start = Date.parse('2026-06-15T00:00:00Z');
    const { workspaceId, campaignId } = tracked;
    for (let offset = 0; offset < visits; offset += batchSize)
      await insertVisitRows(
        traffic,
        Array.from({ length: Math.min(batchSize, visits - offset) }, (_, index) => ({
          workspace_id: workspaceId,
          campaign_id: campaignId,
          visit_time: start + (offset + index) * 100,
        })),
      );
    await traffic.close();
  });

  afterAll(async () => {
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  });

  function runCosts(...args: string[]) {
    return runCommand(product, ['costs', ...args, '--workspace', tracked.workspaceId, '--json']);
  }

  /** Kills the worker as soon as some rows exist, and waits until the entry has the expected status. */
  async function killUntil(status: string, before: number): Promise<void> {
    const until = async (rows: number) => {
      const seen = await pollUntil(async () => ((await readRows()).rows >= rows ? true : undefined), {
        timeoutMs: hangLimitMs,
        intervalMs: 20,
      });
      expect(seen).toBe(true);
    };
    await until(before + 1);
    process.kill(findProcess(product, 'worker').pid, 'SIGKILL');
    // Waits for the rows before checking the status, because each status check starts a CLI process.
    await until(before + visits);
    const ended = await pollUntil(
      () => (lastJson<CostPage>(runCosts('list')).items[0]?.status === status ? status : undefined),
      { timeoutMs: hangLimitMs, intervalMs: 3_000 },
    );
    expect(ended).toBe(status);
  }

  const readRows = () => sumRecordedCosts(readTrafficAddress(product), tracked.workspaceId);

  test('a cost is distributed and reversed exactly even if the worker is killed in the process', async () => {
    for (let round = 0; round < rounds(1, 10); round += 1) {
      const before = (await readRows()).rows;
      const csv = `campaign,from,to,amount\nCampaign,2026-06-15,2026-06-16,1234.567890123457\n`;
      const { code } = runCommand(
        product,
        ['costs', 'import', '-', '--no-wait', '--workspace', tracked.workspaceId, '--json'],
        { input: csv },
      );
      expect(code).toBe(0);
      await killUntil('spread', before);
      expect(await readRows()).toEqual({ rows: before + visits, cost: '1234.567890123457' });
      const [entry] = lastJson<CostPage>(runCosts('list')).items;
      expect(runCosts('withdraw', '--no-wait', '--id', entry?.id ?? '').code).toBe(0);
      await killUntil('withdrawn', before + visits);
      expect(await readRows()).toEqual({ rows: before + 2 * visits, cost: '0' });
    }
  });
});
