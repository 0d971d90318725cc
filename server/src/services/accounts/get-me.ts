import type { OwnAccount, OwnWorkspace } from '@waypost/contract/people.ts';
import { listWorkspacesOfUser } from '../../store/accounts/memberships.ts';
import { countRecoveryCodes } from '../../store/accounts/recovery-codes.ts';
import { findUser } from '../../store/accounts/users.ts';
import { asSystem } from '../context.ts';
import { isAllowed, permissions } from '../permissions.ts';
import type { SignedInContext } from './account-context.ts';
import { sessionEnded } from './begin-session.ts';

async function listOwnWorkspaces(context: SignedInContext): Promise<OwnWorkspace[]> {
  return await asSystem(context, (executor) => listWorkspacesOfUser(executor, context.actor.id));
}

/** Who is signed in, and what they may do where they are. */
export async function getMe(context: SignedInContext): Promise<OwnAccount> {
  const { actor, sessionId, workspaceId } = context;
  return await asSystem(context, async (transaction) => {
    const account = await findUser(transaction, actor.id);
    if (account === undefined) throw sessionEnded();
    return {
      id: account.id,
      email: account.email,
      sessionId,
      workspaceId,
      role: actor.role,
      permissions: permissions.filter((permission) => isAllowed(actor, permission)),
      workspaces: await listOwnWorkspaces({ ...context, transaction }),
      passwordChangedAt: account.passwordChangedAt.toISOString(),
      secondFactor: {
        enabled: account.totpEnabledAt !== null,
        recoveryCodesLeft: await countRecoveryCodes(transaction, account.id),
      },
    };
  });
}
