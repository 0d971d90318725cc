import type { RotatorVisits } from '@waypost/contract/rotators/rotator-visits.ts';
import { isId } from '../../platform/ids.ts';
import { findRotatorSettings } from '../../store/records/rotators.ts';
import type { RouteVisits } from '../../traffic/traffic-store.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { withReportSlot } from '../reports/open-report.ts';

const countedMs = 7 * 86_400_000;

/** Counts the rotator's visits in the last seven days. A dry run over this period reads the same visits. */
export async function countRotatorVisits(
  context: WorkspaceContext & WithTraffic,
  rotatorId: string,
  signal?: AbortSignal,
): Promise<RotatorVisits> {
  requirePermission(context.actor, 'reports.read');
  const { workspaceId } = context;
  const rotator = isId(rotatorId)
    ? await readInWorkspace(context, 'lookup', (executor) =>
        findRotatorSettings(executor, workspaceId, rotatorId),
      )
    : undefined;
  if (rotator === undefined) refuseMissing('rotator');
  const untilMs = context.now().getTime();
  const span = { fromMs: untilMs - countedMs, untilMs };
  const counted = await withReportSlot(workspaceId, () =>
    context.traffic.countByRoute({ workspaceId, rotatorId, ...span, withBots: false, signal }),
  );
  return {
    from: new Date(span.fromMs).toISOString(),
    to: new Date(span.untilMs).toISOString(),
    visits: counted.reduce((sum, { visits }) => sum + visits, 0),
    rules: [...sumBy(counted, ({ ruleId }) => ruleId)].map(([ruleId, visits]) => ({ ruleId, visits })),
    paths: [...sumBy(counted, ({ pathId }) => pathId)].map(([pathId, visits]) => ({ pathId, visits })),
  };
}

function sumBy<Key>(counted: readonly RouteVisits[], keyOf: (one: RouteVisits) => Key): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const one of counted) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + one.visits);
  return sums;
}
