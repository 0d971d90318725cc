/**
 * Replaces `setTimeout` from `node:timers/promises`, which fake timers do not affect. Uses the global timer, which
 * tests can advance.
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
