import { useEffect } from 'react';
import { createStore, useStore } from '../../lib/store.ts';

type DeferredParts = typeof import('./deferred-parts.ts');

const later = createStore<DeferredParts | undefined>(undefined);
const restAfterMs = 1_000;
const againAfterMs = 2_000;
// Safari has no word for it; a moment later is as good there.
const atRest: (call: () => void) => void =
  'requestIdleCallback' in globalThis ? (call) => requestIdleCallback(call) : (call) => setTimeout(call, 0);

function load(): void {
  void import('./deferred-parts.ts').then(
    (loaded) => later.set(loaded),
    () => undefined,
  );
}

/**
 * The parts of the shell that the first sight of a page does without. They come when it is at rest, or as soon as one
 * is wanted.
 */
export function useDeferredParts(isWanted = false): DeferredParts | undefined {
  const known = useStore(later);
  useEffect(() => {
    if (known !== undefined) return undefined;
    if (isWanted) {
      load();
      // Until it comes: the connection may be away.
      const again = setInterval(load, againAfterMs);
      return () => clearInterval(again);
    }
    const timer = setTimeout(() => atRest(load), restAfterMs);
    return () => clearTimeout(timer);
  }, [known, isWanted]);
  return known;
}
