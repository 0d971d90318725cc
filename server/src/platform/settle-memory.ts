import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const lookEveryMs = 5_000;
/** Once what the start left behind is garbage, and once more after the first work of every kind. */
const dueAfterMs = [10_000, 45_000];
/** A process that only asks again and again whether there is work fills its space for new objects anew, within minutes. */
const grownBytes = 16 * 1024 * 1024;
const usedMax = 0.1;

/**
 * Gives back what a start left behind, and later what has gathered since. Loading makes the space for new objects as
 * large as under full load, and a process that has little to do afterwards keeps it, and all that is in it, for hours.
 * Collecting takes a few tenths of a second in which nothing is answered, so it waits until nothing is going on: `taken`
 * says how much work came so far.
 */
export function settleMemory(taken: () => number = () => 0): void {
  const startedAt = performance.now();
  let times = 0;
  let settledBytes = 0;
  let before = { taken: taken(), loop: performance.eventLoopUtilization() };
  const isDue = () => {
    const dueAt = dueAfterMs[times];
    if (dueAt !== undefined) return performance.now() - startedAt >= dueAt;
    return process.memoryUsage.rss() - settledBytes > grownBytes;
  };
  const look = () => {
    const now = { taken: taken(), loop: performance.eventLoopUtilization() };
    const { utilization } = performance.eventLoopUtilization(now.loop, before.loop);
    const isQuiet = now.taken === before.taken && utilization < usedMax;
    before = now;
    if (!isQuiet || !isDue()) return;
    collectEverything();
    settledBytes = process.memoryUsage.rss();
    times += 1;
  };
  setInterval(look, lookEveryMs).unref();
}

/** As V8 does when memory is about to run out; collections on its own account leave the space for new objects as it is. */
export function collectEverything(): void {
  setFlagsFromString('--expose-gc');
  try {
    const collect = runInNewContext('gc') as NodeJS.GCFunction;
    collect({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  } finally {
    // Compiled code is kept between runs for the very same flags only.
    setFlagsFromString('--no-expose-gc');
  }
}
