import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export type RatePlan = { perSecond: number; burst: number };
export type RateLease = { granted: number; tokensLeft: number };

/**
 * Gives back what was not used and takes up to `wanted` tokens out of a key's bucket, which fills again with time up to the burst. One statement, so
 * that any number of processes can take from the same bucket and never get more than it holds.
 */
export async function leaseRateTokens(
  executor: Executor,
  keyId: string,
  plan: RatePlan,
  { wanted, returned }: { wanted: number; returned: number },
): Promise<RateLease> {
  const { perSecond, burst } = plan;
  const filled = sql`least(${burst}::float8, rate_buckets.tokens + ${returned}::float8 + ${perSecond}::float8 * greatest(0, extract(epoch FROM clock_timestamp() - rate_buckets.refilled_at)))`;
  const granted = sql`least(${wanted}::int, floor(${filled}))::int`;
  const { rows } = await sql<{ granted: number; tokens: number }>`
    INSERT INTO rate_buckets (key_id, tokens, granted, refilled_at)
    VALUES (${keyId}, ${burst}::float8 - least(${wanted}::int, ${burst}::int), least(${wanted}::int, ${burst}::int), clock_timestamp())
    ON CONFLICT (key_id) DO UPDATE
    SET tokens = ${filled} - ${granted}, granted = ${granted}, refilled_at = clock_timestamp()
    RETURNING granted, tokens`.execute(executor);
  const [row] = rows;
  return { granted: row?.granted ?? 0, tokensLeft: row?.tokens ?? 0 };
}

/** Those that nobody has taken from since then are full again. */
export async function deletePastBuckets(executor: Executor, before: Date): Promise<void> {
  await sql`DELETE FROM rate_buckets WHERE refilled_at < ${before}`.execute(executor);
}
