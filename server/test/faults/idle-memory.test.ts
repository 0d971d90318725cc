import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { waitUntilAllReady } from '../../src/testing/product/processes.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { fullTest } from '../../src/testing/rounds.ts';

const { start } = useProducts();

// Slightly more than the value measured in docs/adr/0027-low-idle-memory.md, so that the test detects regressions but
// tolerates slight growth.
const megabytesMax = 450;
const intervalMs = 1_000;

fullTest('an idle installation with only PostgreSQL uses less than 450 MB of memory', async ({ skip }) => {
  if (process.platform !== 'linux') skip('needs /proc of Linux');
  const product = await start({
    environment: { WAYPOST_TRAFFIC_STORE: 'postgres' },
    ownGeoTables: true,
  });
  await waitUntilAllReady(product);
  // Within a minute, GeoIP data is compacted into tables, and memory used at startup is released.
  const deadline = performance.now() + hangLimitMs;
  let megabytes = Infinity;
  while (megabytes > megabytesMax && performance.now() < deadline) {
    await sleep(intervalMs);
    megabytes = megabytesOf(product.process.pid ?? 0);
  }
  expect(megabytes).toBeLessThan(megabytesMax);
});

/** Returns the proportional set size of a process and its descendants. */
function megabytesOf(pid: number): number {
  try {
    const [, kilobytes = '0'] =
      /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    const own = Number(kilobytes) / 1_024;
    return childrenOf(pid).reduce((sum, child) => sum + megabytesOf(child), own);
  } catch {
    // The process has exited.
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
