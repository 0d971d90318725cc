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
  enterAs,
  findCaller,
  makePerson,
  makeAnonymous,
  showCode,
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

afterAll(() => database.close());

const stepMs = 30_000;
const wrongCode = { code: 'UNAUTHORIZED', message: 'The code is wrong or has already been used' };

/** A person whose second factor is on, at a moment at which no code of theirs was used. */
async function makeProtected() {
  const clock = new StoppedClock();
  const stranger = makeAnonymous(database, clock);
  const context = await makeWorkspace(database);
  const person = await makePerson(context, 'member');
  const mine = await enterAs(stranger, person);
  const { secret } = await beginSecondFactor(mine, { password: person.password });
  const { recoveryCodes } = await confirmSecondFactor(mine, { code: showCode(secret, clock.now()) });
  clock.advance(2 * stepMs);
  const { email, password } = person;
  const show = (steps = 0) => showCode(secret, new Date(clock.now().getTime() + steps * stepMs));
  const tryCode = (code?: string) => signIn(stranger, { email, password, code });
  return { clock, stranger, context, person, mine, secret, recoveryCodes, show, tryCode };
}

describe('switching it on', () => {
  test('takes the password and a first code, and shows ten recovery codes', async () => {
    const clock = new StoppedClock();
    const stranger = makeAnonymous(database, clock);
    const context = await makeWorkspace(database);
    const person = await makePerson(context, 'member');
    const mine = await enterAs(stranger, person);
    await expect(beginSecondFactor(mine, { password: 'wrong' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { secret, uri } = await beginSecondFactor(mine, { password: person.password });
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    // Not on yet: whoever stops here is not shut out.
    await expect(enterAs(stranger, person)).resolves.toBeDefined();
    await expect(confirmSecondFactor(mine, { code: '000000' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { issues: [{ path: 'code' }] },
    });
    const { recoveryCodes } = await confirmSecondFactor(mine, { code: showCode(secret, clock.now()) });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-7]{4}(?:-[a-z2-7]{4}){3}$/);
    expect((await getMe(mine)).secondFactor).toEqual({ enabled: true, recoveryCodesLeft: 10 });
    const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    const [enabled, begun] = entries.filter(({ action }) => action.startsWith('second-factor'));
    expect(enabled).toMatchObject({ action: 'second-factor.enable', subjectId: person.id });
    expect(begun).toMatchObject({ action: 'second-factor.begin', actorId: person.id });
  });

  test('ends all other sessions and gives this one another token, and so does switching it off', async () => {
    const clock = new StoppedClock();
    const accounts = new TestAccounts();
    const stranger = makeAnonymous(database, { now: clock.now, accounts: accounts.tools });
    const context = await makeWorkspace(database);
    const person = await makePerson(context, 'member');
    const { password } = person;
    const [mine, other] = [await enterAs(stranger, person), await enterAs(stranger, person)];
    const { secret } = await beginSecondFactor(mine, { password });
    const { session } = await confirmSecondFactor(mine, { code: showCode(secret, clock.now()) });
    for (const { token } of [mine, other]) expect(await findCaller(stranger, token)).toBeUndefined();
    expect((await findCaller(stranger, session.token))?.sessionId).toBe(mine.sessionId);
    clock.advance(2 * stepMs);
    const third = await enterAs(stranger, person, showCode(secret, clock.now()));
    clock.advance(2 * stepMs);
    const code = showCode(secret, clock.now());
    const renewed = await disableSecondFactor(mine, { password, code });
    for (const { token } of [session, third]) expect(await findCaller(stranger, token)).toBeUndefined();
    expect((await findCaller(stranger, renewed.token))?.sessionId).toBe(mine.sessionId);
    expect(accounts.access.map(({ outcome }) => outcome)).toEqual(
      expect.arrayContaining(['second-factor-on', 'second-factor-off']),
    );
    const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    expect(entries.find(({ action }) => action === 'second-factor.enable')).toMatchObject({
      changes: [{ field: 'secondFactor', before: 'off', after: 'on' }],
      details: { endedSessions: 1 },
    });
  });

  test('an open browser cannot try out the codes of a secret that waits', async () => {
    const clock = new StoppedClock();
    const person = await makePerson(await makeWorkspace(database), 'member');
    const mine = await enterAs(makeAnonymous(database, clock), person);
    const { secret } = await beginSecondFactor(mine, { password: person.password });
    const right = showCode(secret, clock.now());
    const wrong = right === '000000' ? '000001' : '000000';
    for (let count = 0; count < 5; count += 1)
      await expect(confirmSecondFactor(mine, { code: wrong })).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      });
    await expect(confirmSecondFactor(mine, { code: right })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    clock.advance(15 * 60_000);
    const code = showCode(secret, clock.now());
    await expect(confirmSecondFactor(mine, { code })).resolves.toMatchObject({ recoveryCodes: {} });
  });

  test('a later secret replaces one that was not confirmed, and none replaces one that is on', async () => {
    const clock = new StoppedClock();
    const person = await makePerson(await makeWorkspace(database), 'member');
    const mine = await enterAs(makeAnonymous(database, clock), person);
    await expect(confirmSecondFactor(mine, { code: '123456' })).rejects.toMatchObject({ code: 'CONFLICT' });
    const start = () => beginSecondFactor(mine, { password: person.password });
    const [first, second] = [await start(), await start()];
    await expect(
      confirmSecondFactor(mine, { code: showCode(first.secret, clock.now()) }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await confirmSecondFactor(mine, { code: showCode(second.secret, clock.now()) });
    await expect(start()).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(
      confirmSecondFactor(mine, { code: showCode(second.secret, clock.now()) }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('secret and recovery codes are not in the database as they are', async () => {
    const { person, secret, recoveryCodes } = await makeProtected();
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

describe('signing in', () => {
  test('without a code says that one is needed, and only with the right password', async () => {
    const { stranger, person, show, tryCode } = await makeProtected();
    expect(await tryCode()).toEqual({ secondFactor: 'needed' });
    const wrongPassword = { email: person.email, password: 'wrong' };
    for (const code of [undefined, show()])
      await expect(signIn(stranger, { ...wrongPassword, code })).rejects.toMatchObject({
        message: 'Wrong email address or password',
      });
    expect(await tryCode(show())).toMatchObject({ session: {} });
  });

  test('a code is accepted once, in its step and the ones beside it', async () => {
    const { clock, show, tryCode } = await makeProtected();
    const code = show();
    await expect(tryCode(code)).resolves.toBeDefined();
    await expect(tryCode(code)).rejects.toMatchObject(wrongCode);
    // One of an earlier step than the last that was used is no newer for not having been used.
    await expect(tryCode(show(-1))).rejects.toMatchObject(wrongCode);
    await expect(tryCode(show(2))).rejects.toMatchObject(wrongCode);
    await expect(tryCode(show(1))).resolves.toBeDefined();
    clock.advance(3 * stepMs);
    await expect(tryCode(show(-2))).rejects.toMatchObject(wrongCode);
    await expect(tryCode(`${show().slice(0, 3)} ${show().slice(3)}`)).resolves.toBeDefined();
  });

  test('the code that switched it on signs nobody in', async () => {
    const { clock, show, tryCode } = await makeProtected();
    clock.advance(-2 * stepMs);
    await expect(tryCode(show())).rejects.toMatchObject(wrongCode);
  });

  test('of 20 who use one code at the same moment exactly one gets in', async () => {
    const { stranger, person, show } = await makeProtected();
    const code = show();
    const { email, password } = person;
    // Ten of them get as far as the code; the limit of the account stops the rest.
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => signIn(stranger, { email, password, code })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('of 20 who use one recovery code at the same moment exactly one gets in', async () => {
    const { stranger, person, recoveryCodes, mine } = await makeProtected();
    const [code = ''] = recoveryCodes;
    const { email, password } = person;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => signIn(stranger, { email, password, code })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await getMe(mine)).secondFactor.recoveryCodesLeft).toBe(9);
  });

  test('recovery codes work once each, however they are typed', async () => {
    const { recoveryCodes, tryCode } = await makeProtected();
    const [first = '', second = ''] = recoveryCodes;
    await expect(tryCode(first.toUpperCase().replaceAll('-', ' '))).resolves.toBeDefined();
    await expect(tryCode(first)).rejects.toMatchObject(wrongCode);
    await expect(tryCode(second.replaceAll('-', ''))).resolves.toBeDefined();
  });

  test('a recovery code that was used, and codes that were wrong, leave a line', async () => {
    const { stranger, context, person, recoveryCodes } = await makeProtected();
    const accounts = new TestAccounts();
    const watched = { ...stranger, accounts: accounts.tools };
    const { email, password } = person;
    await expect(signIn(watched, { email, password, code: '000000' })).rejects.toMatchObject(wrongCode);
    await signIn(watched, { email, password, code: recoveryCodes[0] });
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

  test('to erase a visit takes the password and a code', async () => {
    const { mine, person, show } = await makeProtected();
    const erase = (proof: object) =>
      requestErasureInPerson(
        { ...mine, actor: { ...mine.actor, role: 'owner' } },
        { clickId: '0'.repeat(38), ...proof },
      );
    const refused = (reason: string) => ({ code: 'FORBIDDEN', details: { reason } });
    await expect(erase({})).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(erase({ password: 'wrong' })).rejects.toMatchObject(refused('wrong-password'));
    const { password } = person;
    await expect(erase({ password })).rejects.toMatchObject(refused('second-factor-needed'));
    await expect(erase({ password, code: show(5) })).rejects.toMatchObject(refused('wrong-code'));
    // As far as this process can: it has no key to read click ids with.
    await expect(erase({ password, code: show() })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  test('guessing codes is limited like guessing passwords, and asking whether one is needed wipes nothing out', async () => {
    const { tryCode, show } = await makeProtected();
    const guess = show() === '123456' ? '654321' : '123456';
    for (let count = 0; count < 10; count += 1) {
      await expect(tryCode(guess)).rejects.toMatchObject(wrongCode);
      if (count < 9) expect(await tryCode()).toEqual({ secondFactor: 'needed' });
    }
    await expect(tryCode(show())).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(tryCode()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  test('codes are guessed twenty times an hour, from however many networks', async () => {
    const { clock, person, show } = await makeProtected();
    const { email, password } = person;
    const guess = show() === '123456' ? '654321' : '123456';
    for (let count = 0; count < 20; count += 1)
      await expect(
        signIn(makeAnonymous(database, clock), { email, password, code: guess }),
      ).rejects.toMatchObject(wrongCode);
    const code = show();
    const late = signIn(makeAnonymous(database, clock), { email, password, code });
    await expect(late).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  test('a new password by link does not take the second factor away', async () => {
    const { stranger, person } = await makeProtected();
    const { link } = await makeResetLink(operatorContext(database, stranger.now), {
      email: person.email,
      panelUrl: 'https://x.example',
    });
    const password = 'seven green bicycles at dawn';
    await resetPassword(stranger, { token: link.split('#token=')[1], password });
    expect(await signIn(stranger, { email: person.email, password })).toEqual({ secondFactor: 'needed' });
  });

  test('with another key on the server only recovery codes are left', async () => {
    const { stranger, person, recoveryCodes, show } = await makeProtected();
    const accounts = { ...new TestAccounts().tools, secretBox: createSecretBox('another', 'second factor') };
    const { email, password } = person;
    const elsewhere = { ...stranger, accounts };
    await expect(signIn(elsewhere, { email, password, code: show() })).rejects.toMatchObject(wrongCode);
    await expect(signIn(elsewhere, { email, password, code: recoveryCodes[0] })).resolves.toMatchObject({
      session: {},
    });
  });
});

describe('later', () => {
  test('it is switched off with the password and a code, and both are needed', async () => {
    const { stranger, mine, person, show, tryCode } = await makeProtected();
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
    await expect(enterAs(stranger, person)).resolves.toBeDefined();
    expect((await getMe(mine)).secondFactor).toEqual({ enabled: false, recoveryCodesLeft: 0 });
    await expect(disableSecondFactor(mine, { password, code: show() })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('new recovery codes take the place of all old ones', async () => {
    const { mine, person, recoveryCodes, show, tryCode } = await makeProtected();
    const renewed = await renewRecoveryCodes(mine, { password: person.password, code: show() });
    expect(renewed.recoveryCodes).toHaveLength(10);
    await expect(tryCode(recoveryCodes[0])).rejects.toMatchObject(wrongCode);
    await expect(tryCode(renewed.recoveryCodes[0])).resolves.toBeDefined();
    expect((await getMe(mine)).secondFactor.recoveryCodesLeft).toBe(9);
  });

  test('a process without the key says so and changes nothing', async () => {
    const person = await makePerson(await makeWorkspace(database), 'member');
    const mine = await enterAs(makeAnonymous(database), person);
    const accounts = { ...new TestAccounts().tools, secretBox: undefined };
    await expect(
      beginSecondFactor({ ...mine, accounts }, { password: person.password }),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('lost for good', () => {
  test('the operator switches it off: every session ends, old codes are worth nothing, each workspace reads of it', async () => {
    const { stranger, context, person, mine, recoveryCodes, tryCode } = await makeProtected();
    const second = await makeWorkspace(database);
    await addUser(second, { email: person.email, password: person.password, role: 'viewer' });
    const operator = operatorContext(database, stranger.now);
    const done = await switchOffSecondFactor(operator, { email: person.email.toUpperCase() });
    expect(done).toEqual({ email: person.email, endedSessions: 1 });
    expect(await findCaller(stranger, mine.token)).toBeUndefined();
    const again = await enterAs(stranger, person);
    expect((await getMe(again)).secondFactor).toEqual({ enabled: false, recoveryCodesLeft: 0 });
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
    // Switched on again, it is another one.
    const { secret } = await beginSecondFactor(again, { password: person.password });
    await confirmSecondFactor(again, { code: showCode(secret, stranger.now()) });
    await expect(tryCode(recoveryCodes[0])).rejects.toMatchObject(wrongCode);
  });

  test('nobody else can, and there must be something to switch off', async () => {
    const { mine, person, tryCode } = await makeProtected();
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
