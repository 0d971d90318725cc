import type { Publication } from '@waypost/contract/publications.ts';
import { isId } from '../../platform/ids.ts';
import { countServingEdges } from '../../store/edges.ts';
import { listPublicationStates } from '../../store/publications.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../records/record-kind.ts';

/** How far a campaign is on its way to the edges, and how many of them have it. */
export async function getPublication(context: WorkspaceContext, campaignId: string): Promise<Publication> {
  requirePermission(context.actor, 'campaigns.read');
  if (!isId(campaignId)) refuseMissing('campaign');
  return await inSnapshot(context, async (executor) => {
    const [state] = await listPublicationStates(executor, context.workspaceId, [campaignId]);
    if (state === undefined) return refuseMissing('campaign');
    const { isWaiting, version, failure } = state;
    const edges = await countServingEdges(executor, context.workspaceId, campaignId);
    return { waiting: isWaiting, version, failure, edges };
  });
}
