import type { OwnAccount } from '@waypost/contract/people.ts';
import { countRecoveryCodes } from '../../store/recovery-codes.ts';
import { findUser } from '../../store/users.ts';
import { asSystem } from '../context.ts';
import { isAllowed, permissions } from '../permissions.ts';
import { sessionEnded } from '../sessions/renew-session.ts';
import type { SignedInContext } from '../sessions/session-context.ts';
import { listOwnWorkspaces } from './list-own-workspaces.ts';

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
