import { memberRoles, type MemberRole } from '@waypost/contract/accounts/access.ts';
import { describe, expect, it } from 'vitest';
import { isAtLeast, refuseForOwners, refuseForRank } from './member-rules.ts';

const member = (userId: string, role: MemberRole) => ({ userId, role });
const all = memberRoles.flatMap((actor) =>
  memberRoles.flatMap((target) => [...memberRoles, undefined].map((newRole) => ({ actor, target, newRole }))),
);

describe('refuseForRank', () => {
  it('ranks roles from owner to viewer', () => {
    expect(memberRoles.map((role) => memberRoles.filter((other) => isAtLeast(role, other)).length)).toEqual([
      4, 3, 2, 1,
    ]);
  });

  it.each(all)(
    'lets $actor change $target to $newRole only if neither role ranks above $actor',
    ({ actor, target, newRole }) => {
      const change = { target: member('b', target), newRole, owners: [] };
      const isWithin = isAtLeast(actor, target) && (newRole === undefined || isAtLeast(actor, newRole));
      expect(refuseForRank(member('a', actor), change) === undefined).toBe(isWithin);
    },
  );

  it.each(memberRoles)('lets a %s leave', (role) => {
    const change = { target: member('a', role), newRole: undefined, owners: [] };
    expect(refuseForRank(member('a', role), change)).toBeUndefined();
  });

  it('does not let anyone promote themselves', () => {
    const change = { target: member('a', 'admin'), newRole: 'owner' as const, owners: [] };
    expect(refuseForRank(member('a', 'admin'), change)).toMatchObject({ reason: 'owners-make-owners' });
  });
});

describe('refuseForOwners', () => {
  const only = [member('a', 'owner')];

  it.each([undefined, 'admin', 'member', 'viewer'] as const)(
    'does not let the last owner become %s',
    (newRole) => {
      const change = { target: member('a', 'owner'), newRole, owners: only };
      expect(refuseForOwners(change)).toMatchObject({ reason: 'last-owner' });
      const two = [...only, member('b', 'owner')];
      expect(refuseForOwners({ ...change, owners: two })).toBeUndefined();
    },
  );

  it('allows changes that leave at least one owner', () => {
    const change = { target: member('b', 'admin'), newRole: undefined, owners: only };
    expect(refuseForOwners(change)).toBeUndefined();
    expect(refuseForOwners({ target: member('a', 'owner'), newRole: 'owner', owners: only })).toBeUndefined();
  });
});
