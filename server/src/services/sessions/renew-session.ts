import { WaypostError } from '../../platform/errors.ts';
import type { Executor } from '../../store/database.ts';
import { replaceSessionToken } from '../../store/sessions.ts';
import { issueToken } from './bearer-token.ts';
import type { IssuedSession } from './begin-session.ts';
import type { SignedInContext } from './session-context.ts';

/** Another token for the session after a change of rights; its age stays, so that this cannot keep it alive. */
export async function renewSession(
  executor: Executor,
  context: Pick<SignedInContext, 'actor' | 'sessionId'>,
  workspaceId: string,
): Promise<IssuedSession> {
  const { token, tokenHash } = issueToken();
  const session = { id: context.sessionId, userId: context.actor.id, workspaceId };
  const renewed = await replaceSessionToken(executor, session, tokenHash);
  if (renewed === undefined) throw sessionEnded();
  return { token, expiresAt: renewed.expiresAt };
}

/** Ended by somebody else while the request was under way. */
export function sessionEnded(): WaypostError {
  return new WaypostError('UNAUTHORIZED', 'the session has ended: sign in again');
}
