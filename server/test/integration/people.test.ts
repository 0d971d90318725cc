import { memberRoles, type MemberRole } from '@waypost/contract/accounts/access.ts';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { addUser } from '../../src/services/accounts/create-user.ts';
import { getMe } from '../../src/services/accounts/get-me.ts';
import { listInvitations } from '../../src/services/accounts/invitations.ts';
import { changeRole, listMembers, removeMember } from '../../src/services/accounts/members.ts';
import { getPreferences, savePreferences } from '../../src/services/accounts/preferences.ts';
import { invite } from '../../src/services/accounts/send-invitation.ts';
import { isAllowed, permissions } from '../../src/services/permissions.ts';
import { getWorkspaceSettings } from '../../src/services/workspaces/workspace-settings.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import {
  resumeSession,
  signInAs,
  findCaller,
  makePerson,
  makeAnonymous,
} from '../../src/testing/workspaces/people.ts';

vi.mock(
  '../../src/platform/password-hash.ts',
  () => import('../../src/testing/workspaces/cheap-password-hash.ts'),
);

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
});

afterAll(() => database.close());

const unknownId = '00000000-0000-7000-8000-000000000000';

async function makeTeam() {
  const context = await makeWorkspace(database);
  const anonymous = makeAnonymous(database);
  const people = {
    owner: await makePerson(context, 'owner'),
    admin: await makePerson(context, 'admin'),
    member: await makePerson(context, 'member'),
    viewer: await makePerson(context, 'viewer'),
  };
  const signIn = async (role: keyof typeof people) => await signInAs(anonymous, people[role]);
  return { context, anonymous, people, signIn };
}

describe('the member list', () => {
  test('shows all members of the workspace to every role, and no members of other workspaces', async () => {
    const { people, signIn } = await makeTeam();
    await makeTeam();
    for (const role of memberRoles)
      expect(
        (await listMembers(await signIn(role))).items.map(({ id, email, role: has }) => [id, email, has]),
      ).toEqual(memberRoles.map((one) => [people[one].id, people[one].email, one]));
  });

  test('is not available to API keys', async () => {
    const { context } = await makeTeam();
    const { id } = await makeKey(context);
    const actor = { type: 'key', id, label: 'x', scope: 'write' } as const;
    for (const run of [listMembers, listInvitations])
      await expect(run({ ...context, actor })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('the current user', () => {
  test.each(memberRoles)(
    'sees the permissions of the %s role and all of their own workspaces',
    async (role) => {
      const other = await makeWorkspace(database);
      const { context, people, signIn } = await makeTeam();
      const { email, password } = people[role];
      await addUser(other, { email, password, role: 'viewer' });
      const mine = await signIn(role);
      const me = await getMe(mine);
      expect(me).toMatchObject({
        id: people[role].id,
        email,
        lastWorkspaceId: context.workspaceId,
        sessionId: mine.sessionId,
        secondFactor: { enabled: false, recoveryCodesLeft: 0 },
      });
      const allowed = (has: MemberRole) =>
        permissions
          .filter((permission) => isAllowed({ ...mine.actor, role: has }, permission))
          // Only the first workspace in the installation has access to system information.
          .filter((permission) => permission !== 'system.read');
      expect(me.workspaces.map(({ id, role: has, permissions: may }) => [id, has, may])).toEqual([
        [context.workspaceId, role, allowed(role)],
        [other.workspaceId, 'viewer', allowed('viewer')],
      ]);
      const settings = await getWorkspaceSettings(context);
      expect(me.workspaces[0]).toMatchObject({ timezone: settings.timezone, currency: settings.currency });
    },
  );
});

describe('changing a role', () => {
  test('takes effect with the next request and is logged', async () => {
    const { context, anonymous, people, signIn } = await makeTeam();
    const [owner, member] = [await signIn('owner'), await signIn('member')];
    await changeRole(owner, people.member.id, { role: 'admin' });
    const promoted = await resumeSession(anonymous, member.token);
    expect(promoted.actor.role).toBe('admin');
    await changeRole(promoted, people.viewer.id, { role: 'member' });
    const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    expect(entries[0]).toMatchObject({
      action: 'member.change-role',
      actorId: people.member.id,
      subjectId: people.viewer.id,
      changes: [{ field: 'role', before: 'viewer', after: 'member' }],
    });
  });

  test("cannot grant a higher role than one's own, and admins cannot change owners", async () => {
    const { people, signIn } = await makeTeam();
    const [admin, member, viewer] = [await signIn('admin'), await signIn('member'), await signIn('viewer')];
    for (const id of [people.member.id, people.admin.id])
      await expect(changeRole(admin, id, { role: 'owner' })).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'Only owners can add owners',
      });
    await expect(changeRole(admin, people.owner.id, { role: 'viewer' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(removeMember(admin, people.owner.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    for (const actor of [member, viewer]) {
      await expect(changeRole(actor, people.viewer.id, { role: 'viewer' })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      await expect(removeMember(actor, people.admin.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect((await listMembers(admin)).items.map(({ role }) => role)).toEqual([...memberRoles]);
  });

  test('is rejected for the last owner of a workspace, even if the operator requests it', async () => {
    const { context, people, signIn } = await makeTeam();
    const owner = await signIn('owner');
    const lastOwner = { code: 'CONFLICT', message: 'A workspace needs at least one owner' };
    for (const actor of [owner, context]) {
      await expect(changeRole(actor, people.owner.id, { role: 'admin' })).rejects.toMatchObject(lastOwner);
      await expect(removeMember(actor, people.owner.id)).rejects.toMatchObject(lastOwner);
    }
    await changeRole(owner, people.admin.id, { role: 'owner' });
    await removeMember(owner, people.owner.id);
    await expect(removeMember(context, people.admin.id)).rejects.toMatchObject(lastOwner);
  });

  test.each(['demote', 'remove', 'leave'] as const)(
    'leaves one owner when two owners are changed concurrently (%s)',
    async (action) => {
      const { context, anonymous, people, signIn } = await makeTeam();
      const second = await makePerson(context, 'owner');
      const [a, b] = [await signIn('owner'), await signInAs(anonymous, second)];
      const act = {
        demote: () => [
          changeRole(a, second.id, { role: 'viewer' }),
          changeRole(b, people.owner.id, { role: 'viewer' }),
        ],
        remove: () => [removeMember(a, second.id), removeMember(b, people.owner.id)],
        leave: () => [removeMember(a, a.actor.id), removeMember(b, b.actor.id)],
      }[action];
      const outcomes = await Promise.allSettled(act());
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await listMembers(context)).items.filter(({ role }) => role === 'owner')).toHaveLength(1);
    },
  );

  test('answers NOT_FOUND for people in another workspace', async () => {
    const [mine, foreign] = [await makeTeam(), await makeTeam()];
    const owner = await mine.signIn('owner');
    for (const id of [foreign.people.member.id, unknownId, 'nonsense']) {
      const notFound = { code: 'NOT_FOUND', message: 'Member not found' };
      await expect(changeRole(owner, id, { role: 'viewer' })).rejects.toMatchObject(notFound);
      await expect(removeMember(owner, id)).rejects.toMatchObject(notFound);
    }
    expect((await listMembers(foreign.context)).items).toHaveLength(4);
  });
});

describe('removing a member', () => {
  test('ends access to the workspace with the next request, but not to other workspaces', async () => {
    const { context, anonymous, people, signIn } = await makeTeam();
    const other = await makeWorkspace(database);
    const { email, password } = people.member;
    const inWorkspace = await signIn('member');
    await removeMember(await signIn('admin'), people.member.id);
    expect(await findCaller(anonymous, inWorkspace.token)).toBeUndefined();
    await addUser(other, { email, password, role: 'viewer' });
    const inOther = await signInAs(anonymous, people.member);
    expect(inOther.workspaceId).toBe(other.workspaceId);
    expect((await listMembers(context)).items).toHaveLength(3);
    await addUser(context, { email, password, role: 'viewer' });
    await removeMember(context, people.member.id);
    expect(await findCaller(anonymous, inOther.token)).toBeDefined();
  });

  test.each(['admin', 'member', 'viewer'] as const)('lets a %s leave on their own', async (role) => {
    const { context, anonymous, people, signIn } = await makeTeam();
    const mine = await signIn(role);
    await removeMember(mine, people[role].id);
    expect(await findCaller(anonymous, mine.token)).toBeUndefined();
    const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    expect(entries[0]).toMatchObject({ action: 'member.leave', subjectId: people[role].id });
  });

  test('revokes open invitations that the member sent, as does a demotion', async () => {
    const { context, people, signIn } = await makeTeam();
    const [owner, admin] = [await signIn('owner'), await signIn('admin')];
    await invite(admin, { email: 'friend@example.com', role: 'admin' });
    await invite(owner, { email: 'colleague@example.com', role: 'viewer' });
    await changeRole(owner, people.admin.id, { role: 'member' });
    expect((await listInvitations(context)).items.map(({ email }) => email)).toEqual([
      'colleague@example.com',
    ]);
    await changeRole(owner, people.admin.id, { role: 'admin' });
    await invite(admin, { email: 'friend@example.com', role: 'admin' });
    await removeMember(owner, people.admin.id);
    expect((await listInvitations(context)).items.map(({ email }) => email)).toEqual([
      'colleague@example.com',
    ]);
  });
});

describe('preferences', () => {
  test('belong to the person and are the same in every session', async () => {
    const { signIn } = await makeTeam();
    const [owner, secondSession, admin] = [
      await signIn('owner'),
      await signIn('owner'),
      await signIn('admin'),
    ];
    const before = await getPreferences(owner);
    expect(before).toMatchObject({ version: 0, preferences: { theme: 'system', columns: {} } });
    const preferences = {
      ...before.preferences,
      theme: 'dark',
      columns: { campaigns: ['name', 'visits'] },
      range: { from: '2026-11-01', to: '2026-11-16' },
    };
    const saved = await savePreferences(owner, { version: 0, preferences });
    expect(saved).toEqual({ version: 1, preferences });
    expect(await getPreferences(secondSession)).toEqual(saved);
    expect(await getPreferences(admin)).toEqual(before);
    const current = await savePreferences(secondSession, { version: 1, preferences: before.preferences });
    for (const version of [0, 1, 7])
      await expect(savePreferences(owner, { version, preferences })).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { reason: 'stale', current },
      });
  });

  test('accept only known settings within their limits', async () => {
    const { signIn } = await makeTeam();
    const owner = await signIn('owner');
    const { preferences } = await getPreferences(owner);
    const lists = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`list-${'x'.repeat(index)}`, []]));
    for (const invalid of [
      { theme: 'pink' },
      { surprise: 1 },
      { columns: { campaigns: Array.from({ length: 101 }, () => 'name') } },
      { columns: { 'no list': [] } },
      { columns: lists(31) },
      { range: { name: 'the day before' } },
      { workspaceId: 'mine' },
    ])
      await expect(
        savePreferences(owner, { version: 0, preferences: { ...preferences, ...invalid } }),
      ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const maximum = { ...preferences, columns: lists(30) };
    await expect(savePreferences(owner, { version: 0, preferences: maximum })).resolves.toBeDefined();
  });
});
