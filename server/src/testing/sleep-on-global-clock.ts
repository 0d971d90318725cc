/**
 * Stands in for the `setTimeout` of `node:timers/promises`, which fake timers do not reach: this one goes by the
 * global clock, so a test turns it by hand instead of waiting.
 */
export function sleepOnGlobalClock<Value>(
  delayMs?: number,
  value?: Value,
  options: { signal?: AbortSignal } = {},
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(value), delayMs);
    options.signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('The operation was aborted', 'AbortError'));
    });
  });
}
