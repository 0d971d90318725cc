import { deletePastPostbackJobs, giveUpPostbackJobs } from '../../store/postback-jobs.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

/** For as long a postback can be sent again by hand; less where the workspace keeps rows of attempts for less. */
const keptDaysMax = 30;
const deletedAtATime = 2_000;

/** Ends what has waited for too long, and deletes what ended long ago, a part at a time so that nobody waits for it. */
export async function tidyPostbacks(context: ServiceContext): Promise<{ gaveUp: number; deleted: number }> {
  requirePermission(context.actor, 'postbacks.run');
  const now = context.now();
  const gaveUp = await asSystem(context, (executor) => giveUpPostbackJobs(executor, now));
  let deleted = 0;
  for (let some = deletedAtATime; some === deletedAtATime; deleted += some)
    some = await asSystem(context, (executor) =>
      deletePastPostbackJobs(executor, { now, keptDaysMax, limit: deletedAtATime }),
    );
  return { gaveUp, deleted };
}
