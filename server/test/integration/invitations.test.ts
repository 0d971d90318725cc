import { randomBytes } from 'node:crypto';
import { memberRoles } from '@waypost/contract/accounts/access.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { acceptInvitation } from '../../src/services/accounts/accept-invitation.ts';
import { listInvitations, revokeInvitation } from '../../src/services/accounts/invitations.ts';
import { listMembers, removeMember } from '../../src/services/accounts/members.ts';
import { beginSecondFactor, confirmSecondFactor } from '../../src/services/accounts/second-factor.ts';
import {
  invite,
  makeInvitationLink,
  renewInvitation,
  sendInvitation,
} from '../../src/services/accounts/send-invitation.ts';
import { listSessions } from '../../src/services/accounts/sessions.ts';
import type { SignInOutcome } from '../../src/services/accounts/sign-in.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { insertMembership } from '../../src/store/accounts/memberships.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import {
  resumeSession,
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

const password = 'seven green bicycles at dawn';
const invalidInvitation = {
  code: 'NOT_FOUND',
  message: 'This invitation is no longer valid. Ask for a new one.',
};
const weekMs = 7 * 24 * 60 * 60 * 1000;

function newEmail(): string {
  return `${randomBytes(6).toString('hex')}@example.com`;
}

function tokenOf(outcome: SignInOutcome): string {
  return 'session' in outcome ? outcome.session.token : '';
}

describe('inviting', () => {
  test('emails a link that the inviter never sees', async () => {
    const accounts = new TestAccounts();
    const context = await makeWorkspace(database);
    const anonymous = makeAnonymous(database, { accounts: accounts.tools });
    const owner = await signInAs(anonymous, await makePerson(context, 'owner'));
    const email = newEmail();
    const sent = await sendInvitation(owner, { email, role: 'viewer' });
    await accounts.settle();
    expect(sent).toMatchObject({ mailed: true, link: null });
    const token = accounts.tokenFor(email);
    expect(accounts.mails).toMatchObject([{ to: email }]);
    expect(accounts.mails[0]?.text).toContain(`https://panel.example.com/invite#token=${token}\n`);
    expect(accounts.mails[0]?.text).toContain(owner.actor.label);
    const { items: invitations } = await listInvitations(owner);
    expect(invitations).toMatchObject([{ id: sent.id, email, role: 'viewer', invitedBy: owner.actor.label }]);
    const { rows } = await database.asSystem((executor) =>
      sql<{
        text: string;
      }>`SELECT i::text AS text FROM invitations i WHERE workspace_id = ${context.workspaceId}
        UNION ALL SELECT a::text FROM audit_log a WHERE workspace_id = ${context.workspaceId}`.execute(
        executor,
      ),
    );
    const stored = `${JSON.stringify([sent, invitations])}${rows.map(({ text }) => text).join()}`;
    expect(stored).toContain('invitation.create');
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(Buffer.from(token).toString('hex'));
  });

  test('is limited to five emails per hour and address, across workspaces', async () => {
    const clock = new ManualClock();
    const accounts = new TestAccounts();
    const email = newEmail();
    const owners = [];
    for (let count = 0; count < 2; count += 1) {
      const context = await makeWorkspace(database, clock.now);
      const anonymous = makeAnonymous(database, { now: clock.now, accounts: accounts.tools });
      owners.push(await signInAs(anonymous, await makePerson(context, 'owner')));
    }
    const [first, second] = owners;
    if (first === undefined || second === undefined) throw new Error('expected two owners');
    const send = (owner: typeof first) => sendInvitation(owner, { email, role: 'viewer' });
    for (let count = 0; count < 4; count += 1) await send(first);
    await send(second);
    for (const owner of owners)
      await expect(send(owner)).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        details: { retryAfter: 3_600 },
      });
    await expect(sendInvitation(first, { email: newEmail(), role: 'viewer' })).resolves.toBeDefined();
    await accounts.settle();
    expect(accounts.mails.filter(({ to }) => to === email)).toHaveLength(5);
    expect((await listInvitations(first)).items).toHaveLength(2);
    clock.advance(3_600_000);
    await expect(send(first)).resolves.toMatchObject({ mailed: true });
    await accounts.settle();
  });

  test('returns the link once when no mail server is configured, and a new link on renewal', async () => {
    const context = await makeWorkspace(database);
    const accounts = { ...new TestAccounts().tools, mailer: undefined };
    const anonymous = makeAnonymous(database, { accounts });
    const owner = await signInAs(anonymous, await makePerson(context, 'owner'));
    const email = newEmail();
    const first = await sendInvitation(owner, { email, role: 'owner' });
    expect(first).toMatchObject({ mailed: false });
    expect(first.link).toMatch(/^https:\/\/panel\.example\.com\/invite#token=[\w-]{43}$/);
    expect(JSON.stringify(await listInvitations(owner))).not.toContain('token');
    const admin = await signInAs(anonymous, await makePerson(context, 'admin'));
    await expect(renewInvitation(admin, first.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const second = await renewInvitation(owner, first.id.toUpperCase());
    await expect(renewInvitation(owner, first.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await listInvitations(owner)).toMatchObject({
      items: [{ id: second.id, email, role: 'owner' }],
    });
    const accept = (link: string | null) =>
      acceptInvitation(makeAnonymous(database), { token: link?.split('#token=')[1], password });
    await expect(accept(first.link)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(accept(second.link)).resolves.toMatchObject({ session: {} });
    const foreign = await signInAs(anonymous, await makePerson(await makeWorkspace(database), 'owner'));
    const { id } = await sendInvitation(owner, { email: newEmail(), role: 'viewer' });
    await expect(renewInvitation(foreign, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is possible with a link created by the operator', async () => {
    const context = await makeWorkspace(database);
    const accounts = { ...new TestAccounts().tools, mailer: undefined };
    const owner = await signInAs(makeAnonymous(database, { accounts }), await makePerson(context, 'owner'));
    const email = newEmail();
    expect(await sendInvitation(owner, { email, role: 'member' })).toMatchObject({ mailed: false });
    const input = { email, role: 'member', panelUrl: 'https://x.example' } as const;
    await expect(makeInvitationLink(owner, input)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { link } = await makeInvitationLink(context, input);
    const token = link.split('https://x.example/invite#token=')[1];
    await expect(acceptInvitation(makeAnonymous(database), { token, password })).resolves.toMatchObject({
      session: {},
    });
  });

  test('requires an admin or owner, and only owners can invite owners', async () => {
    const context = await makeWorkspace(database);
    const anonymous = makeAnonymous(database);
    const allowed: Record<string, string[]> = {};
    for (const role of memberRoles) {
      const inviter = await signInAs(anonymous, await makePerson(context, role));
      allowed[role] = [];
      for (const invitedRole of memberRoles) {
        const outcome = await invite(inviter, { email: newEmail(), role: invitedRole }).catch(
          (error: unknown) => error,
        );
        if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'FORBIDDEN' });
        else allowed[role].push(invitedRole);
      }
    }
    expect(allowed).toEqual({
      owner: ['owner', 'admin', 'member', 'viewer'],
      admin: ['admin', 'member', 'viewer'],
      member: [],
      viewer: [],
    });
  });

  test('replaces a pending invitation for the same address, and is refused for members', async () => {
    const context = await makeWorkspace(database);
    const person = await makePerson(context, 'owner');
    const email = newEmail();
    const first = await invite(context, { email, role: 'admin' });
    const second = await invite(context, { email: email.toUpperCase(), role: 'viewer' });
    expect((await listInvitations(context)).items.map(({ id }) => id)).toEqual([second.id]);
    const anonymous = makeAnonymous(database);
    await expect(acceptInvitation(anonymous, { token: first.token, password })).rejects.toMatchObject(
      invalidInvitation,
    );
    await expect(invite(context, { email: person.email, role: 'viewer' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('leaves exactly one pending invitation after concurrent requests', async () => {
    const context = await makeWorkspace(database);
    const email = newEmail();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => invite(context, { email, role: 'viewer' })),
    );
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CONFLICT' });
    expect((await listInvitations(context)).items).toHaveLength(1);
  });

  test('is limited to 100 pending invitations per workspace', async () => {
    const context = await makeWorkspace(database);
    for (let count = 0; count < 100; count += 1)
      await invite(context, { email: `${count}@example.com`, role: 'viewer' });
    await expect(invite(context, { email: 'more@example.com', role: 'viewer' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(invite(context, { email: '7@example.com', role: 'member' })).resolves.toBeDefined();
  });
});

describe('accepting an invitation', () => {
  test('lets a new user set a password and signs them in to the workspace', async () => {
    const context = await makeWorkspace(database);
    const email = newEmail();
    const { id, token } = await invite(context, { email, role: 'admin' });
    const anonymous = makeAnonymous(database);
    await expect(acceptInvitation(anonymous, { token })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { issues: [{ path: 'password' }] },
    });
    await expect(acceptInvitation(anonymous, { token, password: 'short' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    const mine = await resumeSession(
      anonymous,
      tokenOf(await acceptInvitation(anonymous, { token, password })),
    );
    expect(mine).toMatchObject({ workspaceId: context.workspaceId, actor: { label: email, role: 'admin' } });
    expect((await listSessions(mine)).items[0]?.begunBy).toBe('invitation');
    await expect(signInAs(anonymous, { id: mine.actor.id, email, password })).resolves.toBeDefined();
    expect((await listInvitations(context)).items).toEqual([]);
    const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    expect(entries.find(({ action }) => action === 'invitation.accept')).toMatchObject({
      subjectId: id,
      subjectName: email,
      changes: [{ field: 'role', after: 'admin' }],
      actorId: mine.actor.id,
    });
  });

  test('needs no password when signed in with the invited address, and issues a new session token', async () => {
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    const person = await makePerson(first, 'owner');
    const anonymous = makeAnonymous(database);
    const mine = await signInAs(anonymous, person);
    const { token } = await invite(second, { email: person.email.toUpperCase(), role: 'viewer' });
    const outcome = await acceptInvitation({ ...anonymous, caller: mine }, { token });
    expect(await findCaller(anonymous, mine.token)).toBeUndefined();
    expect(await resumeSession(anonymous, tokenOf(outcome))).toMatchObject({
      workspaceId: second.workspaceId,
      sessionId: mine.sessionId,
      actor: { id: person.id, role: 'viewer' },
    });
  });

  test('is refused when signed in as another user, and the invitation remains pending', async () => {
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    const anonymous = makeAnonymous(database);
    const otherUser = await signInAs(anonymous, await makePerson(first, 'owner'));
    const { token } = await invite(second, { email: newEmail(), role: 'owner' });
    await expect(acceptInvitation({ ...anonymous, caller: otherUser }, { token })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect((await listMembers(second)).items).toEqual([]);
    expect((await listInvitations(second)).items).toHaveLength(1);
  });

  test("requires an existing user's current password", async () => {
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    const person = await makePerson(first, 'viewer');
    const { token } = await invite(second, { email: person.email, role: 'member' });
    const anonymous = makeAnonymous(database);
    await expect(acceptInvitation(anonymous, { token, password })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    await expect(signInAs(anonymous, { ...person, password })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    const outcome = await acceptInvitation(anonymous, { token, password: person.password });
    expect(await resumeSession(anonymous, tokenOf(outcome))).toMatchObject({
      workspaceId: second.workspaceId,
      actor: { id: person.id, role: 'member' },
    });
  });

  test("requires an existing user's two-factor code", async () => {
    const clock = new ManualClock();
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database, clock.now)];
    const person = await makePerson(first, 'viewer');
    const anonymous = makeAnonymous(database, clock);
    const mine = await signInAs(anonymous, person);
    const { secret } = await beginSecondFactor(mine, { password: person.password });
    await confirmSecondFactor(mine, { code: computeTotpCode(secret, clock.now()) });
    clock.advance(60_000);
    const { token } = await invite(second, { email: person.email, role: 'member' });
    const accept = (code?: string) => acceptInvitation(anonymous, { token, password: person.password, code });
    expect(await accept()).toEqual({ secondFactor: 'needed' });
    expect((await listMembers(second)).items).toEqual([]);
    expect(await accept(computeTotpCode(secret, clock.now()))).toMatchObject({ session: {} });
  });

  test('lets a user without any workspace return with their password', async () => {
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    await makePerson(first, 'owner');
    const person = await makePerson(first, 'viewer');
    await removeMember(first, person.id);
    const { token } = await invite(second, { email: person.email, role: 'viewer' });
    await expect(
      acceptInvitation(makeAnonymous(database), { token, password: person.password }),
    ).resolves.toMatchObject({ session: {} });
  });

  test('fails in the same way for revoked, used, expired and unknown tokens', async () => {
    const clock = new ManualClock();
    const context = await makeWorkspace(database, clock.now);
    const anonymous = makeAnonymous(database, clock);
    const accept = (token: string) => acceptInvitation(anonymous, { token, password });
    const [revoked, used, late] = [
      await invite(context, { email: newEmail(), role: 'viewer' }),
      await invite(context, { email: newEmail(), role: 'viewer' }),
      await invite(context, { email: newEmail(), role: 'viewer' }),
    ];
    await revokeInvitation(context, revoked.id);
    clock.advance(weekMs - 1);
    await accept(used.token);
    clock.advance(1);
    for (const token of [revoked.token, used.token, late.token, 'A'.repeat(43)])
      await expect(accept(token)).rejects.toMatchObject(invalidInvitation);
    expect((await listInvitations(context)).items).toEqual([]);
  });

  test('is still possible after another workspace tried to revoke the invitation', async () => {
    const [mine, foreign] = [await makeWorkspace(database), await makeWorkspace(database)];
    const { id } = await invite(foreign, { email: newEmail(), role: 'viewer' });
    const owner = await signInAs(makeAnonymous(database), await makePerson(mine, 'owner'));
    for (const invitationId of [id, '00000000-0000-7000-8000-000000000000', 'nonsense'])
      await expect(revokeInvitation(owner, invitationId)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Invitation not found',
      });
    expect((await listInvitations(owner)).items).toEqual([]);
    expect((await listInvitations(foreign)).items).toHaveLength(1);
  });

  test('is refused for a person who has joined the workspace since, and the invitation remains pending', async () => {
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    const person = await makePerson(first, 'owner');
    const anonymous = makeAnonymous(database);
    const caller = await signInAs(anonymous, person);
    const { token } = await invite(second, { email: person.email, role: 'viewer' });
    await database.asSystem((executor) =>
      insertMembership(executor, second.workspaceId, { userId: person.id, role: 'member' }),
    );
    await expect(acceptInvitation({ ...anonymous, caller }, { token })).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'member-already',
    });
    expect((await listInvitations(second)).items).toHaveLength(1);
    expect((await listMembers(second)).items).toMatchObject([{ role: 'member' }]);
  });

  test('succeeds exactly once for 20 concurrent requests', async () => {
    const context = await makeWorkspace(database);
    const { token } = await invite(context, { email: newEmail(), role: 'viewer' });
    const anonymous = makeAnonymous(database);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => acceptInvitation(anonymous, { token, password })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(invalidInvitation);
    expect((await listMembers(context)).items).toHaveLength(1);
  });

  test('succeeds exactly once for 20 concurrent requests from a signed-in user', async () => {
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    const person = await makePerson(first, 'owner');
    const anonymous = makeAnonymous(database);
    const caller = await signInAs(anonymous, person);
    const { token } = await invite(second, { email: person.email, role: 'viewer' });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => acceptInvitation({ ...anonymous, caller }, { token })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await listMembers(second)).items).toHaveLength(1);
  });
});
