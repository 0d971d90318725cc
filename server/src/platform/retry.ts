import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until `probe` returns something other than undefined. Returns undefined after `timeoutMs`. */
export async function pollUntil<Result>(
  probe: () => Promise<Result | undefined> | Result | undefined,
  options: { timeoutMs: number; intervalMs: number },
): Promise<Result | undefined> {
  const deadline = performance.now() + options.timeoutMs;
  for (;;) {
    const result = await probe();
    if (result !== undefined) return result;
    if (performance.now() >= deadline) return undefined;
    await sleep(options.intervalMs);
  }
}

/**
 * Returns the delay before the next restart, given the number of consecutive restarts so far. The first restart has no
 * delay. After that, the delay doubles up to the limit.
 */
export function backoffMs(restartsInARow: number, limitMs = 2_000): number {
  return restartsInARow === 0 ? 0 : Math.min(limitMs, 100 * 2 ** (restartsInARow - 1));
}
