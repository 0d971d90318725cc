import { deleteSessionsOfUser } from '../../store/sessions.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem } from '../context.ts';
import type { SignedInContext } from './session-context.ts';

/** Ends every session of the person but this one, in all workspaces. */
export async function endOtherSessions(context: SignedInContext): Promise<{ ended: number }> {
  return await asSystem(context, async (executor) => {
    const ended = await deleteSessionsOfUser(executor, context.actor.id, context.sessionId);
    if (ended > 0)
      await recordChange(executor, context.workspaceId, context.actor, {
        action: 'session.end-others',
        subjectId: context.actor.id,
        details: { ended },
      });
    return { ended };
  });
}
