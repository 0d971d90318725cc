import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRestarts } from '../../src/engines/restart-log.ts';
import { newId } from '../../src/platform/ids.ts';
import { isRunning } from '../../src/platform/process-identity.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { defaultStore, environmentFor, defaultStores } from '../../src/testing/machine.ts';
import { findProcess, partsWith, waitUntilAllReady, type Part } from '../../src/testing/product/processes.ts';
import { openProductTraffic, readTrafficAddress } from '../../src/testing/product/product-traffic.ts';
import {
  readFirstWorkspace,
  removeDataDirectory,
  startProduct,
  type Product,
} from '../../src/testing/product/product.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { spoolLines } from '../../src/testing/spool/lines.ts';
import { buildVisitRow } from '../../src/testing/spool/rows.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';

describe.each(defaultStores)('with traffic in %s', (store) => {
  // Processes that do not depend on the store are killed only with the default store.
  const victims = store === defaultStore ? partsWith(store) : (['postgres', 'worker'] as const);
  let product: Product;
  let token: string;

  beforeAll(async () => {
    product = await startProduct({ environment: environmentFor(store) });
    ({ token } = readFirstWorkspace(product));
  });

  afterAll(async () => {
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  });

  async function whoAmI(): Promise<number> {
    const response = await fetch(`${product.urls.panel}/api/v1/whoami`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await response.body?.cancel();
    return response.status;
  }

  async function killAndWait(part: Part): Promise<void> {
    const victim = findProcess(product, part);
    process.kill(victim.pid, 'SIGKILL');
    await pollUntil(() => (isRunning(victim) ? undefined : true), { timeoutMs: hangLimitMs, intervalMs: 1 });
    await pollUntil(
      () => {
        try {
          return findProcess(product, part).pid !== victim.pid || undefined;
        } catch {
          return undefined;
        }
      },
      { timeoutMs: hangLimitMs, intervalMs: 10 },
    );
    await waitUntilAllReady(product);
    expect(findProcess(product, part).pid).not.toBe(victim.pid);
  }

  test.each(victims)('%s is restarted after SIGKILL, and the installation recovers', async (part) => {
    expect(await whoAmI()).toBe(200);
    await killAndWait(part);
    expect(await whoAmI()).toBe(200);
    // Other processes may have exited as a result, but the exit of the killed process is recorded with its reason.
    const exits = readRestarts({ path: product.dataDirectory })?.filter((entry) => entry.process === part);
    expect(exits?.[0]).toMatchObject({ why: expect.stringMatching(/SIGKILL|exit code/), times: 1 });
  });

  test('acknowledged rows survive when the engine is killed repeatedly', async () => {
    const count = store === defaultStore ? rounds(2, 20) : rounds(1, 20);
    const traffic = openProductTraffic(product);
    const workspaceId = newId();
    try {
      for (let round = 0; round < count; round += 1) {
        const batch = newId();
        const rows = Array.from({ length: 100 }, () =>
          buildVisitRow({ workspace_id: workspaceId }, Date.now()),
        );
        const outcome = await traffic.targets.visits.insert(batch, spoolLines(batch, rows));
        expect(outcome).toEqual({ kind: 'inserted' });
        await killAndWait(store);
      }
      const recorded = await readRecordedRows(readTrafficAddress(product), workspaceId);
      expect([recorded.length, new Set(recorded.map(({ id }) => id)).size]).toEqual([
        count * 100,
        count * 100,
      ]);
    } finally {
      await traffic.close();
    }
  });
});
