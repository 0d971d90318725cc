/**
 * Maximum time that a test waits for an expected result. It is far longer than a slow and busy machine takes, because
 * it only ends waits that would never finish. Benchmarks measure speed.
 */
export const hangLimitMs = 120_000;
