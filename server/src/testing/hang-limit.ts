/**
 * How long a test waits for what has to come. It only ends a wait that is in vain, so it is far beyond what a slow and
 * busy machine takes: how fast something is, benchmarks measure.
 */
export const hangLimitMs = 120_000;
