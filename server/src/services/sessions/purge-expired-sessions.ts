import { deletePastAttempts } from '../../store/access-attempts.ts';
import { deletePastResets } from '../../store/password-resets.ts';
import { deleteExpiredSessions } from '../../store/sessions.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { attemptsKeptMs } from './limit-attempts.ts';
import { idleSince } from './session-lifetime.ts';

/** Sessions that have ended, and with them what else counts for a time only: links to reset a password, attempts. */
export async function purgeExpiredSessions(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'sessions.purge');
  const now = context.now();
  return await asSystem(context, async (executor) => {
    await deletePastAttempts(executor, new Date(now.getTime() - attemptsKeptMs));
    await deletePastResets(executor, now);
    return await deleteExpiredSessions(executor, { now, seenBefore: idleSince(now) });
  });
}
