import { memberRoles, type MemberRole } from '@waypost/contract/access.ts';

type Member = { userId: string; role: MemberRole };

/** Whether a role is as high as another, or higher. */
export function isAtLeast(role: MemberRole, other: MemberRole): boolean {
  return memberRoles.indexOf(role) <= memberRoles.indexOf(other);
}

type MemberChange = {
  /** Whose membership changes. */
  target: Member;
  /** What they become; undefined where they leave. */
  newRole: MemberRole | undefined;
  /** All owners of the workspace before the change. */
  owners: Member[];
};

/** For people, and a word for programs. */
type MemberRefusal = { message: string; reason: string };

/** Why nobody may make a change, in words for them; undefined where it may be made. */
export function refuseForOwners({ target, newRole, owners }: MemberChange): MemberRefusal | undefined {
  const isLastOwner = owners.length === 1 && owners[0]?.userId === target.userId;
  if (isLastOwner && newRole !== 'owner')
    return { message: 'a workspace needs at least one owner', reason: 'last-owner' };
  return undefined;
}

/** Why one member may not make a change; undefined where they may. Leaving is everybody's own affair. */
export function refuseForRank(actor: Member, { target, newRole }: MemberChange): MemberRefusal | undefined {
  if (actor.userId === target.userId && newRole === undefined) return undefined;
  if (!isAtLeast(actor.role, target.role))
    return { message: 'only owners can change an owner', reason: 'only-owners' };
  if (newRole !== undefined && !isAtLeast(actor.role, newRole))
    return { message: 'only owners can add owners', reason: 'owners-make-owners' };
  return undefined;
}
