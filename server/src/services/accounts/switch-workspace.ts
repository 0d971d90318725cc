import { workspaceChoice } from '@waypost/contract/people.ts';
import { WaypostError } from '../../platform/errors.ts';
import { lockWorkspacesOfUser } from '../../store/accounts/memberships.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import type { SignedInContext } from './account-context.ts';
import { renewSession, type IssuedSession } from './begin-session.ts';

/** Moves the session into another workspace of the person, with another token. */
export async function switchWorkspace(context: SignedInContext, input: unknown): Promise<IssuedSession> {
  const { workspaceId } = parseInput(workspaceChoice, input);
  return await asSystem(context, async (executor) => {
    const workspaces = await lockWorkspacesOfUser(executor, context.actor.id);
    const chosen = workspaces.find(({ id }) => id === workspaceId);
    if (chosen === undefined) throw new WaypostError('NOT_FOUND', 'there is no such workspace');
    const session = await renewSession(executor, context, workspaceId);
    await recordChange(
      executor,
      workspaceId,
      { ...context.actor, role: chosen.role },
      { action: 'session.enter', subjectId: context.sessionId },
    );
    return session;
  });
}
