import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from '../../src/platform/password-hash.ts';
import type { AnonymousContext } from '../../src/services/accounts/account-context.ts';
import { changePassword } from '../../src/services/accounts/change-password.ts';
import { addUser } from '../../src/services/accounts/create-user.ts';
import { identifyRequester } from '../../src/services/accounts/known-browsers.ts';
import { anonymousLimits, takeAttempt } from '../../src/services/accounts/limit-attempts.ts';
import { signIn, type SignInContext } from '../../src/services/accounts/sign-in.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import {
  enterAs,
  makePerson,
  makeAnonymous,
  StoppedClock,
  TestAccounts,
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

/** A network of the test's own. */
const block = randomBytes(2).toString('hex');
const [octet = 0, lower = 0] = [...randomBytes(2)];
const upper = (lower + 1) % 256;

async function failFrom(stranger: SignInContext, email: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1)
    expect(await failureOf(signIn(stranger, { email, password: 'wrong' }))).toEqual(wrong);
}

async function knownBrowserOf(stranger: AnonymousContext, person: { email: string; password: string }) {
  const outcome = await signIn(stranger, { email: person.email, password: person.password });
  return 'session' in outcome ? (outcome.session.browser?.token ?? '') : '';
}

const wrong = {
  code: 'UNAUTHORIZED',
  message: 'Wrong email address or password',
  details: { reason: 'wrong-credentials' },
};

test.each(['known', 'unknown'])(
  'ten failures shut a network out of a %s account for 15 minutes',
  async (kind) => {
    const clock = new StoppedClock();
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const email = kind === 'known' ? person.email : unknownEmail();
    const [a, b] = [...randomBytes(2)];
    const attempt = (password: string, host = 7) =>
      failureOf(
        signIn(makeAnonymous(database, { now: clock.now, address: `10.${a}.${b}.${host}` }), {
          email,
          password,
        }),
      );
    for (let count = 0; count < 10; count += 1) {
      expect(await attempt('not the right one', count)).toEqual(wrong);
      clock.advance(minuteMs);
    }
    // The first failure is ten minutes old: five minutes are left.
    const tooMany = {
      code: 'RATE_LIMITED',
      message: 'Too many attempts. Try again in 300 s.',
      details: { reason: 'too-many-attempts', retryAfter: 300 },
    };
    expect(await attempt('not the right one')).toEqual(tooMany);
    // Not even the right password tells that it is right.
    expect(await attempt(person.password, 99)).toEqual(tooMany);
    expect(verifyPassword).toHaveBeenCalledTimes(10);
    clock.advance(5 * minuteMs - 1);
    expect(await attempt(person.password)).toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfter: 1 },
    });
    clock.advance(1);
    expect(await attempt(person.password)).toEqual(kind === 'known' ? 'no failure' : wrong);
    // It slides: for who failed again, the second failure of the ten is now the one to wait for.
    if (kind === 'unknown')
      expect(await attempt('not the right one')).toMatchObject({
        code: 'RATE_LIMITED',
        details: { retryAfter: 60 },
      });
  },
);

test('nobody is shut out of other networks by that, nor from changing their own password', async () => {
  const now = new StoppedClock().now;
  const person = await makePerson(await makeWorkspace(database), 'owner');
  const mine = await enterAs(makeAnonymous(database, { now }), person);
  await failFrom(makeAnonymous(database, { now }), person.email, 10);
  await expect(enterAs(makeAnonymous(database, { now }), person)).resolves.toBeDefined();
  const change = { currentPassword: person.password, newPassword: 'seven green bicycles at dawn' };
  await expect(changePassword(mine, change)).resolves.toBeDefined();
});

test('guesses from many networks shut out strangers, and no browser that the person signed in with', async () => {
  const now = new StoppedClock().now;
  const person = await makePerson(await makeWorkspace(database), 'owner');
  const stranger = makeAnonymous(database, { now });
  const browserToken = await knownBrowserOf(stranger, person);
  for (let network = 0; network < 10; network += 1)
    await failFrom(makeAnonymous(database, { now }), person.email, 10);
  const elsewhere = makeAnonymous(database, { now });
  const tooMany = { code: 'RATE_LIMITED' };
  await expect(enterAs(elsewhere, person)).rejects.toMatchObject(tooMany);
  await expect(enterAs({ ...elsewhere, browserToken: 'A'.repeat(43) }, person)).rejects.toMatchObject(
    tooMany,
  );
  await expect(enterAs({ ...elsewhere, browserToken }, person)).resolves.toBeDefined();
  // Another token came with that sign-in, and the one before is worth nothing.
  await expect(enterAs({ ...elsewhere, browserToken }, person)).rejects.toMatchObject(tooMany);
});

test('a known browser has ten attempts of its own, at the account that it is known to', async () => {
  const now = new StoppedClock().now;
  const context = await makeWorkspace(database);
  const [person, other] = [await makePerson(context, 'owner'), await makePerson(context, 'member')];
  const stranger = makeAnonymous(database, { now });
  const known = { ...stranger, browserToken: await knownBrowserOf(stranger, person) };
  await failFrom(known, person.email, 10);
  await expect(enterAs(known, person)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  // To everybody else it is a stranger.
  await failFrom(known, other.email, 10);
  await expect(enterAs({ ...known, address: '198.51.100.1' }, other)).resolves.toBeDefined();
  await expect(enterAs(known, other)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

test('a browser is known to all who signed in there, by its newest token, for half a year', async () => {
  const clock = new StoppedClock();
  const context = await makeWorkspace(database);
  const [anna, ben] = [await makePerson(context, 'owner'), await makePerson(context, 'member')];
  const stranger = makeAnonymous(database, { now: clock.now });
  const first = await knownBrowserOf(stranger, anna);
  const browserToken = await knownBrowserOf({ ...stranger, browserToken: first }, ben);
  for (const { email } of [anna, ben]) {
    for (let network = 0; network < 10; network += 1)
      await failFrom(makeAnonymous(database, { now: clock.now }), email, 10);
    const asked = identifyRequester({ ...stranger, browserToken }, email);
    await expect(asked).resolves.toMatchObject({ lane: expect.stringMatching(/^browser /) });
  }
  await expect(identifyRequester({ ...stranger, browserToken: first }, anna.email)).resolves.toMatchObject({
    lane: expect.stringMatching(/^network /),
  });
  clock.advance(180 * 24 * hourMs);
  await expect(identifyRequester({ ...stranger, browserToken }, anna.email)).resolves.toMatchObject({
    lane: expect.stringMatching(/^network /),
  });
});

test('many at once are counted as well as one after the other', async () => {
  const [email, stranger] = [unknownEmail(), makeAnonymous(database)];
  const failures = await Promise.all(
    Array.from({ length: 25 }, () => failureOf(signIn(stranger, { email, password: 'wrong' }))),
  );
  const codes = failures.map((failure) => (failure as { code: string }).code);
  expect(codes.filter((code) => code === 'UNAUTHORIZED')).toHaveLength(10);
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(15);
  expect(verifyPassword).toHaveBeenCalledTimes(10);
});

test.each([
  [
    'IPv6 of 56 bits',
    (host: number) => `2001:db8:${block}:7${host % 10}::${host}`,
    `2001:db8:${block}:100::1`,
  ],
  ['IPv4 of 24 bits', (host: number) => `::ffff:10.${octet}.${lower}.${host}`, `10.${octet}.${upper}.7`],
])('a network of %s fails 50 times, whomever it tries', async (_, inside, outside) => {
  const context = makeAnonymous(database, new StoppedClock());
  const attempt = (address: string) => takeAttempt(context, anonymousLimits(unknownEmail(), address));
  for (let host = 0; host < 50; host += 1) await attempt(inside(host));
  await expect(attempt(inside(50))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await expect(attempt(outside)).resolves.toBeDefined();
});

test('the right password wipes out what failed before', async () => {
  const person = await makePerson(await makeWorkspace(database), 'owner');
  const stranger = makeAnonymous(database, new StoppedClock());
  await failFrom(stranger, person.email, 9);
  await enterAs(stranger, person);
  await failFrom(stranger, person.email, 10);
  await expect(signIn(stranger, pick(person))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

test('failures and the lock that they lead to stand in the log of each workspace, and are told with the address', async () => {
  const [context, second] = [await makeWorkspace(database), await makeWorkspace(database)];
  const person = await makePerson(context, 'owner');
  await addUser(second, { ...pick(person), role: 'viewer' });
  const accounts = new TestAccounts();
  const stranger = makeAnonymous(database, { accounts: accounts.tools, address: '203.0.113.77' });
  await failFrom(stranger, person.email, 10);
  await expect(signIn(stranger, pick(person))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await failFrom(stranger, unknownEmail(), 1);
  await accounts.settle();
  for (const { workspaceId } of [context, second]) {
    const entries = await database.asSystem((executor) => listAuditEntries(executor, workspaceId));
    const lines = entries.filter(({ action }) => action.startsWith('sign-in.'));
    expect(lines.filter(({ action }) => action === 'sign-in.refuse')).toHaveLength(10);
    expect(lines.filter(({ action }) => action === 'sign-in.lock')).toMatchObject([
      {
        actorType: 'system',
        subjectId: person.id,
        details: { why: 'wrong-password', network: '203.0.113.0/24' },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain('203.0.113.77');
  }
  const about = { address: '203.0.113.77', person: { id: person.id, email: person.email } };
  expect(accounts.access.slice(8)).toMatchObject([
    { outcome: 'wrong-password', ...about },
    { outcome: 'wrong-password', ...about },
    { outcome: 'locked', ...about },
    { outcome: 'limited', address: '203.0.113.77' },
    { outcome: 'unknown-person', address: '203.0.113.77' },
  ]);
  expect(accounts.access.at(-1)).not.toHaveProperty('person');
});

test('what people type in as their address is not kept', async () => {
  const typed = `secret-${unknownEmail()}`;
  await failureOf(signIn(makeAnonymous(database), { email: typed, password: 'wrong' }));
  const { rows } = await database.asSystem((executor) =>
    sql<{ text: string }>`SELECT encode(subject, 'escape') AS text FROM access_attempts`.execute(executor),
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map((row) => row.text).join('\n')).not.toContain('secret-');
});

function pick({ email, password }: { email: string; password: string }) {
  return { email, password };
}
