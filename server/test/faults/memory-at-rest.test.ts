import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { waitUntilAllReady } from '../../src/testing/product/processes.ts';
import { useProductShelf } from '../../src/testing/product/product-shelf.ts';
import { fullTest } from '../../src/testing/rounds.ts';

const { start } = useProductShelf();

// Some more than is measured, see docs/adr/0027-low-idle-memory.md: this catches what comes back, not what grows a little.
const megabytesMax = 450;
const lookEveryMs = 1_000;

fullTest(
  'everything with PostgreSQL alone takes less than 450 MB of memory when nobody asks anything',
  async ({ skip }) => {
    if (process.platform !== 'linux') skip('only Linux tells the memory of a process in /proc');
    const product = await start({
      environment: { WAYPOST_TRAFFIC_STORE: 'postgres' },
      ownGeoTables: true,
    });
    await waitUntilAllReady(product);
    // It comes to rest within a minute: places become small tables, and what the start left behind is given back.
    const deadline = performance.now() + hangLimitMs;
    let megabytes = Infinity;
    while (megabytes > megabytesMax && performance.now() < deadline) {
      await sleep(lookEveryMs);
      megabytes = megabytesOf(product.process.pid ?? 0);
    }
    expect(megabytes).toBeLessThan(megabytesMax);
  },
);

/** What a process and all below it take, where memory that several share counts once. */
function megabytesOf(pid: number): number {
  try {
    const [, kilobytes = '0'] =
      /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    const own = Number(kilobytes) / 1_024;
    return childrenOf(pid).reduce((sum, child) => sum + megabytesOf(child), own);
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
