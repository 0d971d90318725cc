import { useEffect } from 'react';
import { createStore, useStore } from '../../lib/api/store.ts';

type DeferredParts = typeof import('./deferred-parts.ts');

const store = createStore<DeferredParts | undefined>(undefined);
const idleDelayMs = 1_000;
// On a slow machine, the page may never be idle.
const idleWaitMaxMs = 2_000;
const retryMs = 2_000;
// Safari has no `requestIdleCallback`.
const onIdle: (call: () => void) => void =
  'requestIdleCallback' in globalThis
    ? (call) => requestIdleCallback(call, { timeout: idleWaitMaxMs })
    : (call) => setTimeout(call, 0);

function load(): void {
  void import('./deferred-parts.ts').then(
    (loaded) => store.set(loaded),
    () => undefined,
  );
}

/**
 * Loads the parts of the shell that the first render does not need, either when the page is idle or as soon as a part
 * is requested.
 */
export function useDeferredParts(isWanted = false): DeferredParts | undefined {
  const parts = useStore(store);
  useEffect(() => {
    if (parts !== undefined) return undefined;
    if (isWanted) {
      load();
      // Loading is retried, because the connection may have been lost.
      const timer = setInterval(load, retryMs);
      return () => clearInterval(timer);
    }
    const timer = setTimeout(() => onIdle(load), idleDelayMs);
    return () => clearTimeout(timer);
  }, [parts, isWanted]);
  return parts;
}
