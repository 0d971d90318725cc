import type { OwnSession } from '@waypost/contract/people.ts';
import { listSessionsOfUser } from '../../store/sessions.ts';
import { asSystem } from '../context.ts';
import type { SignedInContext } from './session-context.ts';
import { idleSince } from './session-lifetime.ts';

/** The person's own sessions, in all workspaces. */
export async function listSessions(context: SignedInContext): Promise<OwnSession[]> {
  const now = context.now();
  const sessions = await asSystem(context, (executor) =>
    listSessionsOfUser(executor, context.actor.id, { now, seenAfter: idleSince(now) }),
  );
  return sessions.map((session) => ({
    id: session.id,
    isCurrent: session.id === context.sessionId,
    workspaceId: session.workspaceId,
    begunBy: session.begunBy,
    userAgent: session.userAgent,
    network: session.network,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
  }));
}
