import { listServedChanges, readClock, type ServedChange } from '../../store/publications.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

const pageRows = 200;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export type ServedChanges = { upTo: string; changes: ServedChange[] };

/**
 * What an edge that has come as far as `after` has to learn, page by page. Each page says how far the edge has come
 * once it has applied it; only the last one reaches what the clock showed at the beginning.
 */
export async function* readServedChanges(
  context: ServiceContext,
  after: string,
): AsyncGenerator<ServedChanges> {
  requirePermission(context.actor, 'publishing.run');
  const target = await asSystem(context, readClock);
  if (BigInt(after) >= BigInt(target)) return;
  let place = { sequence: after, campaignId: lastId };
  for (;;) {
    const changes = await asSystem(context, (executor) => listServedChanges(executor, place, pageRows));
    const last = changes.at(-1);
    if (last === undefined || changes.length < pageRows) {
      yield { upTo: target, changes };
      return;
    }
    // More of the same number may be on the next page.
    yield { upTo: String(BigInt(last.sequence) - 1n), changes };
    place = last;
  }
}
