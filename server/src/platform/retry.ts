import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `probe` answers with something other than undefined, or gives up after `timeoutMs`. */
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

/** The pause before the n-th restart in a row (n counts from 0): immediate first, then doubling up to a limit. */
export function backoffMs(restartsInARow: number, limitMs = 2_000): number {
  return restartsInARow === 0 ? 0 : Math.min(limitMs, 100 * 2 ** (restartsInARow - 1));
}
