import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { hashPassword, tooBusy, verifyPassword } from '../../src/platform/password-hash.ts';
import { estimateStrength } from '../../src/platform/password-strength.ts';
import { changePassword } from '../../src/services/accounts/change-password.ts';
import { addUser } from '../../src/services/accounts/create-user.ts';
import { getMe } from '../../src/services/accounts/get-me.ts';
import {
  makeResetLink,
  requestPasswordReset,
  resetPassword,
} from '../../src/services/accounts/reset-password.ts';
import { listConnections } from '../../src/services/agents/connections.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeWorkspace, operatorContext } from '../../src/testing/workspaces/factories.ts';
import {
  signInAs,
  findCaller,
  makePerson,
  makeAnonymous,
  ManualClock,
  TestAccounts,
} from '../../src/testing/workspaces/people.ts';

import { makeAgentToChange } from './agent-to-change.ts';

vi.mock(
  '../../src/platform/password-hash.ts',
  () => import('../../src/testing/workspaces/cheap-password-hash.ts'),
);
vi.mock(
  '../../src/platform/password-strength.ts',
  () => import('../../src/testing/workspaces/cheap-password-strength.ts'),
);

let database: Database;
const strongPassword = 'seven green bicycles at dawn';

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
});

beforeEach(() => {
  vi.mocked(hashPassword).mockClear();
  vi.mocked(verifyPassword).mockClear();
  vi.mocked(estimateStrength).mockClear();
});

afterAll(() => database.close());

async function actionsIn(workspaceId: string): Promise<string[]> {
  const entries = await database.asSystem((executor) => listAuditEntries(executor, workspaceId));
  return entries.map(({ action }) => action);
}

describe('changing a password', () => {
  test('requires the current password, ends all other sessions and agent connections, and replaces the session token', async () => {
    const clock = new ManualClock();
    const context = await makeWorkspace(database);
    const person = await makePerson(context, 'viewer');
    const colleague = await makePerson(context, 'viewer');
    for (const { id } of [person, colleague]) await makeAgentToChange(context, id);
    const anonymous = makeAnonymous(database, clock);
    const [other, mine] = [await signInAs(anonymous, person), await signInAs(anonymous, person)];
    clock.advance(1_000);
    const renewed = await changePassword(mine, {
      currentPassword: person.password,
      newPassword: strongPassword,
    });
    for (const token of [other.token, mine.token]) expect(await findCaller(anonymous, token)).toBeUndefined();
    expect((await findCaller(anonymous, renewed.token))?.sessionId).toBe(mine.sessionId);
    await expect(signInAs(anonymous, person)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(signInAs(anonymous, { ...person, password: strongPassword })).resolves.toBeDefined();
    expect((await getMe(mine)).passwordChangedAt).toBe(clock.now().toISOString());
    const { items } = await listConnections(context);
    expect(items.map((connection) => connection.person.id)).toEqual([colleague.id]);
    expect(await actionsIn(context.workspaceId)).toContain('password.change');
  });

  test('is rejected with a wrong current password, and the session continues', async () => {
    const anonymous = makeAnonymous(database);
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const mine = await signInAs(anonymous, person);
    await expect(
      changePassword(mine, { currentPassword: 'wrong', newPassword: strongPassword }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Wrong password' });
    expect(await findCaller(anonymous, mine.token)).toBeDefined();
    await expect(signInAs(anonymous, person)).resolves.toBeDefined();
  });

  test('hashes the new password, which is expensive, only after the current one has been verified', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const mine = await signInAs(makeAnonymous(database), person);
    vi.mocked(hashPassword).mockClear();
    const attempt = (currentPassword: string) =>
      changePassword(mine, { currentPassword, newPassword: strongPassword });
    await expect(attempt('wrong')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(hashPassword).not.toHaveBeenCalled();
    await attempt(person.password);
    expect(hashPassword).toHaveBeenCalledTimes(1);
  });

  test('allows five wrong guesses per session without locking the account', async () => {
    const anonymous = makeAnonymous(database, new ManualClock());
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const mine = await signInAs(anonymous, person);
    const attempt = (currentPassword: string) =>
      changePassword(mine, { currentPassword, newPassword: strongPassword });
    for (let count = 0; count < 5; count += 1)
      await expect(attempt('wrong')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(attempt(person.password)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(signInAs(anonymous, person)).resolves.toBeDefined();
  });

  test.each(['short', 'password1234', 'aaaaaaaaaaaaaaaa'])(
    'rejects the password "%s", and the error names the field',
    async (newPassword) => {
      const person = await makePerson(await makeWorkspace(database), 'owner');
      const mine = await signInAs(makeAnonymous(database), person);
      await expect(
        changePassword(mine, { currentPassword: person.password, newPassword }),
      ).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { issues: [{ path: 'newPassword' }] },
      });
    },
  );

  test('rejects an easily guessed password with a reason, once the current one has been verified', async () => {
    const context = await makeWorkspace(database);
    const person = await makePerson(context, 'owner');
    const mine = await signInAs(makeAnonymous(database), person);
    const attempt = (currentPassword: string) =>
      changePassword(mine, { currentPassword, newPassword: 'football1234' });
    await expect(attempt('wrong')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(estimateStrength).not.toHaveBeenCalled();
    const message = 'is similar to a common password: use several unrelated words';
    // A weak new password does not count as a wrong guess, so the test repeats it more often than wrong guesses are
    // allowed.
    for (let count = 0; count < 6; count += 1)
      await expect(attempt(person.password)).rejects.toMatchObject({
        details: { issues: [{ path: 'newPassword', message }] },
      });
    const [, about] = vi.mocked(estimateStrength).mock.lastCall ?? [];
    expect(about).toEqual(expect.arrayContaining([person.email, expect.stringMatching(/^Test /), 'waypost']));
  });

  test('rejects an easily guessed password from a reset link, and the link remains valid', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const { link } = await makeResetLink(operatorContext(database), {
      email: person.email,
      panelUrl: 'https://x.example',
    });
    const reset = (password: string) =>
      resetPassword(makeAnonymous(database), { token: link.split('#token=')[1], password });
    await expect(reset('football1234')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(reset(strongPassword)).resolves.toBeDefined();
  });

  test('rejects the same password', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const mine = await signInAs(makeAnonymous(database), person);
    const same = { currentPassword: person.password, newPassword: person.password };
    await expect(changePassword(mine, same)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { issues: [{ path: 'newPassword' }] },
    });
  });

  test('leaves no session from a concurrent sign-in with the old password', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const anonymous = makeAnonymous(database);
    const mine = await signInAs(anonymous, person);
    const change = changePassword(mine, { currentPassword: person.password, newPassword: strongPassword });
    const attempts = Array.from({ length: 8 }, () => signInAs(anonymous, person));
    const [renewed, ...signIns] = await Promise.allSettled([change, ...attempts]);
    expect(renewed.status).toBe('fulfilled');
    for (const one of signIns) {
      if (one.status === 'rejected') continue;
      const { token } = one.value as { token: string };
      expect(await findCaller(anonymous, token)).toBeUndefined();
    }
  });
});

describe('resetting a password', () => {
  test('sends a link that sets a new password once and ends every session and agent connection', async () => {
    const accounts = new TestAccounts();
    const anonymous = makeAnonymous(database, { accounts: accounts.tools });
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    const person = await makePerson(first, 'owner');
    await addUser(second, { email: person.email, password: person.password, role: 'viewer' });
    const before = await signInAs(anonymous, person);
    for (const workspace of [first, second]) await makeAgentToChange(workspace, person.id);
    await requestPasswordReset(anonymous, { email: person.email.toUpperCase() });
    await accounts.settle();
    expect(accounts.mails).toMatchObject([{ to: person.email, subject: 'Reset your Waypost password' }]);
    const token = accounts.tokenFor(person.email);
    expect(accounts.mails[0]?.text).toContain(`https://panel.example.com/reset#token=${token}\n`);
    await resetPassword(anonymous, { token, password: strongPassword });
    expect(await findCaller(anonymous, before.token)).toBeUndefined();
    await expect(signInAs(anonymous, { ...person, password: strongPassword })).resolves.toBeDefined();
    await expect(resetPassword(anonymous, { token, password: strongPassword })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    for (const workspace of [first, second]) {
      expect((await listConnections(workspace)).items).toEqual([]);
      expect(await actionsIn(workspace.workspaceId)).toEqual(
        expect.arrayContaining(['password.request-link', 'password.reset']),
      );
    }
  });

  test('clears all sign-in limits and makes the browser known, so that continued password guessing does not lock the person out', async () => {
    const now = new ManualClock().now;
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const changed = { ...person, password: strongPassword };
    const attack = async (count: number) => {
      for (let network = 0; network < count; network += 1) {
        const attacker = makeAnonymous(database, { now });
        for (let guess = 0; guess < 10; guess += 1)
          await expect(signInAs(attacker, { ...person, password: 'wrong' })).rejects.toThrow();
      }
    };
    const home = makeAnonymous(database, { now });
    for (let guess = 0; guess < 10; guess += 1)
      await expect(signInAs(home, { ...person, password: 'wrong' })).rejects.toThrow();
    await attack(9);
    const { link } = await makeResetLink(operatorContext(database, now), {
      email: person.email,
      panelUrl: 'https://x.example',
    });
    const reset = { token: link.split('#token=')[1], password: strongPassword };
    const { token: browserToken } = await resetPassword(makeAnonymous(database, { now }), reset);
    await expect(signInAs(home, changed)).resolves.toBeDefined();
    await attack(10);
    await expect(signInAs(makeAnonymous(database, { now }), changed)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    await expect(signInAs({ ...home, browserToken }, changed)).resolves.toBeDefined();
  });

  test('gives the same answer for an unknown email address, before any lookup', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const answers: unknown[] = [];
    for (const email of [person.email, 'unknown-person@example.com']) {
      const deferred: (() => Promise<void>)[] = [];
      const accounts = new TestAccounts();
      const later = (work: () => Promise<void>) => void deferred.push(work);
      const anonymous = makeAnonymous(database, { accounts: { ...accounts.tools, later } });
      answers.push(await requestPasswordReset(anonymous, { email }));
      expect(deferred).toHaveLength(1);
      expect(accounts.mails).toEqual([]);
      await deferred[0]?.();
      expect(accounts.mails).toHaveLength(email === person.email ? 1 : 0);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(verifyPassword).not.toHaveBeenCalled();
  });

  test('sends at most three emails per person and hour, and rejects an IP address after 20 requests', async () => {
    const clock = new ManualClock();
    const accounts = new TestAccounts();
    const anonymous = makeAnonymous(database, { now: clock.now, accounts: accounts.tools });
    const { email } = await makePerson(await makeWorkspace(database), 'owner');
    for (let count = 0; count < 20; count += 1) await requestPasswordReset(anonymous, { email });
    await accounts.settle();
    expect(accounts.mails).toHaveLength(3);
    await expect(requestPasswordReset(anonymous, { email })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfter: 3_600 },
    });
    clock.advance(3_600_000);
    await requestPasswordReset(anonymous, { email });
    await accounts.settle();
    expect(accounts.mails).toHaveLength(4);
  });

  test('gives the same answer without a mail server and creates no link', async () => {
    const accounts = new TestAccounts();
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const anonymous = makeAnonymous(database, { accounts: { ...accounts.tools, mailer: undefined } });
    await expect(requestPasswordReset(anonymous, { email: person.email })).resolves.toBeUndefined();
    await accounts.settle();
    const { rows } = await database.asSystem((executor) =>
      sql`SELECT 1 FROM password_resets WHERE user_id = ${person.id}`.execute(executor),
    );
    expect(rows).toEqual([]);
  });

  test('rejects links that are older than one hour, invalidated by a newer password, or unknown', async () => {
    const clock = new ManualClock();
    const anonymous = makeAnonymous(database, clock);
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const operator = operatorContext(database, clock.now);
    const createToken = async () => {
      const { link } = await makeResetLink(operator, { email: person.email, panelUrl: 'https://x.example' });
      return link.split('#token=')[1] ?? '';
    };
    const invalidLink = {
      code: 'NOT_FOUND',
      message: 'This link is no longer valid. Request a new one.',
      details: {},
    };
    const [late, first, second] = [await createToken(), await createToken(), await createToken()];
    const reset = (token: string) => resetPassword(anonymous, { token, password: strongPassword });
    await expect(reset('A'.repeat(43))).rejects.toMatchObject(invalidLink);
    expect(hashPassword).toHaveBeenCalledTimes(1);
    clock.advance(3_600_000 - 1);
    await reset(first);
    await expect(reset(second)).rejects.toMatchObject(invalidLink);
    const another = await createToken();
    clock.advance(3_600_000);
    for (const token of [late, another]) await expect(reset(token)).rejects.toMatchObject(invalidLink);
  });

  test('lets exactly one of 20 concurrent uses of a link set the password', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const { link } = await makeResetLink(operatorContext(database), {
      email: person.email,
      panelUrl: 'https://x.example',
    });
    const token = link.split('#token=')[1] ?? '';
    const anonymous = makeAnonymous(database);
    const passwords = Array.from({ length: 20 }, (_, index) => `${strongPassword} number ${index}`);
    const outcomes = await Promise.allSettled(
      passwords.map((password) => resetPassword(anonymous, { token, password })),
    );
    const winners = passwords.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'NOT_FOUND' });
    await expect(signInAs(anonymous, { ...person, password: winners[0] ?? '' })).resolves.toBeDefined();
  });

  test('stores only the hash of the token', async () => {
    const context = await makeWorkspace(database);
    const person = await makePerson(context, 'owner');
    const { link } = await makeResetLink(operatorContext(database), {
      email: person.email,
      panelUrl: 'https://x',
    });
    const token = link.split('#token=')[1] ?? '';
    const { rows } = await database.asSystem((executor) =>
      sql<{ text: string }>`SELECT r::text AS text FROM password_resets r WHERE user_id = ${person.id}
        UNION ALL SELECT a::text FROM audit_log a WHERE workspace_id = ${context.workspaceId}`.execute(
        executor,
      ),
    );
    const stored = rows.map(({ text }) => text).join();
    expect(stored).toContain('password.make-link');
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(Buffer.from(token).toString('hex'));
  });

  test('lets only the operator create links manually', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const mine = await signInAs(makeAnonymous(database), person);
    const input = { email: person.email, panelUrl: 'https://x.example' };
    await expect(makeResetLink(mine, input)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(
      makeResetLink(operatorContext(database), { ...input, email: 'nobody-here@example.com' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('sign-in attempts rejected by a busy server do not count toward the limits, for known and unknown people alike', async () => {
  const person = await makePerson(await makeWorkspace(database), 'owner');
  for (const email of [person.email, `not-${person.email}`]) {
    const anonymous = makeAnonymous(database, new ManualClock());
    const attempt = () => signInAs(anonymous, { ...person, email, password: 'wrong' });
    for (let count = 0; count < 60; count += 1) {
      vi.mocked(verifyPassword).mockRejectedValueOnce(tooBusy());
      await expect(attempt()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    }
    await expect(attempt()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  }
});
