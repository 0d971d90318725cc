import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leaseRateTokens } from '../../store/accounts/rate-buckets.ts';
import type { Database } from '../../store/database/database.ts';
import { RateLimiter } from './rate-limiter.ts';

vi.mock('../../store/accounts/rate-buckets.ts', () => ({ leaseRateTokens: vi.fn() }));

const lease = vi.mocked(leaseRateTokens);
const database = {
  asSystem: (work: (executor: undefined) => unknown) => work(undefined),
} as unknown as Database;
let nowMs: number;

beforeEach(() => {
  nowMs = 5_000;
  lease.mockImplementation((_executor, _key, _plan, { wanted }) =>
    Promise.resolve({ granted: wanted, tokensLeft: 300 }),
  );
});

afterEach(() => lease.mockReset());

const makeLimiter = (burst: number) => new RateLimiter(database, { perMinute: 600, burst }, () => nowMs);
const listLeases = () => lease.mock.calls.map(([, , , { wanted, returned }]) => [wanted, returned]);

it.each([
  [5, [1, 1, 1, 1]],
  [400, [1, 2, 4, 8, 16, 20, 20]],
  [4_000, [1, 2, 4, 8, 16, 32, 64, 100, 100]],
])('a busy caller with a burst of %i leases blocks of %j tokens', async (burst, blocks) => {
  const limiter = makeLimiter(burst);
  const total = blocks.reduce((sum, block) => sum + block, 0);
  for (let request = 0; request < total; request += 1) await limiter.take('key');
  expect(listLeases()).toEqual(blocks.map((block) => [block, 0]));
});

it('unused tokens are returned after a second, and the next block is as large as the number of tokens used', async () => {
  const limiter = makeLimiter(400);
  for (let request = 0; request < 1 + 2 + 4 + 3; request += 1) await limiter.take('key');
  nowMs += 999;
  await limiter.take('key');
  expect(listLeases()).toHaveLength(4);
  nowMs += 1;
  await limiter.take('key');
  expect(listLeases().at(-1)).toEqual([4, 4]);
});

it('an allowed request reports the remaining tokens and the time until the bucket is full', async () => {
  expect(await makeLimiter(400).take('key')).toEqual({
    allowed: true,
    limit: 600,
    remaining: 300,
    resetSeconds: 10,
    retryAfterSeconds: 1,
  });
});

it('a rejected request reports when enough tokens will be available', async () => {
  lease.mockResolvedValue({ granted: 0, tokensLeft: 5.5 });
  const state = { allowed: false, limit: 600, remaining: 5, resetSeconds: 40 };
  const limiter = makeLimiter(400);
  expect(await limiter.take('key', 30)).toEqual({ ...state, retryAfterSeconds: 3 });
  expect(await limiter.take('key')).toEqual({ ...state, retryAfterSeconds: 1 });
});
