import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { hashPassword, isOutdated, verifyPassword } from '../../src/platform/password-hash.ts';
import { addUser } from '../../src/services/accounts/create-user.ts';
import { changeRole, removeMember } from '../../src/services/accounts/members.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  purgeExpiredSessions,
  signOut,
} from '../../src/services/accounts/sessions.ts';
import { takeAttempt, testCallLimits } from '../../src/services/accounts/limit-attempts.ts';
import { signIn, type SignInContext } from '../../src/services/accounts/sign-in.ts';
import { RateLimiter } from '../../src/services/rate-limits/rate-limiter.ts';
import { setSubscription } from '../../src/services/subscriptions/subscriptions.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer } from '../../src/testing/http/api-server.ts';
import { makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import {
  signInAs,
  findCaller,
  makePerson,
  makeAnonymous,
  ManualClock,
} from '../../src/testing/workspaces/people.ts';

vi.mock(
  '../../src/platform/password-hash.ts',
  () => import('../../src/testing/workspaces/cheap-password-hash.ts'),
);
vi.mock(
  '../../src/platform/password-strength.ts',
  () => import('../../src/testing/workspaces/cheap-password-strength.ts'),
);

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
});

beforeEach(() => {
  vi.mocked(hashPassword).mockClear();
  vi.mocked(verifyPassword).mockClear();
});

afterAll(() => database.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function unknownEmail(): string {
  return `${randomBytes(6).toString('hex')}@example.com`;
}

async function failureOf(run: Promise<unknown>): Promise<unknown> {
  return await run.then(
    () => 'no failure',
    ({ code, message, details }: { code: string; message: string; details: unknown }) => ({
      code,
      message,
      details,
    }),
  );
}

async function failFrom(anonymous: SignInContext, email: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1)
    expect(await failureOf(signIn(anonymous, { email, password: 'wrong' }))).toEqual(wrong);
}

const wrong = {
  code: 'UNAUTHORIZED',
  message: 'Wrong email address or password',
  details: { reason: 'wrong-credentials' },
};

describe('signing in', () => {
  test('starts a session in the workspace that the person joined first', async () => {
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    const person = await makePerson(first, 'viewer');
    await addUser(second, { ...pick(person), role: 'owner' });
    const signedIn = await signInAs(makeAnonymous(database), person);
    expect(signedIn).toMatchObject({
      workspaceId: first.workspaceId,
      actor: { type: 'user', id: person.id, label: person.email, role: 'viewer' },
    });
    const [entry] = await database.asSystem((executor) => listAuditEntries(executor, first.workspaceId));
    expect(entry).toMatchObject({
      action: 'session.create',
      actorType: 'user',
      actorId: person.id,
      subjectId: signedIn.sessionId,
    });
  });

  test('ignores the case of the email address', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    await expect(
      signInAs(makeAnonymous(database), { ...person, email: person.email.toUpperCase() }),
    ).resolves.toMatchObject({ actor: { id: person.id } });
  });

  test("ends the browser's previous session, even another person's, and no other session", async () => {
    const context = await makeWorkspace(database);
    const [anna, ben] = [await makePerson(context, 'owner'), await makePerson(context, 'member')];
    const anonymous = makeAnonymous(database);
    const [firstSession, otherSession] = [await signInAs(anonymous, anna), await signInAs(anonymous, anna)];
    const secondSession = await signInAs({ ...anonymous, caller: firstSession }, anna);
    expect(await findCaller(anonymous, firstSession.token)).toBeUndefined();
    const other = await signInAs({ ...anonymous, caller: secondSession }, ben);
    expect(await findCaller(anonymous, secondSession.token)).toBeUndefined();
    for (const { token } of [otherSession, other]) expect(await findCaller(anonymous, token)).toBeDefined();
    const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    expect(
      entries.filter(({ action }) => action === 'session.end').map(({ subjectId }) => subjectId),
    ).toEqual([secondSession.sessionId, firstSession.sessionId]);
  });

  test("keeps the browser's current session after a wrong password", async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const anonymous = makeAnonymous(database);
    const mine = await signInAs(anonymous, person);
    await failFrom({ ...anonymous, caller: mine }, person.email, 1);
    expect(await findCaller(anonymous, mine.token)).toBeDefined();
  });

  test('stores only the hash of the token', async () => {
    const context = await makeWorkspace(database);
    const person = await makePerson(context, 'owner');
    const { token } = await signInAs(makeAnonymous(database), person);
    const { rows } = await database.asSystem((executor) =>
      sql<{ text: string }>`
        SELECT s::text || encode(s.token_hash, 'base64') AS text FROM sessions s WHERE user_id = ${person.id}
        UNION ALL SELECT a::text FROM audit_log a WHERE workspace_id = ${context.workspaceId}`.execute(
        executor,
      ),
    );
    expect(rows.length).toBeGreaterThan(1);
    const stored = rows.map((row) => row.text).join('\n');
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    expect(token).toMatch(/^[\w-]{43}$/);
  });

  test('gives the same answer in the same time for a wrong password and an unknown person', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const anonymous = makeAnonymous(database);
    const runs: number[] = [];
    for (const email of [person.email, unknownEmail()]) {
      vi.mocked(hashPassword).mockClear();
      vi.mocked(verifyPassword).mockClear();
      for (const code of [undefined, '123456'])
        expect(await failureOf(signIn(anonymous, { email, password: 'not the right one', code }))).toEqual(
          wrong,
        );
      runs.push(vi.mocked(verifyPassword).mock.calls.length + vi.mocked(hashPassword).mock.calls.length);
    }
    expect(runs).toEqual([2, 2]);
    // For an unknown account, the password is compared with a current hash, so that the check takes as long as for an
    // existing account.
    const [, hash = ''] = vi.mocked(verifyPassword).mock.lastCall ?? [];
    expect(isOutdated(hash)).toBe(false);
  });

  test('reports a missing workspace only after the right password', async () => {
    const context = await makeWorkspace(database);
    await makePerson(context, 'owner');
    const person = await makePerson(context, 'member');
    await removeMember(context, person.id);
    const anonymous = makeAnonymous(database);
    expect(
      await failureOf(signIn(anonymous, { email: person.email, password: 'not the right one' })),
    ).toEqual(wrong);
    await expect(signIn(anonymous, pick(person))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('replaces a hash with outdated parameters', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const old = (await hashPassword(person.password, 'test')).replace('$cheap$', '$older$');
    const readHash = async () => {
      const { rows } = await database.asSystem((executor) =>
        sql<{ hash: string }>`SELECT password_hash AS hash FROM users WHERE id = ${person.id}`.execute(
          executor,
        ),
      );
      return rows[0]?.hash ?? '';
    };
    await database.asSystem((executor) =>
      sql`UPDATE users SET password_hash = ${old} WHERE id = ${person.id}`.execute(executor),
    );
    await signInAs(makeAnonymous(database), person);
    const renewed = await readHash();
    expect(isOutdated(renewed)).toBe(false);
    await signInAs(makeAnonymous(database), person);
    expect(await readHash()).toBe(renewed);
  });
});

describe('a session', () => {
  test('expires after 12 hours without a request', async () => {
    const clock = new ManualClock();
    const anonymous = makeAnonymous(database, clock);
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const { token } = await signInAs(anonymous, person);
    clock.advance(12 * hourMs - 1);
    expect(await findCaller(anonymous, token)).toBeDefined();
    clock.advance(12 * hourMs - 1);
    expect(await findCaller(anonymous, token)).toBeDefined();
    clock.advance(12 * hourMs);
    expect(await findCaller(anonymous, token)).toBeUndefined();
  });

  test('expires after seven days of constant use', async () => {
    const clock = new ManualClock();
    const anonymous = makeAnonymous(database, clock);
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const { token } = await signInAs(anonymous, person);
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      clock.advance(8 * hourMs);
      expect(await findCaller(anonymous, token)).toBeDefined();
    }
    clock.advance(8 * hourMs - 1);
    expect(await findCaller(anonymous, token)).toBeDefined();
    clock.advance(1);
    expect(await findCaller(anonymous, token)).toBeUndefined();
  });

  test('records its last use at most once a minute', async () => {
    const clock = new ManualClock();
    const anonymous = makeAnonymous(database, clock);
    const signedIn = await signInAs(anonymous, await makePerson(await makeWorkspace(database), 'owner'));
    const startedAt = clock.now().toISOString();
    const lastSeen = async () => (await listSessions(signedIn)).items[0]?.lastSeenAt;
    clock.advance(minuteMs - 1);
    await findCaller(anonymous, signedIn.token);
    expect(await lastSeen()).toBe(startedAt);
    clock.advance(1);
    await findCaller(anonymous, signedIn.token);
    expect(await lastSeen()).toBe(clock.now().toISOString());
  });

  test('is purged after it expires', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const clock = new ManualClock();
    clock.advance(-13 * hourMs);
    const idle = await signInAs(makeAnonymous(database, clock), person);
    const active = await signInAs(makeAnonymous(database), person);
    await purgeExpiredSessions({ ...active, actor: { type: 'system', label: 'test' } });
    const { rows } = await database.asSystem((executor) =>
      sql<{ id: string }>`SELECT id FROM sessions WHERE user_id = ${person.id}`.execute(executor),
    );
    expect(rows.map(({ id }) => id)).toEqual([active.sessionId]);
    expect(rows.map(({ id }) => id)).not.toContain(idle.sessionId);
  });

  test('is purged together with old attempts and idle rate limit buckets', async () => {
    const purger = { ...makeAnonymous(database), actor: { type: 'system', label: 'test' } as const };
    const take = async (passedMs: number) => {
      const clock = new ManualClock();
      clock.advance(-passedMs);
      const { ids } = await takeAttempt(makeAnonymous(database, clock), testCallLimits(newId()));
      return ids;
    };
    const [old, recent] = [await take(hourMs + minuteMs), await take(hourMs - minuteMs)];
    const keys = [newId(), newId()];
    for (const key of keys) await new RateLimiter(database, { perMinute: 60, burst: 10 }).take(key);
    await database.asSystem((executor) =>
      sql`UPDATE rate_buckets SET refilled_at = now() - interval '1 day 1 minute' WHERE key_id = ${keys[0]}`.execute(
        executor,
      ),
    );
    await purgeExpiredSessions(purger);
    const { rows } = await database.asSystem((executor) =>
      sql<{ id: string }>`
        SELECT id::text FROM access_attempts WHERE id::text = ANY(${[...old, ...recent]})
        UNION ALL SELECT key_id::text FROM rate_buckets WHERE key_id::text = ANY(${keys})`.execute(executor),
    );
    expect(rows.map(({ id }) => id)).toEqual([...recent, keys[1]]);
  });

  test('ends with sign-out, and its token becomes invalid', async () => {
    const anonymous = makeAnonymous(database);
    const signedIn = await signInAs(anonymous, await makePerson(await makeWorkspace(database), 'owner'));
    await signOut(signedIn);
    expect(await findCaller(anonymous, signedIn.token)).toBeUndefined();
  });

  test('applies a changed role to the next request', async () => {
    const context = await makeWorkspace(database);
    await makePerson(context, 'owner');
    const anonymous = makeAnonymous(database);
    const { token, actor } = await signInAs(anonymous, await makePerson(context, 'admin'));
    await changeRole(context, actor.id, { role: 'viewer' });
    expect((await findCaller(anonymous, token))?.actor.role).toBe('viewer');
    await removeMember(context, actor.id);
    expect(await findCaller(anonymous, token)).toBeUndefined();
  });
});

describe('the session list', () => {
  test("shows a person's own sessions in all workspaces, with the network instead of the address", async () => {
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    const person = await makePerson(first, 'owner');
    await addUser(second, { ...pick(person), role: 'viewer' });
    await signInAs(makeAnonymous(database), await makePerson(first, 'owner'));
    const clock = new ManualClock();
    const otherSession = makeAnonymous(database, { ...clock, address: '203.0.113.77' });
    const other = await signInAs(otherSession, person);
    clock.advance(minuteMs);
    await findCaller(otherSession, other.token, second.workspaceId);
    clock.advance(1);
    const mine = await signInAs(makeAnonymous(database, clock), person);
    const listed = (await listSessions(mine)).items;
    expect(listed.map(({ id, isCurrent, workspaceId }) => ({ id, isCurrent, workspaceId }))).toEqual([
      { id: mine.sessionId, isCurrent: true, workspaceId: first.workspaceId },
      { id: other.sessionId, isCurrent: false, workspaceId: second.workspaceId },
    ]);
    expect(listed[1]).toMatchObject({
      network: '203.0.113.0/24',
      userAgent: 'Test browser',
      begunBy: 'sign-in',
    });
  });

  test('lets only the owner of a session end it', async () => {
    const context = await makeWorkspace(database);
    const [anonymous, person] = [makeAnonymous(database), await makePerson(context, 'owner')];
    const [mine, other] = [await signInAs(anonymous, person), await signInAs(anonymous, person)];
    const otherPerson = await signInAs(anonymous, await makePerson(context, 'owner'));
    const foreign = await failureOf(endSession(otherPerson, other.sessionId));
    expect(foreign).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failureOf(endSession(otherPerson, '00000000-0000-7000-8000-000000000000'))).toEqual(foreign);
    expect(await failureOf(endSession(otherPerson, 'nonsense'))).toEqual(foreign);
    await endSession(mine, other.sessionId);
    expect(await findCaller(anonymous, other.token)).toBeUndefined();
    expect(await findCaller(anonymous, mine.token)).toBeDefined();
  });

  test("ends all of the person's other sessions at once", async () => {
    const context = await makeWorkspace(database);
    const [anonymous, person] = [makeAnonymous(database), await makePerson(context, 'owner')];
    const others = [await signInAs(anonymous, person), await signInAs(anonymous, person)];
    const mine = await signInAs(anonymous, person);
    const otherPerson = await signInAs(anonymous, await makePerson(context, 'owner'));
    expect(await endOtherSessions(mine)).toEqual({ ended: 2 });
    for (const { token } of others) expect(await findCaller(anonymous, token)).toBeUndefined();
    for (const { token } of [mine, otherPerson]) expect(await findCaller(anonymous, token)).toBeDefined();
  });

  test('truncates the user agent and replaces unprintable characters', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const userAgent = `\u0000\u202e\n${'x'.repeat(1_000)}`;
    const mine = await signInAs({ ...makeAnonymous(database), userAgent }, person);
    expect((await listSessions(mine)).items[0]?.userAgent).toBe(`???${'x'.repeat(297)}`);
  });
});

describe('the workspace named by a request', () => {
  test('determines the role, and the session records the last workspace used at most once a minute', async () => {
    const clock = new ManualClock();
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    const person = await makePerson(first, 'owner');
    await addUser(second, { ...pick(person), role: 'viewer' });
    const anonymous = makeAnonymous(database, clock);
    const { token, sessionId } = await signInAs(anonymous, person);
    const inFirst = { workspaceId: first.workspaceId, sessionId, actor: { role: 'owner' } };
    const inSecond = { workspaceId: second.workspaceId, sessionId, actor: { role: 'viewer' } };
    const both = async () => [
      await findCaller(anonymous, token, first.workspaceId.toUpperCase()),
      await findCaller(anonymous, token, second.workspaceId),
    ];
    expect(await both()).toMatchObject([inFirst, inSecond]);
    expect(await findCaller(anonymous, token)).toMatchObject(inFirst);
    clock.advance(minuteMs);
    await findCaller(anonymous, token, second.workspaceId);
    expect(await findCaller(anonymous, token)).toMatchObject(inSecond);
    expect(await both()).toMatchObject([inFirst, inSecond]);
  });

  test('is not found if the person is not a member', async () => {
    const [first, foreign] = [await makeWorkspace(database), await makeWorkspace(database)];
    const anonymous = makeAnonymous(database);
    const { token } = await signInAs(anonymous, await makePerson(first, 'owner'));
    for (const named of [foreign.workspaceId, '00000000-0000-7000-8000-000000000000', 'nonsense', ''])
      expect(await findCaller(anonymous, token, named)).toBeUndefined();
    expect(await findCaller(anonymous, token)).toBeDefined();
  });

  test('leaves the session valid in other workspaces after the person has left one', async () => {
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    for (const context of [first, second]) await makePerson(context, 'owner');
    const person = await makePerson(first, 'viewer');
    await addUser(second, { ...pick(person), role: 'admin' });
    const anonymous = makeAnonymous(database);
    const { token } = await signInAs(anonymous, person);
    await removeMember(first, person.id);
    expect(await findCaller(anonymous, token, first.workspaceId)).toBeUndefined();
    expect(await findCaller(anonymous, token)).toMatchObject({
      workspaceId: second.workspaceId,
      actor: { role: 'admin' },
    });
    await removeMember(second, person.id);
    expect(await findCaller(anonymous, token)).toBeUndefined();
  });
});

describe('the public API with a session', () => {
  test('allows only whoami', async () => {
    const context = await makeWorkspace(database);
    const owner = await makePerson(context, 'owner');
    const { token: key } = await makeKey(context);
    const session = (await signInAs(makeAnonymous(database), owner)).token;
    const { server } = await makeApiServer(database);
    const request = async (path: string, headers: Record<string, string>) => {
      const response = await server.inject({ url: `/api/v1${path}`, headers });
      return { status: response.statusCode, ...response.json<{ data?: unknown }>() };
    };
    const cookie = `theme=dark; waypost=${session}; other=1`;
    try {
      await setSubscription(context, { status: 'lapsed' });
      expect((await request('/whoami', { cookie })).data).toEqual({
        tenantId: context.workspaceId,
        provider: 'session',
        scope: 'write',
        keyId: null,
        label: owner.email,
      });
      await setSubscription(context, { status: 'active' });
      for (const path of ['/campaigns', '/landings', '/rotators', '/nowhere', '/whoami/more'])
        expect((await request(path, { cookie })).status).toBe(401);
      for (const authorization of ['Bearer wpk_nonsense', 'Bearer', 'Basic eDp5', ''])
        expect((await request('/whoami', { cookie, authorization })).status).toBe(401);
      expect((await request('/whoami', { cookie, authorization: `Bearer ${key}` })).data).toMatchObject({
        provider: 'api-key',
      });
      for (const bad of [
        `waypost=${session}x`,
        `__Host-waypost=${session}`,
        'waypost=',
        `x=waypost=${session}`,
      ])
        expect((await request('/whoami', { cookie: bad })).status).toBe(401);
      // Another site may have set a cookie with the same name. The server cannot tell which cookie is its own, so it
      // ignores both cookies.
      expect((await request('/whoami', { cookie: `waypost=${'A'.repeat(43)}; ${cookie}` })).status).toBe(401);
    } finally {
      await server.close();
    }
  });

  test.each([
    ['owner', 'write'],
    ['admin', 'write'],
    ['member', 'write'],
    ['viewer', 'read'],
  ] as const)('gives a %s the scope %s', async (role, scope) => {
    const context = await makeWorkspace(database);
    const { token } = await signInAs(makeAnonymous(database), await makePerson(context, role));
    const { server } = await makeApiServer(database);
    const response = await server.inject({ url: '/api/v1/whoami', headers: { cookie: `waypost=${token}` } });
    await server.close();
    expect(response.json<{ data: unknown }>().data).toMatchObject({ scope, provider: 'session' });
  });
});

function pick({ email, password }: { email: string; password: string }) {
  return { email, password };
}
