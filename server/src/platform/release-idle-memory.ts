import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const checkEveryMs = 5_000;
// Times of the first two collections, counted from the start of the process. By the first, objects from startup have
// become garbage. By the second, the process has done every kind of work once.
const dueAfterMs = [10_000, 45_000];
// An idle process that only polls for work fills the new space of its heap again within minutes. A collection is
// therefore also due when memory use has grown by this amount.
const growthBytes = 16 * 1024 * 1024;
const utilizationMax = 0.1;

/**
 * Releases memory that is left over from startup and, later, memory that has accumulated. Loading modules grows the new
 * space of the heap to its full size, and an idle process keeps that size for hours. A collection blocks the process
 * for a few tenths of a second, so it runs only while the process is idle. `countWork` returns the amount of work done
 * so far.
 */
export function releaseIdleMemory(countWork: () => number = () => 0): void {
  const startedAt = performance.now();
  let collections = 0;
  let collectedBytes = 0;
  let before = { work: countWork(), loop: performance.eventLoopUtilization() };
  const isDue = () => {
    const dueAt = dueAfterMs[collections];
    if (dueAt !== undefined) return performance.now() - startedAt >= dueAt;
    return process.memoryUsage.rss() - collectedBytes > growthBytes;
  };
  const check = () => {
    const now = { work: countWork(), loop: performance.eventLoopUtilization() };
    const { utilization } = performance.eventLoopUtilization(now.loop, before.loop);
    const isQuiet = now.work === before.work && utilization < utilizationMax;
    before = now;
    if (!isQuiet || !isDue()) return;
    collectGarbage();
    collectedBytes = process.memoryUsage.rss();
    collections += 1;
  };
  setInterval(check, checkEveryMs).unref();
}

/**
 * Collects garbage as V8 does when memory is about to run out, because ordinary collections do not shrink the new
 * space.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  try {
    const collect = runInNewContext('gc') as NodeJS.GCFunction;
    collect({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  } finally {
    // The flag is reset, because the compile cache is valid only for identical flags.
    setFlagsFromString('--no-expose-gc');
  }
}
