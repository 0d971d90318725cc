// Longer than embedded engines usually need to start.
const startupGraceMs = 10_000;

/**
 * Tells whether a failure to reach an engine is expected. Edges start before the engines, so failures are expected in
 * the first seconds, unless `markReached` has been called.
 */
export function startupGrace(): { isExpected: () => boolean; markReached: () => void } {
  const startedAt = performance.now();
  let isReached = false;
  return {
    isExpected: () => !isReached && performance.now() - startedAt < startupGraceMs,
    markReached: () => {
      isReached = true;
    },
  };
}
