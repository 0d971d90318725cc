import type { SnapshotSource } from '../../../edge/snapshot/follow-source.ts';
import type { ServiceContext } from '../../../services/context.ts';
import { reportEdge } from '../../../services/publishing/publication.ts';
import {
  readCapCounts,
  readEdgeState,
  readFullRecords,
  readServedChanges,
  readTrackingHosts,
} from '../../../services/publishing/read-served.ts';

export function publicationSource(
  context: ServiceContext,
  edge: { id: string; name: string; startedAt: Date },
  describeShipping: () => { spool: string; until: Date },
): SnapshotSource {
  return {
    readState: () => readEdgeState(context),
    readChanges: (after) => readServedChanges(context, after),
    readHosts: () => readTrackingHosts(context),
    readFullRecords: () => readFullRecords(context),
    readCapCounts: (afterVersion) => readCapCounts(context, afterVersion),
    report: (appliedSequence) =>
      reportEdge(context, { ...edge, appliedSequence, shipping: describeShipping() }),
  };
}
