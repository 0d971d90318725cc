import type { SnapshotSource } from '../edge/snapshot/follow-source.ts';
import type { ServiceContext } from '../services/context.ts';
import { reportEdge } from '../services/publishing/publication.ts';
import {
  readEdgeState,
  readFullOffers,
  readServedChanges,
  readTrackingHosts,
} from '../services/publishing/read-served.ts';

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
