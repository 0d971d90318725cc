import { deleteExpiredSessions } from '../../store/sessions.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export async function purgeExpiredSessions(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'sessions.purge');
  return await asSystem(context, (executor) => deleteExpiredSessions(executor, context.now()));
}
