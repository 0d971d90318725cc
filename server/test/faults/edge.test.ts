import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { defaultStore, environmentFor, defaultStores } from '../../src/testing/machine.ts';
import { startEdgeProcess } from '../../src/testing/product/edge-process.ts';
import { findProcess, partsWith, waitUntilAllReady, type Part } from '../../src/testing/product/processes.ts';
import { removeDataDirectory, startProduct, type Product } from '../../src/testing/product/product.ts';
import {
  countVisits,
  trackWorkspace,
  type TrackedWorkspace,
} from '../../src/testing/product/tracked-workspace.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { startTraffic } from '../../src/testing/traffic/steady-traffic.ts';

// Visitors are redirected only after the visit is on disk, so every answered visit must be recorded.
const waitForDisk = { WAYPOST_SPOOL_WAIT_MS: '20000' };

describe.each(defaultStores)('with traffic in %s', (store) => {
  // Runs fewer rounds for stores other than the default store, except in a full run.
  const roundsForStore = (short: number, full: number) =>
    store === defaultStore ? rounds(short, full) : rounds(Math.ceil(short / 4), full);

  let product: Product;
  let tracked: TrackedWorkspace;

  beforeAll(async () => {
    product = await startProduct({ environment: { ...waitForDisk, ...environmentFor(store) } });
    tracked = await trackWorkspace(product);
  });

  afterAll(async () => {
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  });

  function pidOf(part: Part): number | undefined {
    try {
      return findProcess(product, part).pid;
    } catch {
      return undefined;
    }
  }

  async function waitUntilReplaced(part: Part, before: number): Promise<void> {
    await pollUntil(() => (![undefined, before].includes(pidOf(part)) ? true : undefined), {
      timeoutMs: hangLimitMs,
      intervalMs: 10,
    });
  }

  async function kill(part: Part): Promise<void> {
    const pid = findProcess(product, part).pid;
    process.kill(pid, 'SIGKILL');
    await waitUntilReplaced(part, pid);
  }

  async function settle(answered: ReadonlySet<string>): Promise<Map<string, number>> {
    let counts = new Map<string, number>();
    await pollUntil(
      async () => {
        counts = await countVisits(product, tracked.workspaceId).catch(() => counts);
        return [...answered].every((id) => counts.has(id)) ? true : undefined;
      },
      { timeoutMs: hangLimitMs, intervalMs: 200 },
    );
    return counts;
  }

  function expectEachOnce(answered: ReadonlySet<string>, counts: ReadonlyMap<string, number>): void {
    expect([...answered].filter((id) => !counts.has(id))).toEqual([]);
    expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
  }

  test('each answered visit is recorded exactly once although the edge is killed repeatedly', async () => {
    const edge = await startEdgeProcess(product, join(product.dataDirectory, 'spool-of-victim'), waitForDisk);
    const traffic = startTraffic(`${edge.url}/c/${tracked.campaignId}`, tracked.clickIds);
    try {
      for (let round = 0; round < roundsForStore(6, 100); round += 1) {
        const before = traffic.answered.size;
        // Each round kills the edge at a different time, and only after new visits have been answered.
        await pollUntil(() => (traffic.answered.size > before + 10 + round * 3 ? true : undefined), {
          timeoutMs: hangLimitMs,
          intervalMs: 1,
        });
        await edge.killAndRestart();
      }
      await traffic.stop();
      expect(traffic.others).toEqual([]);
      expect(traffic.answered.size).toBeGreaterThan(roundsForStore(90, 500));
      expectEachOnce(traffic.answered, await settle(traffic.answered));
    } finally {
      await traffic.stop();
      await edge.stop();
    }
  });

  test('no visits are lost or duplicated while the traffic engine is killed repeatedly', async () => {
    await waitUntilAllReady(product);
    const traffic = startTraffic(tracked.link, tracked.clickIds);
    for (let round = 0; round < roundsForStore(2, 20); round += 1) {
      const before = traffic.answered.size;
      await pollUntil(() => (traffic.answered.size > before + rounds(100, 300) ? true : undefined), {
        timeoutMs: hangLimitMs,
        intervalMs: 5,
      });
      await kill(store);
    }
    await traffic.stop();
    expect(traffic.failures).toEqual([]);
    expectEachOnce(traffic.answered, await settle(traffic.answered));
    await waitUntilAllReady(product);
  });

  test('the edge serves visitors while the engines, API and worker are frozen, even if the edge is restarted', async () => {
    const others = partsWith(store).filter((part) => part !== 'edge');
    const frozen = others.map((part) => findProcess(product, part).pid);
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    const traffic = startTraffic(tracked.link, tracked.clickIds);
    try {
      await pollUntil(() => (traffic.answered.size > 50 ? true : undefined), {
        timeoutMs: hangLimitMs,
        intervalMs: 5,
      });
      await kill('edge');
      const before = traffic.answered.size;
      await pollUntil(() => (traffic.answered.size > before + 50 ? true : undefined), {
        timeoutMs: hangLimitMs,
        intervalMs: 5,
      });
      expect(traffic.answered.size).toBeGreaterThan(before + 50);
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
      await traffic.stop();
    }
    expect(traffic.others).toEqual([]);
    expectEachOnce(traffic.answered, await settle(traffic.answered));
  });
});
