import { memberRoles, type MemberRole } from '@waypost/contract/access.ts';
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
  continueAs,
  enterAs,
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
  const stranger = makeAnonymous(database);
  const people = {
    owner: await makePerson(context, 'owner'),
    admin: await makePerson(context, 'admin'),
    member: await makePerson(context, 'member'),
    viewer: await makePerson(context, 'viewer'),
  };
  const enter = async (role: keyof typeof people) => await enterAs(stranger, people[role]);
  return { context, stranger, people, enter };
}

describe('the list of members', () => {
  test('shows everybody who they are, and nobody of another workspace', async () => {
    const { people, enter } = await makeTeam();
    await makeTeam();
    for (const role of memberRoles)
      expect(
        (await listMembers(await enter(role))).items.map(({ id, email, role: has }) => [id, email, has]),
      ).toEqual(memberRoles.map((one) => [people[one].id, people[one].email, one]));
  });

  test('is not for keys', async () => {
    const { context } = await makeTeam();
    const { id } = await makeKey(context);
    const actor = { type: 'key', id, label: 'x', scope: 'write' } as const;
    for (const run of [listMembers, listInvitations])
      await expect(run({ ...context, actor })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('who is signed in', () => {
  test.each(memberRoles)('a %s learns what their role allows, and where else they belong', async (role) => {
    const other = await makeWorkspace(database);
    const { context, people, enter } = await makeTeam();
    const { email, password } = people[role];
    await addUser(other, { email, password, role: 'viewer' });
    const mine = await enter(role);
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
        // Of the installation only its first workspace learns, which this is not.
        .filter((permission) => permission !== 'system.read');
    expect(me.workspaces.map(({ id, role: has, permissions: may }) => [id, has, may])).toEqual([
      [context.workspaceId, role, allowed(role)],
      [other.workspaceId, 'viewer', allowed('viewer')],
    ]);
    const settings = await getWorkspaceSettings(context);
    expect(me.workspaces[0]).toMatchObject({ timezone: settings.timezone, currency: settings.currency });
  });
});

describe('a change of role', () => {
  test('counts for the very next request, and is written down', async () => {
    const { context, stranger, people, enter } = await makeTeam();
    const [owner, member] = [await enter('owner'), await enter('member')];
    await changeRole(owner, people.member.id, { role: 'admin' });
    const promoted = await continueAs(stranger, member.token);
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

  test('nobody gives more than they have, and an admin cannot touch an owner', async () => {
    const { people, enter } = await makeTeam();
    const [admin, member, viewer] = [await enter('admin'), await enter('member'), await enter('viewer')];
    for (const id of [people.member.id, people.admin.id])
      await expect(changeRole(admin, id, { role: 'owner' })).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'Only owners can add owners',
      });
    await expect(changeRole(admin, people.owner.id, { role: 'viewer' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(removeMember(admin, people.owner.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    for (const low of [member, viewer]) {
      await expect(changeRole(low, people.viewer.id, { role: 'viewer' })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      await expect(removeMember(low, people.admin.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect((await listMembers(admin)).items.map(({ role }) => role)).toEqual([...memberRoles]);
  });

  test('a workspace keeps an owner, whoever asks', async () => {
    const { context, people, enter } = await makeTeam();
    const owner = await enter('owner');
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
    'two owners who %s at the same moment do not leave the workspace without one',
    async (what) => {
      const { context, stranger, people, enter } = await makeTeam();
      const second = await makePerson(context, 'owner');
      const [a, b] = [await enter('owner'), await enterAs(stranger, second)];
      const act = {
        demote: () => [
          changeRole(a, second.id, { role: 'viewer' }),
          changeRole(b, people.owner.id, { role: 'viewer' }),
        ],
        remove: () => [removeMember(a, second.id), removeMember(b, people.owner.id)],
        leave: () => [removeMember(a, a.actor.id), removeMember(b, b.actor.id)],
      }[what];
      const outcomes = await Promise.allSettled(act());
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await listMembers(context)).items.filter(({ role }) => role === 'owner')).toHaveLength(1);
    },
  );

  test('somebody of another workspace is a member that does not exist', async () => {
    const [mine, foreign] = [await makeTeam(), await makeTeam()];
    const owner = await mine.enter('owner');
    for (const id of [foreign.people.member.id, unknownId, 'nonsense']) {
      const refusal = { code: 'NOT_FOUND', message: 'Member not found' };
      await expect(changeRole(owner, id, { role: 'viewer' })).rejects.toMatchObject(refusal);
      await expect(removeMember(owner, id)).rejects.toMatchObject(refusal);
    }
    expect((await listMembers(foreign.context)).items).toHaveLength(4);
  });
});

describe('a member who goes', () => {
  test('has no session there from the next request on, and keeps those elsewhere', async () => {
    const { context, stranger, people, enter } = await makeTeam();
    const other = await makeWorkspace(database);
    const { email, password } = people.member;
    const here = await enter('member');
    await removeMember(await enter('admin'), people.member.id);
    expect(await findCaller(stranger, here.token)).toBeUndefined();
    await addUser(other, { email, password, role: 'viewer' });
    const there = await enterAs(stranger, people.member);
    expect(there.workspaceId).toBe(other.workspaceId);
    expect((await listMembers(context)).items).toHaveLength(3);
    await addUser(context, { email, password, role: 'viewer' });
    await removeMember(context, people.member.id);
    expect(await findCaller(stranger, there.token)).toBeDefined();
  });

  test.each(['admin', 'member', 'viewer'] as const)('a %s may leave by themselves', async (role) => {
    const { context, stranger, people, enter } = await makeTeam();
    const mine = await enter(role);
    await removeMember(mine, people[role].id);
    expect(await findCaller(stranger, mine.token)).toBeUndefined();
    const entries = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    expect(entries[0]).toMatchObject({ action: 'member.leave', subjectId: people[role].id });
  });

  test('leaves no open invitation behind, whether they go or are demoted', async () => {
    const { context, people, enter } = await makeTeam();
    const [owner, admin] = [await enter('owner'), await enter('admin')];
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
  test('are a person’s own, in every workspace, and the same whoever looks from where', async () => {
    const { enter } = await makeTeam();
    const [owner, again, admin] = [await enter('owner'), await enter('owner'), await enter('admin')];
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
    expect(await getPreferences(again)).toEqual(saved);
    expect(await getPreferences(admin)).toEqual(before);
    const current = await savePreferences(again, { version: 1, preferences: before.preferences });
    for (const version of [0, 1, 7])
      await expect(savePreferences(owner, { version, preferences })).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { reason: 'stale', current },
      });
  });

  test('hold what the panel knows, and only so much of it', async () => {
    const { enter } = await makeTeam();
    const owner = await enter('owner');
    const { preferences } = await getPreferences(owner);
    const lists = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`list-${'x'.repeat(index)}`, []]));
    for (const odd of [
      { theme: 'pink' },
      { surprise: 1 },
      { columns: { campaigns: Array.from({ length: 101 }, () => 'name') } },
      { columns: { 'no list': [] } },
      { columns: lists(31) },
      { range: { name: 'the day before' } },
      { workspaceId: 'mine' },
    ])
      await expect(
        savePreferences(owner, { version: 0, preferences: { ...preferences, ...odd } }),
      ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const most = { ...preferences, columns: lists(30) };
    await expect(savePreferences(owner, { version: 0, preferences: most })).resolves.toBeDefined();
  });
});
