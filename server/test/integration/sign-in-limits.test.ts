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
  signInAs,
  makePerson,
  makeAnonymous,
  ManualClock,
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

/** Parts of random network addresses, so that test runs do not share limits. */
const block = randomBytes(2).toString('hex');
const [octet = 0, lower = 0] = [...randomBytes(2)];
const upper = (lower + 1) % 256;

async function failFrom(anonymous: SignInContext, email: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1)
    expect(await failureOf(signIn(anonymous, { email, password: 'wrong' }))).toEqual(wrong);
}

async function knownBrowserOf(anonymous: AnonymousContext, person: { email: string; password: string }) {
  const outcome = await signIn(anonymous, { email: person.email, password: person.password });
  return 'session' in outcome ? (outcome.session.browser?.token ?? '') : '';
}

const wrong = {
  code: 'UNAUTHORIZED',
  message: 'Wrong email address or password',
  details: { reason: 'wrong-credentials' },
};

test.each(['known', 'unknown'])(
  'ten failures block a network from a %s account for 15 minutes',
  async (kind) => {
    const clock = new ManualClock();
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
    // The first failure is ten minutes old, so five minutes remain.
    const tooMany = {
      code: 'RATE_LIMITED',
      message: 'Too many attempts. Try again in 5 minutes.',
      details: { reason: 'too-many-attempts', retryAfter: 300 },
    };
    expect(await attempt('not the right one')).toEqual(tooMany);
    // The right password gets the same response.
    expect(await attempt(person.password, 99)).toEqual(tooMany);
    expect(verifyPassword).toHaveBeenCalledTimes(10);
    clock.advance(5 * minuteMs - 1);
    expect(await attempt(person.password)).toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfter: 1 },
    });
    clock.advance(1);
    expect(await attempt(person.password)).toEqual(kind === 'known' ? 'no failure' : wrong);
    // The window slides: after another failure, the wait depends on the second of the ten failures.
    if (kind === 'unknown')
      expect(await attempt('not the right one')).toMatchObject({
        code: 'RATE_LIMITED',
        details: { retryAfter: 60 },
      });
  },
);

test('a blocked network does not block other networks or a password change by the signed-in person', async () => {
  const now = new ManualClock().now;
  const person = await makePerson(await makeWorkspace(database), 'owner');
  const mine = await signInAs(makeAnonymous(database, { now }), person);
  await failFrom(makeAnonymous(database, { now }), person.email, 10);
  await expect(signInAs(makeAnonymous(database, { now }), person)).resolves.toBeDefined();
  const change = { currentPassword: person.password, newPassword: 'seven green bicycles at dawn' };
  await expect(changePassword(mine, change)).resolves.toBeDefined();
});

test('guesses from many networks block unknown browsers, but not browsers the person signed in with', async () => {
  const now = new ManualClock().now;
  const person = await makePerson(await makeWorkspace(database), 'owner');
  const anonymous = makeAnonymous(database, { now });
  const browserToken = await knownBrowserOf(anonymous, person);
  for (let network = 0; network < 10; network += 1)
    await failFrom(makeAnonymous(database, { now }), person.email, 10);
  const otherNetwork = makeAnonymous(database, { now });
  const tooMany = { code: 'RATE_LIMITED' };
  await expect(signInAs(otherNetwork, person)).rejects.toMatchObject(tooMany);
  await expect(signInAs({ ...otherNetwork, browserToken: 'A'.repeat(43) }, person)).rejects.toMatchObject(
    tooMany,
  );
  await expect(signInAs({ ...otherNetwork, browserToken }, person)).resolves.toBeDefined();
  // The sign-in replaced the browser token, so the previous token is invalid.
  await expect(signInAs({ ...otherNetwork, browserToken }, person)).rejects.toMatchObject(tooMany);
});

test('a known browser has ten separate attempts for its own account', async () => {
  const now = new ManualClock().now;
  const context = await makeWorkspace(database);
  const [person, other] = [await makePerson(context, 'owner'), await makePerson(context, 'member')];
  const anonymous = makeAnonymous(database, { now });
  const known = { ...anonymous, browserToken: await knownBrowserOf(anonymous, person) };
  await failFrom(known, person.email, 10);
  await expect(signInAs(known, person)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  // The browser is unknown to other accounts.
  await failFrom(known, other.email, 10);
  await expect(signInAs({ ...known, address: '198.51.100.1' }, other)).resolves.toBeDefined();
  await expect(signInAs(known, other)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

test('a browser is known for everyone who has signed in with it, by its latest token, for 180 days', async () => {
  const clock = new ManualClock();
  const context = await makeWorkspace(database);
  const [anna, ben] = [await makePerson(context, 'owner'), await makePerson(context, 'member')];
  const anonymous = makeAnonymous(database, { now: clock.now });
  const first = await knownBrowserOf(anonymous, anna);
  const browserToken = await knownBrowserOf({ ...anonymous, browserToken: first }, ben);
  for (const { email } of [anna, ben]) {
    for (let network = 0; network < 10; network += 1)
      await failFrom(makeAnonymous(database, { now: clock.now }), email, 10);
    const identified = identifyRequester({ ...anonymous, browserToken }, email);
    await expect(identified).resolves.toMatchObject({ lane: expect.stringMatching(/^browser /) });
  }
  await expect(identifyRequester({ ...anonymous, browserToken: first }, anna.email)).resolves.toMatchObject({
    lane: expect.stringMatching(/^network /),
  });
  const laneOfAnna = async () => (await identifyRequester({ ...anonymous, browserToken }, anna.email)).lane;
  clock.advance(179 * 24 * hourMs);
  expect(await laneOfAnna()).toMatch(/^browser /);
  clock.advance(24 * hourMs);
  expect(await laneOfAnna()).toMatch(/^network /);
});

test('concurrent attempts are counted exactly', async () => {
  const [email, anonymous] = [unknownEmail(), makeAnonymous(database)];
  const failures = await Promise.all(
    Array.from({ length: 25 }, () => failureOf(signIn(anonymous, { email, password: 'wrong' }))),
  );
  const codes = failures.map((failure) => (failure as { code: string }).code);
  expect(codes.filter((code) => code === 'UNAUTHORIZED')).toHaveLength(10);
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(15);
  expect(verifyPassword).toHaveBeenCalledTimes(10);
});

test.each([
  ['IPv6 /56', (host: number) => `2001:db8:${block}:7${host % 10}::${host}`, `2001:db8:${block}:100::1`],
  ['IPv4 /24', (host: number) => `::ffff:10.${octet}.${lower}.${host}`, `10.${octet}.${upper}.7`],
])('a network (%s) is blocked after 50 failures across all accounts', async (_, inside, outside) => {
  const context = makeAnonymous(database, new ManualClock());
  const attempt = (address: string) => takeAttempt(context, anonymousLimits(unknownEmail(), address));
  for (let host = 0; host < 50; host += 1) await attempt(inside(host));
  await expect(attempt(inside(50))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await expect(attempt(outside)).resolves.toBeDefined();
});

test('a successful sign-in clears earlier failures', async () => {
  const person = await makePerson(await makeWorkspace(database), 'owner');
  const anonymous = makeAnonymous(database, new ManualClock());
  await failFrom(anonymous, person.email, 9);
  await signInAs(anonymous, person);
  await failFrom(anonymous, person.email, 10);
  await expect(signIn(anonymous, pick(person))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

test('failures and locks are logged in each workspace, and reported with the IP address', async () => {
  const [context, second] = [await makeWorkspace(database), await makeWorkspace(database)];
  const person = await makePerson(context, 'owner');
  await addUser(second, { ...pick(person), role: 'viewer' });
  const accounts = new TestAccounts();
  const anonymous = makeAnonymous(database, { accounts: accounts.tools, address: '203.0.113.77' });
  await failFrom(anonymous, person.email, 10);
  await expect(signIn(anonymous, pick(person))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await failFrom(anonymous, unknownEmail(), 1);
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

test('email addresses from failed attempts are not stored', async () => {
  const email = `secret-${unknownEmail()}`;
  await failureOf(signIn(makeAnonymous(database), { email: email, password: 'wrong' }));
  const { rows } = await database.asSystem((executor) =>
    sql<{ text: string }>`SELECT encode(subject, 'escape') AS text FROM access_attempts`.execute(executor),
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map((row) => row.text).join('\n')).not.toContain('secret-');
});

function pick({ email, password }: { email: string; password: string }) {
  return { email, password };
}
