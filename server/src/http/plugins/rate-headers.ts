import type { FastifyReply } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
import type { RateState } from '../../services/rate-limits/rate-limiter.ts';

/** Tells the caller its limit on every answer, and ends a request that is over it. */
export function applyRateState(reply: FastifyReply, state: RateState | undefined): void {
  if (state === undefined) return;
  void reply.headers({
    'ratelimit-limit': state.limit,
    'ratelimit-remaining': state.remaining,
    'ratelimit-reset': state.resetSeconds,
  });
  if (state.allowed) return;
  void reply.header('retry-after', state.retryAfterSeconds);
  throw new WaypostError('RATE_LIMITED', `too many requests: try again in ${state.retryAfterSeconds} s`);
}
