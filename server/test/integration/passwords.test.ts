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
  enterAs,
  findCaller,
  makePerson,
  makeAnonymous,
  StoppedClock,
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
const good = 'seven green bicycles at dawn';

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
  test('takes the current one, ends all other sessions and agents, and gives this one another token', async () => {
    const clock = new StoppedClock();
    const context = await makeWorkspace(database);
    const person = await makePerson(context, 'viewer');
    const colleague = await makePerson(context, 'viewer');
    for (const { id } of [person, colleague]) await makeAgentToChange(context, id);
    const stranger = makeAnonymous(database, clock);
    const [other, mine] = [await enterAs(stranger, person), await enterAs(stranger, person)];
    clock.advance(1_000);
    const renewed = await changePassword(mine, { currentPassword: person.password, newPassword: good });
    for (const token of [other.token, mine.token]) expect(await findCaller(stranger, token)).toBeUndefined();
    expect((await findCaller(stranger, renewed.token))?.sessionId).toBe(mine.sessionId);
    await expect(enterAs(stranger, person)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(enterAs(stranger, { ...person, password: good })).resolves.toBeDefined();
    expect((await getMe(mine)).passwordChangedAt).toBe(clock.now().toISOString());
    const { items } = await listConnections(context);
    expect(items.map((connection) => connection.person.id)).toEqual([colleague.id]);
    expect(await actionsIn(context.workspaceId)).toContain('password.change');
  });

  test('a wrong current one changes nothing and is no end of the session', async () => {
    const stranger = makeAnonymous(database);
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const mine = await enterAs(stranger, person);
    await expect(changePassword(mine, { currentPassword: 'wrong', newPassword: good })).rejects.toMatchObject(
      { code: 'FORBIDDEN', message: 'Wrong password' },
    );
    expect(await findCaller(stranger, mine.token)).toBeDefined();
    await expect(enterAs(stranger, person)).resolves.toBeDefined();
  });

  test('the new one is hashed, which is dear, only after the current one was right', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const mine = await enterAs(makeAnonymous(database), person);
    vi.mocked(hashPassword).mockClear();
    const attempt = (currentPassword: string) => changePassword(mine, { currentPassword, newPassword: good });
    await expect(attempt('wrong')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(hashPassword).not.toHaveBeenCalled();
    await attempt(person.password);
    expect(hashPassword).toHaveBeenCalledTimes(1);
  });

  test('an open browser guesses five times, and shuts nobody out by it', async () => {
    const stranger = makeAnonymous(database, new StoppedClock());
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const mine = await enterAs(stranger, person);
    const attempt = (currentPassword: string) => changePassword(mine, { currentPassword, newPassword: good });
    for (let count = 0; count < 5; count += 1)
      await expect(attempt('wrong')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(attempt(person.password)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(enterAs(stranger, person)).resolves.toBeDefined();
  });

  test.each(['short', 'password1234', 'aaaaaaaaaaaaaaaa'])(
    '%s is refused with its place',
    async (newPassword) => {
      const person = await makePerson(await makeWorkspace(database), 'owner');
      const mine = await enterAs(makeAnonymous(database), person);
      await expect(
        changePassword(mine, { currentPassword: person.password, newPassword }),
      ).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { issues: [{ path: 'newPassword' }] },
      });
    },
  );

  test('one that is easy to guess is refused with a reason, once the current one was right', async () => {
    const context = await makeWorkspace(database);
    const person = await makePerson(context, 'owner');
    const mine = await enterAs(makeAnonymous(database), person);
    const attempt = (currentPassword: string) =>
      changePassword(mine, { currentPassword, newPassword: 'football1234' });
    await expect(attempt('wrong')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(estimateStrength).not.toHaveBeenCalled();
    const message = 'is similar to a common password: use several unrelated words';
    // It is no guess either: more of them than a session may guess.
    for (let count = 0; count < 6; count += 1)
      await expect(attempt(person.password)).rejects.toMatchObject({
        details: { issues: [{ path: 'newPassword', message }] },
      });
    const [, about] = vi.mocked(estimateStrength).mock.lastCall ?? [];
    expect(about).toEqual(expect.arrayContaining([person.email, expect.stringMatching(/^Test /), 'waypost']));
  });

  test('one that is easy to guess is refused by a link too, which stays good', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const { link } = await makeResetLink(operatorContext(database), {
      email: person.email,
      panelUrl: 'https://x.example',
    });
    const reset = (password: string) =>
      resetPassword(makeAnonymous(database), { token: link.split('#token=')[1], password });
    await expect(reset('football1234')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(reset(good)).resolves.toBeDefined();
  });

  test('the same one again is no change', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const mine = await enterAs(makeAnonymous(database), person);
    const same = { currentPassword: person.password, newPassword: person.password };
    await expect(changePassword(mine, same)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { issues: [{ path: 'newPassword' }] },
    });
  });

  test('whoever signs in at the same moment with the old one is not left with a session', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const stranger = makeAnonymous(database);
    const mine = await enterAs(stranger, person);
    const change = changePassword(mine, { currentPassword: person.password, newPassword: good });
    const attempts = Array.from({ length: 8 }, () => enterAs(stranger, person));
    const [renewed, ...entered] = await Promise.allSettled([change, ...attempts]);
    expect(renewed.status).toBe('fulfilled');
    for (const one of entered) {
      if (one.status === 'rejected') continue;
      const { token } = one.value as { token: string };
      expect(await findCaller(stranger, token)).toBeUndefined();
    }
  });
});

describe('a forgotten password', () => {
  test('a link is mailed, sets a new one once, and ends every session and agent', async () => {
    const accounts = new TestAccounts();
    const stranger = makeAnonymous(database, { accounts: accounts.tools });
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    const person = await makePerson(first, 'owner');
    await addUser(second, { email: person.email, password: person.password, role: 'viewer' });
    const before = await enterAs(stranger, person);
    for (const workspace of [first, second]) await makeAgentToChange(workspace, person.id);
    await requestPasswordReset(stranger, { email: person.email.toUpperCase() });
    await accounts.settle();
    expect(accounts.mails).toMatchObject([{ to: person.email, subject: 'Reset your Waypost password' }]);
    const token = accounts.tokenFor(person.email);
    expect(accounts.mails[0]?.text).toContain(`https://panel.example.com/reset#token=${token}\n`);
    await resetPassword(stranger, { token, password: good });
    expect(await findCaller(stranger, before.token)).toBeUndefined();
    await expect(enterAs(stranger, { ...person, password: good })).resolves.toBeDefined();
    await expect(resetPassword(stranger, { token, password: good })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    for (const workspace of [first, second]) {
      expect((await listConnections(workspace)).items).toEqual([]);
      expect(await actionsIn(workspace.workspaceId)).toEqual(
        expect.arrayContaining(['password.request-link', 'password.reset']),
      );
    }
  });

  test('a link that was used lifts every limit, and its browser stays known while others go on guessing', async () => {
    const now = new StoppedClock().now;
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const changed = { ...person, password: good };
    const attack = async (count: number) => {
      for (let network = 0; network < count; network += 1) {
        const attacker = makeAnonymous(database, { now });
        for (let guess = 0; guess < 10; guess += 1)
          await expect(enterAs(attacker, { ...person, password: 'wrong' })).rejects.toThrow();
      }
    };
    const home = makeAnonymous(database, { now });
    for (let guess = 0; guess < 10; guess += 1)
      await expect(enterAs(home, { ...person, password: 'wrong' })).rejects.toThrow();
    await attack(9);
    const { link } = await makeResetLink(operatorContext(database, now), {
      email: person.email,
      panelUrl: 'https://x.example',
    });
    const reset = { token: link.split('#token=')[1], password: good };
    const { token: browserToken } = await resetPassword(makeAnonymous(database, { now }), reset);
    await expect(enterAs(home, changed)).resolves.toBeDefined();
    await attack(10);
    await expect(enterAs(makeAnonymous(database, { now }), changed)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    await expect(enterAs({ ...home, browserToken }, changed)).resolves.toBeDefined();
  });

  test('somebody who does not exist gets the same answer, and nothing is looked up before it is given', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const answers: unknown[] = [];
    for (const email of [person.email, 'nobody-at-all@example.com']) {
      const works: (() => Promise<void>)[] = [];
      const accounts = new TestAccounts();
      const later = (work: () => Promise<void>) => void works.push(work);
      const stranger = makeAnonymous(database, { accounts: { ...accounts.tools, later } });
      answers.push(await requestPasswordReset(stranger, { email }));
      expect(works).toHaveLength(1);
      expect(accounts.mails).toEqual([]);
      await works[0]?.();
      expect(accounts.mails).toHaveLength(email === person.email ? 1 : 0);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(verifyPassword).not.toHaveBeenCalled();
  });

  test('a person gets three mails an hour, and an address is told after 20', async () => {
    const clock = new StoppedClock();
    const accounts = new TestAccounts();
    const stranger = makeAnonymous(database, { now: clock.now, accounts: accounts.tools });
    const { email } = await makePerson(await makeWorkspace(database), 'owner');
    for (let count = 0; count < 20; count += 1) await requestPasswordReset(stranger, { email });
    await accounts.settle();
    expect(accounts.mails).toHaveLength(3);
    await expect(requestPasswordReset(stranger, { email })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfter: 3_600 },
    });
    clock.advance(3_600_000);
    await requestPasswordReset(stranger, { email });
    await accounts.settle();
    expect(accounts.mails).toHaveLength(4);
  });

  test('without a mail server the answer is the same, and no link is made', async () => {
    const accounts = new TestAccounts();
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const stranger = makeAnonymous(database, { accounts: { ...accounts.tools, mailer: undefined } });
    await expect(requestPasswordReset(stranger, { email: person.email })).resolves.toBeUndefined();
    await accounts.settle();
    const { rows } = await database.asSystem((executor) =>
      sql`SELECT 1 FROM password_resets WHERE user_id = ${person.id}`.execute(executor),
    );
    expect(rows).toEqual([]);
  });

  test('a link ends after an hour, with a newer password, and made-up ones never were', async () => {
    const clock = new StoppedClock();
    const stranger = makeAnonymous(database, clock);
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const operator = operatorContext(database, clock.now);
    const make = async () => {
      const { link } = await makeResetLink(operator, { email: person.email, panelUrl: 'https://x.example' });
      return link.split('#token=')[1] ?? '';
    };
    const refusal = {
      code: 'NOT_FOUND',
      message: 'This link is no longer valid. Request a new one.',
      details: {},
    };
    const [late, first, second] = [await make(), await make(), await make()];
    const reset = (token: string) => resetPassword(stranger, { token, password: good });
    await expect(reset('A'.repeat(43))).rejects.toMatchObject(refusal);
    expect(hashPassword).toHaveBeenCalledTimes(1);
    clock.advance(3_600_000 - 1);
    await reset(first);
    await expect(reset(second)).rejects.toMatchObject(refusal);
    const another = await make();
    clock.advance(3_600_000);
    for (const token of [late, another]) await expect(reset(token)).rejects.toMatchObject(refusal);
  });

  test('of 20 who use one link at the same moment exactly one sets the password', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const { link } = await makeResetLink(operatorContext(database), {
      email: person.email,
      panelUrl: 'https://x.example',
    });
    const token = link.split('#token=')[1] ?? '';
    const stranger = makeAnonymous(database);
    const passwords = Array.from({ length: 20 }, (_, index) => `${good} number ${index}`);
    const outcomes = await Promise.allSettled(
      passwords.map((password) => resetPassword(stranger, { token, password })),
    );
    const winners = passwords.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'NOT_FOUND' });
    await expect(enterAs(stranger, { ...person, password: winners[0] ?? '' })).resolves.toBeDefined();
  });

  test('of a link nothing but the hash of its token is stored', async () => {
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

  test('only the operator makes links by hand', async () => {
    const person = await makePerson(await makeWorkspace(database), 'owner');
    const mine = await enterAs(makeAnonymous(database), person);
    const input = { email: person.email, panelUrl: 'https://x.example' };
    await expect(makeResetLink(mine, input)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(
      makeResetLink(operatorContext(database), { ...input, email: 'nobody-here@example.com' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('attempts that a busy server turned away do not count, for known and unknown people alike', async () => {
  const person = await makePerson(await makeWorkspace(database), 'owner');
  for (const email of [person.email, `not-${person.email}`]) {
    const stranger = makeAnonymous(database, new StoppedClock());
    const attempt = () => enterAs(stranger, { ...person, email, password: 'wrong' });
    for (let count = 0; count < 60; count += 1) {
      vi.mocked(verifyPassword).mockRejectedValueOnce(tooBusy());
      await expect(attempt()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    }
    await expect(attempt()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  }
});
