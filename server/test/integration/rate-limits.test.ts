import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sql } from 'kysely';
import { newId } from '../../src/platform/ids.ts';
import { beginSession } from '../../src/services/accounts/begin-session.ts';
import { purgeExpiredSessions } from '../../src/services/accounts/sessions.ts';
import { makeContext, systemActor, type WorkspaceContext } from '../../src/services/context.ts';
import { KeyUsage } from '../../src/services/keys/key-usage.ts';
import { listKeys } from '../../src/services/keys/keys.ts';
import { limitSessions } from '../../src/services/rate-limits/limit-sessions.ts';
import { RateLimiter } from '../../src/services/rate-limits/rate-limiter.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer } from '../../src/testing/http/api-server.ts';
import { makeKey, makeUser, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
});

afterAll(() => database.close());

async function makeKeyId(): Promise<string> {
  return (await makeKey(await makeWorkspace(database))).id;
}

async function makeSessionOf({ workspaceId }: WorkspaceContext, userId: string): Promise<string> {
  const actor = { type: 'user', id: userId, label: 'owner', role: 'owner' } as const;
  const client = { address: '192.0.2.7', userAgent: 'test' };
  return await database.asSystem(async (executor) => {
    const { token } = await beginSession(executor, { actor, workspaceId, client }, 'sign-in', new Date());
    return token;
  });
}

describe('the rate limit for sessions', () => {
  const personRate = { perMinute: 1, burst: 6 };

  test('applies to each session and to the person, and rejections include Retry-After', async () => {
    const context = await makeWorkspace(database);
    const user = await makeUser(context);
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => makeSessionOf(context, user.id)));
    const rates = { session: { perMinute: 1, burst: 4 }, person: personRate };
    const api = await makeApiServer(database, undefined, { takeRate: limitSessions(database, rates) });
    const sendRequests = async (session = '', times = 0) => {
      const responses = [];
      for (let index = 0; index < times; index += 1)
        responses.push(await api.ask({ session, method: 'GET', path: '/me' }));
      return responses;
    };
    const statuses = async (session: string | undefined, times: number) =>
      (await sendRequests(session, times)).map(({ status }) => status);
    expect(await statuses(first, 6)).toEqual([200, 200, 200, 200, 429, 429]);
    // Rejected requests in the first session do not count toward the person's limit.
    expect(await statuses(second, 3)).toEqual([200, 200, 429]);
    const [rejected] = await sendRequests(third, 1);
    expect(rejected).toMatchObject({
      status: 429,
      body: { error: { code: 'RATE_LIMITED', details: { reason: 'too-many-requests' } } },
    });
    const wait = Number(rejected?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    const other = await makeSessionOf(context, (await makeUser(context)).id);
    expect(await statuses(other, 1)).toEqual([200]);
    await api.server.close();
  });

  test('deletes unused buckets together with old sessions', async () => {
    const [old, recent] = [newId(), newId()];
    const limiter = new RateLimiter(database, personRate);
    await limiter.take(old);
    await limiter.take(recent);
    await database.asSystem(async (executor) => {
      await sql`UPDATE rate_buckets SET refilled_at = now() - interval '25 hours' WHERE key_id = ${old}`.execute(
        executor,
      );
    });
    await purgeExpiredSessions(makeContext(database, systemActor('test')));
    const { rows } = await database.asSystem((executor) =>
      sql<{ key_id: string }>`SELECT key_id FROM rate_buckets WHERE key_id IN (${old}, ${recent})`.execute(
        executor,
      ),
    );
    expect(rows).toEqual([{ key_id: recent }]);
  });
});

describe('the rate limit for API keys', () => {
  // The limit refills one request per minute, so that a slow machine does not change the count.
  const slow = (burst: number) => ({ perMinute: 1, burst });

  test.each([1, 5, 50])('allows exactly a burst of %i and then returns the time to wait', async (burst) => {
    const limiter = new RateLimiter(database, slow(burst));
    const keyId = await makeKeyId();
    for (let left = burst - 1; left >= 0; left -= 1)
      expect(await limiter.take(keyId)).toMatchObject({ allowed: true, limit: 1, remaining: left });
    const rejected = await limiter.take(keyId);
    expect(rejected).toMatchObject({ allowed: false, remaining: 0 });
    expect(rejected?.retryAfterSeconds).toBeGreaterThan(50);
    expect(rejected?.retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test('counts several requests in one call, and takes no tokens if the call is rejected', async () => {
    const limiter = new RateLimiter(database, slow(10));
    const keyId = await makeKeyId();
    expect(await limiter.take(keyId, 7)).toMatchObject({ allowed: true, remaining: 3 });
    const rejected = await limiter.take(keyId, 5);
    expect(rejected).toMatchObject({ allowed: false, remaining: 3 });
    expect(rejected?.retryAfterSeconds).toBeGreaterThan(100);
    expect(await limiter.take(keyId, 3)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await limiter.take(keyId)).toMatchObject({ allowed: false });
    const other = await makeKeyId();
    expect(await limiter.take(other, 50)).toMatchObject({ allowed: true, remaining: 0 });
  });

  test('counts concurrent calls for different numbers of requests exactly', async () => {
    const limiter = new RateLimiter(database, slow(40));
    const keyId = await makeKeyId();
    const sizes = Array.from({ length: 24 }, (_, index) => (index % 3) + 1);
    const states = await Promise.all(sizes.map((size) => limiter.take(keyId, size)));
    const passed = sizes
      .filter((_, index) => states[index]?.allowed === true)
      .reduce((sum, size) => sum + size, 0);
    expect(passed).toBeLessThanOrEqual(40);
    expect(passed).toBeGreaterThan(37);
  });

  test('is shared by concurrent processes', async () => {
    const keyId = await makeKeyId();
    const processes = Array.from({ length: 4 }, () => new RateLimiter(database, slow(200)));
    const states = await Promise.all(
      Array.from({ length: 400 }, async (_, n) => await processes[n % 4]?.take(keyId)),
    );
    const allowed = states.filter((state) => state?.allowed).length;
    // The total may be lower only by the number of tokens that a process leased but did not use.
    expect(allowed).toBeLessThanOrEqual(200);
    expect(allowed).toBeGreaterThan(200 - 4 * 10);
  });

  test('is separate for each key', async () => {
    const limiter = new RateLimiter(database, slow(1));
    const [first, second] = [await makeKeyId(), await makeKeyId()];
    expect(await limiter.take(first)).toMatchObject({ allowed: true });
    expect(await limiter.take(first)).toMatchObject({ allowed: false });
    expect(await limiter.take(second)).toMatchObject({ allowed: true });
  });

  test('refills over time', async () => {
    const limiter = new RateLimiter(database, { perMinute: 6_000, burst: 1 });
    const keyId = await makeKeyId();
    await limiter.take(keyId);
    await expect.poll(async () => (await limiter.take(keyId))?.allowed, { interval: 5 }).toBe(true);
  });

  test('is disabled by a rate of 0', async () => {
    const limiter = new RateLimiter(database, { perMinute: 0, burst: 1 });
    expect(await limiter.take(await makeKeyId())).toBeUndefined();
  });

  test('regains tokens that a process leased but did not use', async () => {
    let now = 0;
    const limiter = new RateLimiter(database, slow(100), () => now);
    const keyId = await makeKeyId();
    for (let n = 1; n <= 9; n += 1)
      expect(await limiter.take(keyId)).toMatchObject({ allowed: true, remaining: 100 - n });
    now = 2_000;
    expect(await limiter.take(keyId)).toMatchObject({ remaining: 90 });
  });

  test('charges one token for each occasional request, across any number of processes', async () => {
    let now = 0;
    const keyId = await makeKeyId();
    const limiters = Array.from({ length: 5 }, () => new RateLimiter(database, slow(100), () => now));
    for (let n = 0; n < 60; n += 1) {
      now += 1_100;
      expect(await limiters[n % 5]?.take(keyId)).toMatchObject({ allowed: true });
    }
    now += 1_100;
    const state = await limiters[0]?.take(keyId);
    expect(state?.remaining).toBeGreaterThanOrEqual(35);
  });
});

describe('the last use of an API key', () => {
  test('is written for many keys together and never moves back', async () => {
    const context = await makeWorkspace(database);
    const [first, second] = [await makeKey(context), await makeKey(context)];
    const usage = new KeyUsage(database);
    const later = new Date('2026-06-01T12:00:00Z');
    usage.note(first.id, later, '203.0.113.77');
    usage.note(second.id, later, 'unknown');
    expect((await listKeys(context)).map((key) => key.lastUsedAt)).toEqual([null, null]);
    await usage.flush();
    usage.note(first.id, new Date('2026-05-01T12:00:00Z'), '198.51.100.7');
    await usage.flush();
    const used = await listKeys(context);
    expect(used.map((key) => key.lastUsedAt)).toEqual([later, later]);
    // Only the network is stored, not the full address.
    expect(used.map((key) => key.lastUsedNetwork)).toEqual(['203.0.113.0/24', null]);
  });

  test('is kept in memory while the database is down', async () => {
    const offline = new Database('postgres://nobody@127.0.0.1:1/none', { connectionsMax: 1 });
    const usage = new KeyUsage(offline);
    usage.note(await makeKeyId(), new Date(), '203.0.113.77');
    await expect(usage.flush()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(usage.flush()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await offline.close();
  });
});
