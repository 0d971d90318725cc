/**
 * Maximum time that a test waits for an expected result. Far longer than a slow and busy machine takes, because it only
 * ends waits that would never finish; speed is measured by benchmarks.
 */
export const hangLimitMs = 120_000;
