import {
  listOpenRetentionCuts,
  markRetentionCutApplied,
  shortenConversions,
} from '../../store/retention-cuts.ts';
import { asSystem, readAsSystem, type ServiceContext } from '../context.ts';
import { requireTraffic } from '../require-traffic.ts';
import { requirePermission } from '../permissions.ts';

// Each may touch all rows of its workspace: never very many at a time.
const atOnce = 20;

/** Has rows that are there already expire earlier, where workspaces keep them for fewer days than before. */
export async function applyRetentionCuts(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'retention.run');
  const cuts = await readAsSystem(context, (executor) => listOpenRetentionCuts(executor, atOnce));
  for (const { id, madeAt, ...cut } of cuts) {
    if (cut.kind === 'events')
      await asSystem(context, (executor) => shortenConversions(executor, { ...cut, madeAt }));
    await requireTraffic(context).shortenRetention({ ...cut, madeMs: madeAt.getTime() });
    await asSystem(context, (executor) => markRetentionCutApplied(executor, id, context.now()));
  }
  return cuts.length;
}
