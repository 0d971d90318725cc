import { measurePostbackJobs, type PostbackNumbers } from '../../store/postback-jobs.ts';
import { readAsSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export type { PostbackNumbers } from '../../store/postback-jobs.ts';

/** How many wait, and how late the latest is. */
export async function measurePostbacks(context: ServiceContext): Promise<PostbackNumbers> {
  requirePermission(context.actor, 'postbacks.run');
  return await readAsSystem(context, (executor) => measurePostbackJobs(executor, context.now()));
}
