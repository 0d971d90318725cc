import { useEffect } from 'react';
import { createStore, useStore } from '../../lib/store.ts';

type Later = typeof import('./later.ts');

const later = createStore<Later | undefined>(undefined);
const restAfterMs = 1_000;
const againAfterMs = 2_000;
// Safari has no word for it; a moment later is as good there.
const atRest: (call: () => void) => void =
  'requestIdleCallback' in globalThis ? (call) => requestIdleCallback(call) : (call) => setTimeout(call, 0);

function load(): void {
  void import('./later.ts').then(
    (loaded) => later.set(loaded),
    () => undefined,
  );
}

/**
 * The parts of the shell that the first sight of a page does without. They come when it is at rest, or as soon as one
 * is wanted.
 */
export function useLater(isWanted = false): Later | undefined {
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
