import type { CapCount } from '../../domain/caps/count-caps.ts';
import { listCapCounts, listFullRecords } from '../../store/publishing/caps.ts';
import { readEdgeNumbers, type EdgeState } from '../../store/publishing/edges.ts';
import { listServedChanges, readClock, type ServedChange } from '../../store/publishing/publications.ts';
import { listTrackingHosts, type TrackingHost } from '../../store/publishing/tracking-hosts.ts';
import { asSystem, readAsSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

/** The hosts that visitors may come through, for an edge that has seen another number of them. */
export async function readTrackingHosts(context: ServiceContext): Promise<TrackingHost[]> {
  requirePermission(context.actor, 'publishing.run');
  return await readAsSystem(context, listTrackingHosts);
}

/** An offer or a path gets no more visitors until then, whatever becomes of those who count. */
type FullUntil = { recordId: string; untilMs: number };

/** What has reached a cap, for an edge that has seen another number of it. */
export async function readFullRecords(context: ServiceContext): Promise<FullUntil[]> {
  requirePermission(context.actor, 'publishing.run');
  return await readAsSystem(context, listFullRecords);
}

/** Counts of capped records that an edge has not seen; all of them for version 0. */
export async function readCapCounts(context: ServiceContext, afterVersion: string): Promise<CapCount[]> {
  requirePermission(context.actor, 'publishing.run');
  return await readAsSystem(context, (executor) => listCapCounts(executor, afterVersion));
}

/**
 * Three numbers, each of which changes with what it stands for: campaigns, hosts, what is full. An edge asks this often
 * and reads only what has another number; what it reads then is at least as new as the number.
 */
export async function readEdgeState(context: ServiceContext): Promise<EdgeState> {
  requirePermission(context.actor, 'publishing.run');
  return await readAsSystem(context, readEdgeNumbers);
}

const pageRows = 200;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type ServedChanges = { upTo: string; changes: ServedChange[] };

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
