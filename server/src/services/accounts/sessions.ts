import type { ListPage } from '@waypost/contract/api/paging.ts';
import { sessionListQuery, type OwnSession } from '@waypost/contract/accounts/people.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { deleteOldAttempts } from '../../store/accounts/access-attempts.ts';
import { deleteExpiredBrowsers } from '../../store/accounts/known-browsers.ts';
import { deleteOldResponses } from '../../store/accounts/idempotent-responses.ts';
import { deleteExpiredResets } from '../../store/accounts/password-resets.ts';
import { deleteIdleBuckets } from '../../store/accounts/rate-buckets.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOfUser,
  listSessionsOfUser,
} from '../../store/accounts/sessions.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { listItems } from '../lists/list-items.ts';
import { requirePermission } from '../permissions.ts';
import type { SignedInContext } from './account-context.ts';
import { attemptsKeptMs } from './limit-attempts.ts';

const hourMs = 60 * 60 * 1000;

const idleMs = 12 * hourMs;

export const absoluteMs = 7 * 24 * hourMs;

/** Precision of the last-used time. Updating the time on every request would be too expensive. */
export const lastSeenIntervalMs = 60_000;

export const answersKeptMs = 24 * hourMs;

export function idleSince(now: Date): Date {
  return new Date(now.getTime() - idleMs);
}

const sessionList = {
  name: 'sessions',
  query: sessionListQuery,
  idOf: ({ id }: OwnSession) => id,
  sorts: {
    lastSeenAt: ({ lastSeenAt }: OwnSession) => lastSeenAt,
    createdAt: ({ createdAt }: OwnSession) => createdAt,
  },
};

export async function listSessions(
  context: SignedInContext,
  input: unknown = {},
): Promise<ListPage<OwnSession>> {
  return await listItems(context, sessionList, input, async () => {
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
  });
}

export async function endSession(context: SignedInContext, sessionId: string): Promise<void> {
  await asSystem(context, async (executor) => {
    if (!isId(sessionId) || !(await deleteSession(executor, context.actor.id, sessionId)))
      throw new WaypostError('NOT_FOUND', 'Session not found');
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'session.end',
      subjectId: sessionId,
      name: context.actor.label,
    });
  });
}

export async function endOtherSessions(context: SignedInContext): Promise<{ ended: number }> {
  return await asSystem(context, async (executor) => {
    const ended = await deleteSessionsOfUser(executor, context.actor.id, context.sessionId);
    if (ended > 0)
      await recordChange(executor, context.workspaceId, context.actor, {
        action: 'session.end-others',
        subjectId: context.actor.id,
        name: context.actor.label,
        details: { ended },
      });
    return { ended };
  });
}

export async function signOut(context: SignedInContext): Promise<void> {
  await endSession(context, context.sessionId);
}

/**
 * Deletes expired sessions and other expired data: reset links, attempts, known browsers, stored responses and rate
 * limit buckets.
 */
export async function purgeExpiredSessions(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'sessions.purge');
  const now = context.now();
  return await asSystem(context, async (executor) => {
    await deleteOldAttempts(executor, new Date(now.getTime() - attemptsKeptMs));
    await deleteExpiredResets(executor, now);
    await deleteExpiredBrowsers(executor, now);
    await deleteOldResponses(executor, new Date(now.getTime() - answersKeptMs));
    await deleteIdleBuckets(executor, new Date(now.getTime() - 24 * hourMs));
    return await deleteExpiredSessions(executor, { now, seenBefore: idleSince(now) });
  });
}
