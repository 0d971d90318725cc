import {
  memberPermissions,
  type MemberPermission,
  type MemberRole,
} from '@waypost/contract/accounts/access.ts';
import type { OwnAccount } from '@waypost/contract/accounts/people.ts';
import { listWorkspacesOfUser } from '../../store/accounts/memberships.ts';
import { countRecoveryCodes } from '../../store/accounts/recovery-codes.ts';
import { findUser } from '../../store/accounts/users.ts';
import { findFirstWorkspaceId } from '../../store/database/system-facts.ts';
import { asSystem } from '../context.ts';
import { isAllowed } from '../permissions.ts';
import type { PersonActor, SignedInContext } from './account-context.ts';
import { sessionEnded } from './begin-session.ts';

export async function getMe({
  actor,
  sessionId,
  workspaceId,
  ...context
}: SignedInContext): Promise<OwnAccount> {
  return await asSystem({ ...context, actor }, async (transaction) => {
    const account = await findUser(transaction, actor.id);
    if (account === undefined) throw sessionEnded();
    const workspaces = await listWorkspacesOfUser(transaction, actor.id);
    const firstId = await findFirstWorkspaceId(transaction);
    return {
      id: account.id,
      email: account.email,
      sessionId,
      lastWorkspaceId: workspaceId,
      workspaces: workspaces.map((one) => ({
        ...one,
        permissions: permissionsOf(actor, one.role).filter(
          // Only members of the first workspace can manage the installation.
          (permission) => permission !== 'system.read' || one.id === firstId,
        ),
      })),
      passwordChangedAt: account.passwordChangedAt.toISOString(),
      mustChangePassword: account.mustChangePassword,
      secondFactor: {
        enabled: account.totpEnabledAt !== null,
        recoveryCodesLeft: await countRecoveryCodes(transaction, account.id),
      },
    };
  });
}

function permissionsOf(actor: PersonActor, role: MemberRole): MemberPermission[] {
  return memberPermissions.filter((permission) => isAllowed({ ...actor, role }, permission));
}
