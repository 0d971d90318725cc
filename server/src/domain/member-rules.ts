import { memberRoles, type MemberRole } from '@waypost/contract/accounts/access.ts';

type Member = { userId: string; role: MemberRole };

export function isAtLeast(role: MemberRole, other: MemberRole): boolean {
  return memberRoles.indexOf(role) <= memberRoles.indexOf(other);
}

type MemberChange = {
  target: Member;
  newRole: MemberRole | undefined;
  owners: Member[];
};

type MemberRefusal = { message: string; reason: string };

export function refuseForOwners({ target, newRole, owners }: MemberChange): MemberRefusal | undefined {
  const isLastOwner = owners.length === 1 && owners[0]?.userId === target.userId;
  if (isLastOwner && newRole !== 'owner')
    return { message: 'A workspace needs at least one owner', reason: 'last-owner' };
  return undefined;
}

/** Returns why a member may not make a change, or undefined if the change is allowed. Every member may leave. */
export function refuseForRank(actor: Member, { target, newRole }: MemberChange): MemberRefusal | undefined {
  if (actor.userId === target.userId && newRole === undefined) return undefined;
  if (!isAtLeast(actor.role, target.role))
    return { message: "Only owners can remove an owner or change an owner's role", reason: 'only-owners' };
  if (newRole !== undefined && !isAtLeast(actor.role, newRole))
    return { message: 'Only owners can add owners', reason: 'owners-make-owners' };
  return undefined;
}
