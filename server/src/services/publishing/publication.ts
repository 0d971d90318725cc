import type { Publication } from '@waypost/contract/campaigns/publications.ts';
import { isId } from '../../platform/ids.ts';
import {
  countServingEdges,
  deleteEdge,
  endEdgeLease,
  deleteDrainedSpool,
  renewEdgeLease,
  type EdgeReport,
} from '../../store/publishing/edges.ts';
import { listPublicationStates } from '../../store/publishing/publications.ts';
import { asSystem, inSnapshot, type ServiceContext, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';

export async function getPublication(context: WorkspaceContext, campaignId: string): Promise<Publication> {
  requirePermission(context.actor, 'campaigns.read');
  if (!isId(campaignId)) refuseMissing('campaign');
  return await inSnapshot(context, async (executor) => {
    const [state] = await listPublicationStates(executor, context.workspaceId, [campaignId]);
    if (state === undefined) return refuseMissing('campaign');
    const { isWaiting, version, campaignVersion, failure } = state;
    const edges = await countServingEdges(executor, context.workspaceId, campaignId);
    return { waiting: isWaiting, version: campaignVersion ?? version, failure, edges };
  });
}

// Edges that have not reported for this long are ignored, so that publishing does not wait for stopped processes.
const edgeLeaseMs = 10_000;

export async function reportEdge(context: ServiceContext, edge: EdgeReport): Promise<void> {
  requirePermission(context.actor, 'publishing.run');
  await asSystem(context, (executor) => renewEdgeLease(executor, edge, edgeLeaseMs));
}

/**
 * Ends the lease of an edge. An edge with unshipped rows stays registered, because reports are incomplete without these
 * rows.
 */
export async function signOffEdge(context: ServiceContext, id: string, leavesRows = false): Promise<void> {
  requirePermission(context.actor, 'publishing.run');
  await asSystem(context, (executor) => (leavesRows ? endEdgeLease(executor, id) : deleteEdge(executor, id)));
}

export async function signOffSpool(context: ServiceContext, spool: string): Promise<boolean> {
  requirePermission(context.actor, 'publishing.run');
  return await asSystem(context, (executor) => deleteDrainedSpool(executor, spool));
}
