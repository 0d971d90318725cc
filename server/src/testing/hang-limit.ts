/**
 * Maximum time that a test waits for an expected result. The limit is far longer than a slow and busy machine needs,
 * because it must end only waits that would never finish. Speed is measured by benchmarks instead.
 */
export const hangLimitMs = 120_000;
