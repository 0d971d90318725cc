import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { addUser } from '../../src/services/accounts/create-user.ts';
import { getMe } from '../../src/services/accounts/get-me.ts';
import { makeResetLink, resetPassword } from '../../src/services/accounts/reset-password.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  switchOffSecondFactor,
} from '../../src/services/accounts/second-factor.ts';
import { signIn } from '../../src/services/accounts/sign-in.ts';
import { requestErasureInPerson } from '../../src/services/erasures/request-erasure.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeWorkspace, operatorContext } from '../../src/testing/workspaces/factories.ts';
import {
  signInAs,
  findCaller,
  makePerson,
  makeAnonymous,
  computeTotpCode,
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

afterAll(() => database.close());

const stepMs = 30_000;
const wrongCode = { code: 'UNAUTHORIZED', message: 'The code is wrong or has already been used' };

async function makePersonWithSecondFactor() {
  const clock = new ManualClock();
  const anonymous = makeAnonymous(database, clock);
  const context = await makeWorkspace(database);
  const person = await makePerson(context, 'member');
  const mine = await signInAs(anonymous, person);
  const { secret } = await beginSecondFactor(mine, { password: person.password });
  const { recoveryCodes } = await confirmSecondFactor(mine, { code: computeTotpCode(secret, clock.now()) });
  clock.advance(2 * stepMs);
  const { email, password } = person;
  const show = (steps = 0) => computeTotpCode(secret, new Date(clock.now().getTime() + steps * stepMs));
  const tryCode = (code?: string) => signIn(anonymous, { email, password, code });
  return { clock, anonymous, context, person, mine, secret, recoveryCodes, show, tryCode };
}

describe('enabling two-factor authentication', () => {
  test('requires the password and a first code, and returns ten recovery codes', async () => {
    const clock = new ManualClock();
    const anonymous = makeAnonymous(database, clock);
    const context = await makeWorkspace(database);
    const person = await makePerson(context, 'member');
    const mine = await signInAs(anonymous, person);
    await expect(beginSecondFactor(mine, { password: 'wrong' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { secret, uri } = await beginSecondFactor(mine, { password: person.password });
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    // Two-factor authentication is not enabled yet, so an abandoned setup does not lock the person out.
    await expect(signInAs(anonymous, person)).resolves.toBeDefined();
    await expect(confirmSecondFactor(mine, { code: '000000' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { issues: [{ path: 'code' }] },
    });
    const { recoveryCodes } = await confirmSecondFactor(mine, { code: computeTotpCode(secret, clock.now()) });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-7]{4}(?:-[a-z2-7]{4}){3}$/);
    expect((await getMe(mine)).secondFactor).toEqual({ enabled: true, recoveryCodesLeft: 10 });
    const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    const [enabled, begun] = entries.filter(({ action }) => action.startsWith('second-factor'));
    expect(enabled).toMatchObject({ action: 'second-factor.enable', subjectId: person.id });
    expect(begun).toMatchObject({ action: 'second-factor.begin', actorId: person.id });
  });

  test('ends all other sessions and replaces the session token, as does disabling it', async () => {
    const clock = new ManualClock();
    const accounts = new TestAccounts();
    const anonymous = makeAnonymous(database, { now: clock.now, accounts: accounts.tools });
    const context = await makeWorkspace(database);
    const person = await makePerson(context, 'member');
    const { password } = person;
    const [mine, other] = [await signInAs(anonymous, person), await signInAs(anonymous, person)];
    const { secret } = await beginSecondFactor(mine, { password });
    const { session } = await confirmSecondFactor(mine, { code: computeTotpCode(secret, clock.now()) });
    for (const { token } of [mine, other]) expect(await findCaller(anonymous, token)).toBeUndefined();
    expect((await findCaller(anonymous, session.token))?.sessionId).toBe(mine.sessionId);
    clock.advance(2 * stepMs);
    const third = await signInAs(anonymous, person, computeTotpCode(secret, clock.now()));
    clock.advance(2 * stepMs);
    const code = computeTotpCode(secret, clock.now());
    const renewed = await disableSecondFactor(mine, { password, code });
    for (const { token } of [session, third]) expect(await findCaller(anonymous, token)).toBeUndefined();
    expect((await findCaller(anonymous, renewed.token))?.sessionId).toBe(mine.sessionId);
    expect(accounts.access.map(({ outcome }) => outcome)).toEqual(
      expect.arrayContaining(['second-factor-on', 'second-factor-off']),
    );
    const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    expect(entries.find(({ action }) => action === 'second-factor.enable')).toMatchObject({
      changes: [{ field: 'secondFactor', before: 'off', after: 'on' }],
      details: { endedSessions: 1 },
    });
  });

  test('limits guesses at the first code', async () => {
    const clock = new ManualClock();
    const person = await makePerson(await makeWorkspace(database), 'member');
    const mine = await signInAs(makeAnonymous(database, clock), person);
    const { secret } = await beginSecondFactor(mine, { password: person.password });
    const right = computeTotpCode(secret, clock.now());
    const wrong = right === '000000' ? '000001' : '000000';
    for (let count = 0; count < 5; count += 1)
      await expect(confirmSecondFactor(mine, { code: wrong })).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      });
    await expect(confirmSecondFactor(mine, { code: right })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    clock.advance(15 * 60_000);
    const code = computeTotpCode(secret, clock.now());
    await expect(confirmSecondFactor(mine, { code })).resolves.toMatchObject({ recoveryCodes: {} });
  });

  test('replaces an unconfirmed secret, but not a confirmed one', async () => {
    const clock = new ManualClock();
    const person = await makePerson(await makeWorkspace(database), 'member');
    const mine = await signInAs(makeAnonymous(database, clock), person);
    await expect(confirmSecondFactor(mine, { code: '123456' })).rejects.toMatchObject({ code: 'CONFLICT' });
    const start = () => beginSecondFactor(mine, { password: person.password });
    const [first, second] = [await start(), await start()];
    await expect(
      confirmSecondFactor(mine, { code: computeTotpCode(first.secret, clock.now()) }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await confirmSecondFactor(mine, { code: computeTotpCode(second.secret, clock.now()) });
    await expect(start()).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(
      confirmSecondFactor(mine, { code: computeTotpCode(second.secret, clock.now()) }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('stores secret and recovery codes encrypted or hashed', async () => {
    const { person, secret, recoveryCodes } = await makePersonWithSecondFactor();
    const { rows } = await database.asSystem((executor) =>
      sql<{
        text: string;
      }>`SELECT u::text || encode(u.totp_secret, 'escape') AS text FROM users u WHERE id = ${person.id}
        UNION ALL SELECT c::text || encode(c.code_hash, 'escape') FROM recovery_codes c WHERE user_id = ${person.id}`.execute(
        executor,
      ),
    );
    expect(rows).toHaveLength(11);
    const stored = rows.map(({ text }) => text).join('\n');
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.slice(0, 9));
  });
});

describe('signing in with two-factor authentication', () => {
  test('asks for a code only after the right password', async () => {
    const { anonymous, person, show, tryCode } = await makePersonWithSecondFactor();
    expect(await tryCode()).toEqual({ secondFactor: 'needed' });
    const wrongPassword = { email: person.email, password: 'wrong' };
    for (const code of [undefined, show()])
      await expect(signIn(anonymous, { ...wrongPassword, code })).rejects.toMatchObject({
        message: 'Wrong email address or password',
      });
    expect(await tryCode(show())).toMatchObject({ session: {} });
  });

  test('accepts a code once, and only within one time step of the current time', async () => {
    const { clock, show, tryCode } = await makePersonWithSecondFactor();
    const code = show();
    await expect(tryCode(code)).resolves.toBeDefined();
    await expect(tryCode(code)).rejects.toMatchObject(wrongCode);
    // A code is rejected if its time step is before that of the last used code, even if the code was never used.
    await expect(tryCode(show(-1))).rejects.toMatchObject(wrongCode);
    await expect(tryCode(show(2))).rejects.toMatchObject(wrongCode);
    await expect(tryCode(show(1))).resolves.toBeDefined();
    clock.advance(3 * stepMs);
    await expect(tryCode(show(-2))).rejects.toMatchObject(wrongCode);
    await expect(tryCode(`${show().slice(0, 3)} ${show().slice(3)}`)).resolves.toBeDefined();
  });

  test('rejects the code that enabled two-factor authentication', async () => {
    const { clock, show, tryCode } = await makePersonWithSecondFactor();
    clock.advance(-2 * stepMs);
    await expect(tryCode(show())).rejects.toMatchObject(wrongCode);
  });

  test('lets exactly one of 20 concurrent uses of a code succeed', async () => {
    const { anonymous, person, show } = await makePersonWithSecondFactor();
    const code = show();
    const { email, password } = person;
    // Ten attempts reach the code check. The account's limit stops all other attempts.
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => signIn(anonymous, { email, password, code })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('lets exactly one of 20 concurrent uses of a recovery code succeed', async () => {
    const { anonymous, person, recoveryCodes, mine } = await makePersonWithSecondFactor();
    const [code = ''] = recoveryCodes;
    const { email, password } = person;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => signIn(anonymous, { email, password, code })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await getMe(mine)).secondFactor.recoveryCodesLeft).toBe(9);
  });

  test('accepts each recovery code once, in any spelling', async () => {
    const { recoveryCodes, tryCode } = await makePersonWithSecondFactor();
    const [first = '', second = ''] = recoveryCodes;
    await expect(tryCode(first.toUpperCase().replaceAll('-', ' '))).resolves.toBeDefined();
    await expect(tryCode(first)).rejects.toMatchObject(wrongCode);
    await expect(tryCode(second.replaceAll('-', ''))).resolves.toBeDefined();
  });

  test('logs used recovery codes and wrong codes', async () => {
    const { anonymous, context, person, recoveryCodes } = await makePersonWithSecondFactor();
    const accounts = new TestAccounts();
    const observed = { ...anonymous, accounts: accounts.tools };
    const { email, password } = person;
    await expect(signIn(observed, { email, password, code: '000000' })).rejects.toMatchObject(wrongCode);
    await signIn(observed, { email, password, code: recoveryCodes[0] });
    await accounts.settle();
    expect(accounts.access.map(({ outcome }) => outcome)).toEqual([
      'wrong-code',
      'recovery-code',
      'signed-in',
    ]);
    const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    const actions = entries.map(({ action }) => action);
    expect(actions).toContain('second-factor.use-recovery-code');
    expect(entries.find(({ action }) => action === 'sign-in.refuse')).toMatchObject({
      details: { why: 'wrong-code' },
    });
  });

  test('does not replace the password and code that data deletion requires', async () => {
    const { mine, person, show } = await makePersonWithSecondFactor();
    const erase = (proof: object) =>
      requestErasureInPerson(
        { ...mine, actor: { ...mine.actor, role: 'owner' } },
        { clickId: '0'.repeat(38), ...proof },
      );
    const forbidden = (reason: string) => ({ code: 'FORBIDDEN', details: { reason } });
    await expect(erase({})).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(erase({ password: 'wrong' })).rejects.toMatchObject(forbidden('wrong-password'));
    const { password } = person;
    await expect(erase({ password })).rejects.toMatchObject(forbidden('second-factor-needed'));
    await expect(erase({ password, code: show(5) })).rejects.toMatchObject(forbidden('wrong-code'));
    // The password and code are accepted, but this process does not have the key that is needed to read click IDs.
    await expect(erase({ password, code: show() })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  test('limits code guesses like password guesses, and a sign-in without a code does not reset the limit', async () => {
    const { tryCode, show } = await makePersonWithSecondFactor();
    const guess = show() === '123456' ? '654321' : '123456';
    for (let count = 0; count < 10; count += 1) {
      await expect(tryCode(guess)).rejects.toMatchObject(wrongCode);
      if (count < 9) expect(await tryCode()).toEqual({ secondFactor: 'needed' });
    }
    await expect(tryCode(show())).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(tryCode()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  test('allows twenty wrong codes per hour across all networks', async () => {
    const { clock, person, show } = await makePersonWithSecondFactor();
    const { email, password } = person;
    const guess = show() === '123456' ? '654321' : '123456';
    for (let count = 0; count < 20; count += 1)
      await expect(
        signIn(makeAnonymous(database, clock), { email, password, code: guess }),
      ).rejects.toMatchObject(wrongCode);
    const code = show();
    const afterLimit = signIn(makeAnonymous(database, clock), { email, password, code });
    await expect(afterLimit).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  test('still requires a code after a password reset', async () => {
    const { anonymous, person } = await makePersonWithSecondFactor();
    const { link } = await makeResetLink(operatorContext(database, anonymous.now), {
      email: person.email,
      panelUrl: 'https://x.example',
    });
    const password = 'seven green bicycles at dawn';
    await resetPassword(anonymous, { token: link.split('#token=')[1], password });
    expect(await signIn(anonymous, { email: person.email, password })).toEqual({ secondFactor: 'needed' });
  });

  test('accepts only recovery codes when the server key has changed', async () => {
    const { anonymous, person, recoveryCodes, show } = await makePersonWithSecondFactor();
    const accounts = { ...new TestAccounts().tools, secretBox: createSecretBox('another', 'second factor') };
    const { email, password } = person;
    const withOtherKey = { ...anonymous, accounts };
    await expect(signIn(withOtherKey, { email, password, code: show() })).rejects.toMatchObject(wrongCode);
    await expect(signIn(withOtherKey, { email, password, code: recoveryCodes[0] })).resolves.toMatchObject({
      session: {},
    });
  });
});

describe('changing two-factor authentication', () => {
  test('requires the password and a code to disable it', async () => {
    const { anonymous, mine, person, show, tryCode } = await makePersonWithSecondFactor();
    const { password } = person;
    await expect(disableSecondFactor(mine, { password })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    await expect(disableSecondFactor(mine, { password: 'wrong', code: show() })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(disableSecondFactor(mine, { password, code: show(5) })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await tryCode()).toEqual({ secondFactor: 'needed' });
    await disableSecondFactor(mine, { password, code: show() });
    await expect(signInAs(anonymous, person)).resolves.toBeDefined();
    expect((await getMe(mine)).secondFactor).toEqual({ enabled: false, recoveryCodesLeft: 0 });
    await expect(disableSecondFactor(mine, { password, code: show() })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('replaces all recovery codes with new ones', async () => {
    const { mine, person, recoveryCodes, show, tryCode } = await makePersonWithSecondFactor();
    const renewed = await renewRecoveryCodes(mine, { password: person.password, code: show() });
    expect(renewed.recoveryCodes).toHaveLength(10);
    await expect(tryCode(recoveryCodes[0])).rejects.toMatchObject(wrongCode);
    await expect(tryCode(renewed.recoveryCodes[0])).resolves.toBeDefined();
    expect((await getMe(mine)).secondFactor.recoveryCodesLeft).toBe(9);
  });

  test('answers SERVICE_UNAVAILABLE in a process without the key', async () => {
    const person = await makePerson(await makeWorkspace(database), 'member');
    const mine = await signInAs(makeAnonymous(database), person);
    const accounts = { ...new TestAccounts().tools, secretBox: undefined };
    await expect(
      beginSecondFactor({ ...mine, accounts }, { password: person.password }),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('switching off two-factor authentication for another person', () => {
  test('ends every session, invalidates old codes and is logged in each workspace', async () => {
    const { anonymous, context, person, mine, recoveryCodes, tryCode } = await makePersonWithSecondFactor();
    const second = await makeWorkspace(database);
    await addUser(second, { email: person.email, password: person.password, role: 'viewer' });
    const operator = operatorContext(database, anonymous.now);
    const done = await switchOffSecondFactor(operator, { email: person.email.toUpperCase() });
    expect(done).toEqual({ email: person.email, endedSessions: 1 });
    expect(await findCaller(anonymous, mine.token)).toBeUndefined();
    const newSession = await signInAs(anonymous, person);
    expect((await getMe(newSession)).secondFactor).toEqual({ enabled: false, recoveryCodesLeft: 0 });
    for (const { workspaceId } of [context, second]) {
      const entries = await database.asSystem((executor) => listAuditEntries(executor, workspaceId));
      const line = {
        actorType: 'operator',
        actorLabel: 'test',
        subjectId: person.id,
        subjectName: person.email,
        changes: [{ field: 'secondFactor', before: 'on', after: 'off' }],
      };
      expect(entries.find(({ action }) => action === 'second-factor.switch-off')).toMatchObject(line);
    }
    // After two-factor authentication is enabled again, the person has a new secret and new recovery codes.
    const { secret } = await beginSecondFactor(newSession, { password: person.password });
    await confirmSecondFactor(newSession, { code: computeTotpCode(secret, anonymous.now()) });
    await expect(tryCode(recoveryCodes[0])).rejects.toMatchObject(wrongCode);
  });

  test('is possible only for the operator, and only while two-factor authentication is enabled', async () => {
    const { mine, person, tryCode } = await makePersonWithSecondFactor();
    const { email } = person;
    await expect(switchOffSecondFactor(mine, { email })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await tryCode()).toEqual({ secondFactor: 'needed' });
    const operator = operatorContext(database);
    const other = await makePerson(await makeWorkspace(database), 'owner');
    await expect(switchOffSecondFactor(operator, { email: other.email })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Two-factor authentication is off',
    });
    await expect(switchOffSecondFactor(operator, { email: `not-${email}` })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(switchOffSecondFactor(operator, { email: 'ada' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });
});
