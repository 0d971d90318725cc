import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
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
import { signIn, type SignInContext } from '../../src/services/accounts/sign-in.ts';
import { setSubscription } from '../../src/services/subscriptions/subscriptions.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer } from '../../src/testing/http/api-server.ts';
import { makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import {
  enterAs,
  findCaller,
  makePerson,
  makeAnonymous,
  StoppedClock,
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

async function failFrom(stranger: SignInContext, email: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1)
    expect(await failureOf(signIn(stranger, { email, password: 'wrong' }))).toEqual(wrong);
}

const wrong = {
  code: 'UNAUTHORIZED',
  message: 'Wrong email address or password',
  details: { reason: 'wrong-credentials' },
};

describe('signing in', () => {
  test('begins a session that speaks for the person in the workspace they joined first', async () => {
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    const person = await makePerson(first, 'viewer');
    await addUser(second, { ...pick(person), role: 'owner' });
    const signedIn = await enterAs(makeAnonymous(database), person);
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

  test('the address is the same however it is spelled', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    await expect(
      enterAs(makeAnonymous(database), { ...person, email: person.email.toUpperCase() }),
    ).resolves.toMatchObject({ actor: { id: person.id } });
  });

  test('ends the session that the browser had before, whosever it was, and no other', async () => {
    const context = await makeWorkspace(database);
    const [anna, ben] = [await makePerson(context, 'owner'), await makePerson(context, 'member')];
    const stranger = makeAnonymous(database);
    const [here, elsewhere] = [await enterAs(stranger, anna), await enterAs(stranger, anna)];
    const again = await enterAs({ ...stranger, caller: here }, anna);
    expect(await findCaller(stranger, here.token)).toBeUndefined();
    const other = await enterAs({ ...stranger, caller: again }, ben);
    expect(await findCaller(stranger, again.token)).toBeUndefined();
    for (const { token } of [elsewhere, other]) expect(await findCaller(stranger, token)).toBeDefined();
    const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    expect(
      entries.filter(({ action }) => action === 'session.end').map(({ subjectId }) => subjectId),
    ).toEqual([again.sessionId, here.sessionId]);
  });

  test('a wrong password leaves the session that the browser has', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const stranger = makeAnonymous(database);
    const mine = await enterAs(stranger, person);
    await failFrom({ ...stranger, caller: mine }, person.email, 1);
    expect(await findCaller(stranger, mine.token)).toBeDefined();
  });

  test('of a token nothing but its hash is stored', async () => {
    const context = await makeWorkspace(database);
    const person = await makePerson(context, 'owner');
    const { token } = await enterAs(makeAnonymous(database), person);
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

  test('a wrong password and a person who does not exist are one answer at one price', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const stranger = makeAnonymous(database);
    const runs: number[] = [];
    for (const email of [person.email, unknownEmail()]) {
      vi.mocked(hashPassword).mockClear();
      vi.mocked(verifyPassword).mockClear();
      for (const code of [undefined, '123456'])
        expect(await failureOf(signIn(stranger, { email, password: 'not the right one', code }))).toEqual(
          wrong,
        );
      runs.push(vi.mocked(verifyPassword).mock.calls.length + vi.mocked(hashPassword).mock.calls.length);
    }
    expect(runs).toEqual([2, 2]);
    // The price is that of a password of today, not of a text that is no hash at all.
    const [, hash = ''] = vi.mocked(verifyPassword).mock.lastCall ?? [];
    expect(isOutdated(hash)).toBe(false);
  });

  test('a person without a workspace is told so, but only with the right password', async () => {
    const context = await makeWorkspace(database);
    await makePerson(context, 'owner');
    const person = await makePerson(context, 'member');
    await removeMember(context, person.id);
    const stranger = makeAnonymous(database);
    expect(await failureOf(signIn(stranger, { email: person.email, password: 'not the right one' }))).toEqual(
      wrong,
    );
    await expect(signIn(stranger, pick(person))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('a hash of older parameters is replaced, and the password stays', async () => {
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
    await enterAs(makeAnonymous(database), person);
    const renewed = await readHash();
    expect(isOutdated(renewed)).toBe(false);
    await enterAs(makeAnonymous(database), person);
    expect(await readHash()).toBe(renewed);
  });
});

describe('a session', () => {
  test('ends after 12 hours without a request, and any request keeps it', async () => {
    const clock = new StoppedClock();
    const stranger = makeAnonymous(database, clock);
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const { token } = await enterAs(stranger, person);
    clock.advance(12 * hourMs - 1);
    expect(await findCaller(stranger, token)).toBeDefined();
    clock.advance(12 * hourMs - 1);
    expect(await findCaller(stranger, token)).toBeDefined();
    clock.advance(12 * hourMs);
    expect(await findCaller(stranger, token)).toBeUndefined();
  });

  test('ends after seven days, however busy', async () => {
    const clock = new StoppedClock();
    const stranger = makeAnonymous(database, clock);
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const { token } = await enterAs(stranger, person);
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      clock.advance(8 * hourMs);
      expect(await findCaller(stranger, token)).toBeDefined();
    }
    clock.advance(8 * hourMs - 1);
    expect(await findCaller(stranger, token)).toBeDefined();
    clock.advance(1);
    expect(await findCaller(stranger, token)).toBeUndefined();
  });

  test('notes when it was used at most once a minute', async () => {
    const clock = new StoppedClock();
    const stranger = makeAnonymous(database, clock);
    const signedIn = await enterAs(stranger, await makePerson(await makeWorkspace(database), 'owner'));
    const begun = clock.now().toISOString();
    const lastSeen = async () => (await listSessions(signedIn)).items[0]?.lastSeenAt;
    clock.advance(minuteMs - 1);
    await findCaller(stranger, signedIn.token);
    expect(await lastSeen()).toBe(begun);
    clock.advance(1);
    await findCaller(stranger, signedIn.token);
    expect(await lastSeen()).toBe(clock.now().toISOString());
  });

  test('is purged once it has ended in either way', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const clock = new StoppedClock();
    clock.advance(-13 * hourMs);
    const idle = await enterAs(makeAnonymous(database, clock), person);
    const busy = await enterAs(makeAnonymous(database), person);
    await purgeExpiredSessions({ ...busy, actor: { type: 'system', label: 'test' } });
    const { rows } = await database.asSystem((executor) =>
      sql<{ id: string }>`SELECT id FROM sessions WHERE user_id = ${person.id}`.execute(executor),
    );
    expect(rows.map(({ id }) => id)).toEqual([busy.sessionId]);
    expect(rows.map(({ id }) => id)).not.toContain(idle.sessionId);
  });

  test('ends with sign-out, and its token is worth nothing from then on', async () => {
    const stranger = makeAnonymous(database);
    const signedIn = await enterAs(stranger, await makePerson(await makeWorkspace(database), 'owner'));
    await signOut(signedIn);
    expect(await findCaller(stranger, signedIn.token)).toBeUndefined();
  });

  test('shows the very next request what its person may do by then', async () => {
    const context = await makeWorkspace(database);
    await makePerson(context, 'owner');
    const stranger = makeAnonymous(database);
    const { token, actor } = await enterAs(stranger, await makePerson(context, 'admin'));
    await changeRole(context, actor.id, { role: 'viewer' });
    expect((await findCaller(stranger, token))?.actor.role).toBe('viewer');
    await removeMember(context, actor.id);
    expect(await findCaller(stranger, token)).toBeUndefined();
  });
});

describe('the list of sessions', () => {
  test('shows a person their own ones in all workspaces, with the network and not the address', async () => {
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    const person = await makePerson(first, 'owner');
    await addUser(second, { ...pick(person), role: 'viewer' });
    await enterAs(makeAnonymous(database), await makePerson(first, 'owner'));
    const clock = new StoppedClock();
    const elsewhere = makeAnonymous(database, { ...clock, address: '203.0.113.77' });
    const other = await enterAs(elsewhere, person);
    clock.advance(minuteMs);
    await findCaller(elsewhere, other.token, second.workspaceId);
    clock.advance(1);
    const mine = await enterAs(makeAnonymous(database, clock), person);
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

  test('one is ended by its person and by nobody else', async () => {
    const context = await makeWorkspace(database);
    const [stranger, person] = [makeAnonymous(database), await makePerson(context, 'owner')];
    const [mine, other] = [await enterAs(stranger, person), await enterAs(stranger, person)];
    const somebody = await enterAs(stranger, await makePerson(context, 'owner'));
    const foreign = await failureOf(endSession(somebody, other.sessionId));
    expect(foreign).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failureOf(endSession(somebody, '00000000-0000-7000-8000-000000000000'))).toEqual(foreign);
    expect(await failureOf(endSession(somebody, 'nonsense'))).toEqual(foreign);
    await endSession(mine, other.sessionId);
    expect(await findCaller(stranger, other.token)).toBeUndefined();
    expect(await findCaller(stranger, mine.token)).toBeDefined();
  });

  test('all others are ended together, and only those of the person', async () => {
    const context = await makeWorkspace(database);
    const [stranger, person] = [makeAnonymous(database), await makePerson(context, 'owner')];
    const others = [await enterAs(stranger, person), await enterAs(stranger, person)];
    const mine = await enterAs(stranger, person);
    const somebody = await enterAs(stranger, await makePerson(context, 'owner'));
    expect(await endOtherSessions(mine)).toEqual({ ended: 2 });
    for (const { token } of others) expect(await findCaller(stranger, token)).toBeUndefined();
    for (const { token } of [mine, somebody]) expect(await findCaller(stranger, token)).toBeDefined();
  });

  test('whatever a browser calls itself is cut and printable', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const userAgent = `\u0000\u202e\n${'x'.repeat(1_000)}`;
    const mine = await enterAs({ ...makeAnonymous(database), userAgent }, person);
    expect((await listSessions(mine)).items[0]?.userAgent).toBe(`???${'x'.repeat(297)}`);
  });
});

describe('the workspace that a request names', () => {
  test('decides about the role; the session keeps which one was used last, to the minute', async () => {
    const clock = new StoppedClock();
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    const person = await makePerson(first, 'owner');
    await addUser(second, { ...pick(person), role: 'viewer' });
    const stranger = makeAnonymous(database, clock);
    const { token, sessionId } = await enterAs(stranger, person);
    const inFirst = { workspaceId: first.workspaceId, sessionId, actor: { role: 'owner' } };
    const inSecond = { workspaceId: second.workspaceId, sessionId, actor: { role: 'viewer' } };
    const both = async () => [
      await findCaller(stranger, token, first.workspaceId.toUpperCase()),
      await findCaller(stranger, token, second.workspaceId),
    ];
    expect(await both()).toMatchObject([inFirst, inSecond]);
    expect(await findCaller(stranger, token)).toMatchObject(inFirst);
    clock.advance(minuteMs);
    await findCaller(stranger, token, second.workspaceId);
    expect(await findCaller(stranger, token)).toMatchObject(inSecond);
    expect(await both()).toMatchObject([inFirst, inSecond]);
  });

  test('one that the person does not belong to does not exist', async () => {
    const [first, foreign] = [await makeWorkspace(database), await makeWorkspace(database)];
    const stranger = makeAnonymous(database);
    const { token } = await enterAs(stranger, await makePerson(first, 'owner'));
    for (const named of [foreign.workspaceId, '00000000-0000-7000-8000-000000000000', 'nonsense', ''])
      expect(await findCaller(stranger, token, named)).toBeUndefined();
    expect(await findCaller(stranger, token)).toBeDefined();
  });

  test('who leaves one keeps their session for the others, and without any it is worth nothing', async () => {
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    for (const context of [first, second]) await makePerson(context, 'owner');
    const person = await makePerson(first, 'viewer');
    await addUser(second, { ...pick(person), role: 'admin' });
    const stranger = makeAnonymous(database);
    const { token } = await enterAs(stranger, person);
    await removeMember(first, person.id);
    expect(await findCaller(stranger, token, first.workspaceId)).toBeUndefined();
    expect(await findCaller(stranger, token)).toMatchObject({
      workspaceId: second.workspaceId,
      actor: { role: 'admin' },
    });
    await removeMember(second, person.id);
    expect(await findCaller(stranger, token)).toBeUndefined();
  });
});

describe('the public API', () => {
  test('a session may ask who it is, and nothing else', async () => {
    const context = await makeWorkspace(database);
    const owner = await makePerson(context, 'owner');
    const { token: key } = await makeKey(context);
    const session = (await enterAs(makeAnonymous(database), owner)).token;
    const { server } = await makeApiServer(database);
    const ask = async (path: string, headers: Record<string, string>) => {
      const answer = await server.inject({ url: `/api/v1${path}`, headers });
      return { status: answer.statusCode, ...answer.json<{ data?: unknown }>() };
    };
    const cookie = `theme=dark; waypost=${session}; other=1`;
    try {
      await setSubscription(context, { status: 'lapsed' });
      expect((await ask('/whoami', { cookie })).data).toEqual({
        tenantId: context.workspaceId,
        provider: 'session',
        scope: 'write',
        keyId: null,
        label: owner.email,
      });
      await setSubscription(context, { status: 'active' });
      for (const path of ['/campaigns', '/landings', '/rotators', '/nowhere', '/whoami/more'])
        expect((await ask(path, { cookie })).status).toBe(401);
      for (const authorization of ['Bearer wpk_nonsense', 'Bearer', 'Basic eDp5', ''])
        expect((await ask('/whoami', { cookie, authorization })).status).toBe(401);
      expect((await ask('/whoami', { cookie, authorization: `Bearer ${key}` })).data).toMatchObject({
        provider: 'api-key',
      });
      for (const bad of [
        `waypost=${session}x`,
        `__Host-waypost=${session}`,
        'waypost=',
        `x=waypost=${session}`,
      ])
        expect((await ask('/whoami', { cookie: bad })).status).toBe(401);
      // Somebody else's cookie of the same name may have got in before ours.
      expect((await ask('/whoami', { cookie: `waypost=${'A'.repeat(43)}; ${cookie}` })).status).toBe(401);
    } finally {
      await server.close();
    }
  });

  test.each([
    ['owner', 'write'],
    ['admin', 'write'],
    ['member', 'write'],
    ['viewer', 'read'],
  ] as const)('the session of a %s has the scope %s', async (role, scope) => {
    const context = await makeWorkspace(database);
    const { token } = await enterAs(makeAnonymous(database), await makePerson(context, role));
    const { server } = await makeApiServer(database);
    const answer = await server.inject({ url: '/api/v1/whoami', headers: { cookie: `waypost=${token}` } });
    await server.close();
    expect(answer.json<{ data: unknown }>().data).toMatchObject({ scope, provider: 'session' });
  });
});

function pick({ email, password }: { email: string; password: string }) {
  return { email, password };
}
