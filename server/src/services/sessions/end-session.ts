import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { deleteSession } from '../../store/sessions.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem } from '../context.ts';
import type { SignedInContext } from './session-context.ts';

/** Ends a session of the person's own, in whichever workspace; one of somebody else does not exist. */
export async function endSession(context: SignedInContext, sessionId: string): Promise<void> {
  await asSystem(context, async (executor) => {
    if (!isId(sessionId) || !(await deleteSession(executor, context.actor.id, sessionId)))
      throw new WaypostError('NOT_FOUND', 'there is no such session');
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'session.end',
      subjectId: sessionId,
    });
  });
}
