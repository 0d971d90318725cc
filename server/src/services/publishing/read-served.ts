import type { CapCount } from '../../domain/caps/count-caps.ts';
import { listCapCounts, listFullRecords } from '../../store/publishing/caps.ts';
import { readEdgeVersions, type EdgeState } from '../../store/publishing/edges.ts';
import { listServedChanges, readClock, type ServedChange } from '../../store/publishing/publications.ts';
import { listTrackingHosts, type TrackingHost } from '../../store/publishing/tracking-hosts.ts';
import { asSystem, readAsSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export async function readTrackingHosts(context: ServiceContext): Promise<TrackingHost[]> {
  requirePermission(context.actor, 'publishing.run');
  return await readAsSystem(context, listTrackingHosts);
}

type FullUntil = { recordId: string; untilMs: number };

export async function readFullRecords(context: ServiceContext): Promise<FullUntil[]> {
  requirePermission(context.actor, 'publishing.run');
  return await readAsSystem(context, listFullRecords);
}

/** Returns the counts that are newer than the version, or all counts for version 0. */
export async function readCapCounts(context: ServiceContext, afterVersion: string): Promise<CapCount[]> {
  requirePermission(context.actor, 'publishing.run');
  return await readAsSystem(context, (executor) => listCapCounts(executor, afterVersion));
}

/**
 * Returns the version numbers of campaigns, hosts and caps. Edges poll these numbers often and then read only what
 * changed. The data they read then is at least as new as these numbers.
 */
export async function readEdgeState(context: ServiceContext): Promise<EdgeState> {
  requirePermission(context.actor, 'publishing.run');
  return await readAsSystem(context, readEdgeVersions);
}

const pageRows = 200;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type ServedChanges = { upTo: string; changes: ServedChange[] };

/**
 * Yields the changes since `after`. `upTo` is the position that an edge reaches by applying the page. Only the last
 * page reaches the position that was current when reading started.
 */
export async function* readServedChanges(
  context: ServiceContext,
  after: string,
): AsyncGenerator<ServedChanges> {
  requirePermission(context.actor, 'publishing.run');
  const target = await asSystem(context, readClock);
  if (BigInt(after) >= BigInt(target)) return;
  let position = { sequence: after, campaignId: lastId };
  for (;;) {
    const changes = await asSystem(context, (executor) => listServedChanges(executor, position, pageRows));
    const last = changes.at(-1);
    if (last === undefined || changes.length < pageRows) {
      yield { upTo: target, changes };
      return;
    }
    // The next page may contain more changes with the same sequence number.
    yield { upTo: String(BigInt(last.sequence) - 1n), changes };
    position = last;
  }
}
