import type { OwnWorkspace } from '@waypost/contract/people.ts';
import { listWorkspacesOfUser } from '../../store/memberships.ts';
import { asSystem } from '../context.ts';
import type { SignedInContext } from '../sessions/session-context.ts';

export async function listOwnWorkspaces(context: SignedInContext): Promise<OwnWorkspace[]> {
  return await asSystem(context, (executor) => listWorkspacesOfUser(executor, context.actor.id));
}
