import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export type RatePlan = { perSecond: number; burst: number };
export type RateLease = { granted: number; tokensLeft: number };

/**
 * Returns unused tokens to a key's bucket and takes up to `wanted` tokens from the bucket, which refills over time up
 * to `burst`. Uses a single statement, so that concurrent processes never get more tokens than the bucket contains.
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

/**
 * Deletes buckets that have not been used since `before`. They have refilled completely since then, and a full bucket
 * needs no row.
 */
export async function deleteIdleBuckets(executor: Executor, before: Date): Promise<void> {
  await sql`DELETE FROM rate_buckets WHERE refilled_at < ${before}`.execute(executor);
}
