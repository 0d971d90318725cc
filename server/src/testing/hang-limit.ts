/**
 * Maximum time that a test waits for an expected result. Far longer than even a slow and busy machine needs, because
 * the limit is meant to end only waits that would never finish. Speed is measured by benchmarks instead.
 */
export const hangLimitMs = 120_000;
