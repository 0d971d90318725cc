import type { SnapshotSource } from '../edge/snapshot/follow-source.ts';
import type { ServiceContext } from '../services/context.ts';
import { readEdgeState } from '../services/publishing/read-edge-state.ts';
import { readFullOffers } from '../services/publishing/read-full-offers.ts';
import { readServedChanges } from '../services/publishing/read-served-changes.ts';
import { readTrackingHosts } from '../services/publishing/read-tracking-hosts.ts';
import { reportEdge } from '../services/publishing/report-edge.ts';

/** What an edge asks of PostgreSQL, beside its visitors. */
export function postgresSource(
  context: ServiceContext,
  edge: { id: string; name: string; startedAt: Date },
  describeShipping: () => { spool: string; until: Date },
): SnapshotSource {
  return {
    readState: () => readEdgeState(context),
    readChanges: (after) => readServedChanges(context, after),
    readHosts: () => readTrackingHosts(context),
    readFullOffers: () => readFullOffers(context),
    report: (appliedSequence) =>
      reportEdge(context, { ...edge, appliedSequence, shipping: describeShipping() }),
  };
}
