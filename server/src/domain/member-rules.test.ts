import { memberRoles, type MemberRole } from '@waypost/contract/access.ts';
import { describe, expect, it } from 'vitest';
import { isAtLeast, refuseForOwners, refuseForRank } from './member-rules.ts';

const member = (userId: string, role: MemberRole) => ({ userId, role });
const all = memberRoles.flatMap((actor) =>
  memberRoles.flatMap((target) => [...memberRoles, undefined].map((newRole) => ({ actor, target, newRole }))),
);

describe('rank', () => {
  it('falls from owner to viewer', () => {
    expect(memberRoles.map((role) => memberRoles.filter((other) => isAtLeast(role, other)).length)).toEqual([
      4, 3, 2, 1,
    ]);
  });

  it.each(all)(
    '$actor turns $target into $newRole only within their own rank',
    ({ actor, target, newRole }) => {
      const change = { target: member('b', target), newRole, owners: [] };
      const isWithin = isAtLeast(actor, target) && (newRole === undefined || isAtLeast(actor, newRole));
      expect(refuseForRank(member('a', actor), change) === undefined).toBe(isWithin);
    },
  );

  it.each(memberRoles)('a %s may leave by themselves', (role) => {
    const change = { target: member('a', role), newRole: undefined, owners: [] };
    expect(refuseForRank(member('a', role), change)).toBeUndefined();
  });

  it('nobody raises themselves', () => {
    const change = { target: member('a', 'admin'), newRole: 'owner' as const, owners: [] };
    expect(refuseForRank(member('a', 'admin'), change)).toMatchObject({ reason: 'owners-make-owners' });
  });
});

describe('the last owner', () => {
  const only = [member('a', 'owner')];

  it.each([undefined, 'admin', 'member', 'viewer'] as const)('cannot become %s', (newRole) => {
    const change = { target: member('a', 'owner'), newRole, owners: only };
    expect(refuseForOwners(change)).toMatchObject({ reason: 'last-owner' });
    const two = [...only, member('b', 'owner')];
    expect(refuseForOwners({ ...change, owners: two })).toBeUndefined();
  });

  it('stands in nobody else’s way', () => {
    const change = { target: member('b', 'admin'), newRole: undefined, owners: only };
    expect(refuseForOwners(change)).toBeUndefined();
    expect(refuseForOwners({ target: member('a', 'owner'), newRole: 'owner', owners: only })).toBeUndefined();
  });
});
