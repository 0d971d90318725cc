import { leaseRateTokens, type RateLease, type RatePlan } from '../../store/accounts/rate-buckets.ts';
import type { Database } from '../../store/database/database.ts';

type RateSettings = { perMinute: number; burst: number };

export type RateState = {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
  retryAfterSeconds: number;
};

type Held = { tokens: number; leased: number; bucket: number; at: number };

// Unused tokens are returned after this time, so that an idle process holds almost no tokens.
const holdMs = 1_000;
// Maximum number of tokens per lease. A lease is also limited to a twentieth of the burst, so that small limits stay
// exact.
const blockMax = 100;
const keysHeldMax = 10_000;

/**
 * Rate limiter with token buckets, which all processes share through the database. Each process leases tokens in
 * blocks.
 */
export class RateLimiter {
  readonly #database: Database;
  readonly #settings: RateSettings;
  readonly #plan: RatePlan;
  readonly #block: number;
  readonly #now: () => number;
  readonly #held = new Map<string, Held>();
  readonly #leasing = new Map<string, Promise<RateLease>>();

  constructor(database: Database, settings: RateSettings, now: () => number = () => performance.now()) {
    this.#database = database;
    this.#settings = settings;
    this.#plan = { perSecond: settings.perMinute / 60, burst: Math.max(1, settings.burst) };
    this.#block = Math.min(blockMax, Math.max(1, Math.floor(this.#plan.burst / 20)));
    this.#now = now;
  }

  /**
   * Counts one request, or several requests that were sent together. Returns undefined if the limit is disabled.
   * Rejected requests use no tokens. Requests that exceed the burst use the whole burst, because more tokens are never
   * available.
   */
  async take(keyId: string, requests = 1): Promise<RateState | undefined> {
    if (this.#settings.perMinute === 0) return undefined;
    const wanted = Math.min(requests, Math.floor(this.#plan.burst));
    for (;;) {
      const held = this.#held.get(keyId);
      if (held !== undefined && held.tokens >= wanted && this.#now() - held.at < holdMs) {
        held.tokens -= wanted;
        return this.#describe(true, held.bucket + held.tokens, wanted);
      }
      const running = this.#leasing.get(keyId);
      const { granted, tokensLeft } = await (running ?? this.#lease(keyId, wanted));
      // A lease that another request started may be too small for this request. If so, the loop takes another lease.
      if (granted === 0 || (running === undefined && granted < wanted))
        return this.#describe(false, tokensLeft + granted, wanted);
    }
  }

  /**
   * Leases tokens from the database. Callers check for a running lease first, so that concurrent requests share a
   * lease.
   */
  async #lease(keyId: string, needed: number): Promise<RateLease> {
    const held = this.#held.get(keyId);
    const returned = held?.tokens ?? 0;
    const wanted = Math.max(needed, Math.min(this.#block, nextBlock(held)));
    // The remaining tokens are returned with this lease, so they must not be spent while the lease is requested.
    if (held !== undefined) held.tokens = 0;
    const leasing = this.#database.asSystem((executor) =>
      leaseRateTokens(executor, keyId, this.#plan, { wanted, returned }),
    );
    this.#leasing.set(keyId, leasing);
    try {
      const lease = await leasing;
      if (this.#held.size >= keysHeldMax) this.#held.clear();
      const { granted, tokensLeft } = lease;
      this.#held.set(keyId, { tokens: granted, leased: granted, bucket: tokensLeft, at: this.#now() });
      return lease;
    } finally {
      this.#leasing.delete(keyId);
    }
  }

  #describe(allowed: boolean, tokens: number, wanted: number): RateState {
    const { perSecond, burst } = this.#plan;
    return {
      allowed,
      limit: this.#settings.perMinute,
      remaining: Math.max(0, Math.floor(tokens)),
      resetSeconds: Math.ceil((burst - tokens) / perSecond),
      retryAfterSeconds: Math.max(1, Math.ceil((wanted - tokens) / perSecond)),
    };
  }
}

/**
 * Returns the size of the next block: twice the previous block if it was used up, and otherwise the number of tokens
 * that were used, so that infrequent callers take one token at a time.
 */
function nextBlock(held: Held | undefined): number {
  if (held === undefined) return 1;
  const used = held.leased - held.tokens;
  return held.tokens === 0 ? Math.max(1, used * 2) : Math.max(1, used);
}
