import { findCampaignByNumber } from '../store/records/campaign-numbers.ts';
import type { VisitKey } from '../traffic/traffic-store.ts';
import { readInWorkspace, type WorkspaceContext } from './context.ts';
import type { WithClickIds } from './tools.ts';
import { requireClickIds } from './require-edge-tools.ts';

export async function findVisitKey(
  context: WorkspaceContext & WithClickIds,
  clickId: string,
): Promise<VisitKey | undefined> {
  const { workspaceId } = context;
  const decoded = requireClickIds(context).decode(clickId);
  if (decoded === undefined) return undefined;
  const { visitId, campaignNumber } = decoded;
  const campaignId = await readInWorkspace(context, 'lookup', (executor) =>
    findCampaignByNumber(executor, workspaceId, campaignNumber),
  );
  return campaignId === undefined ? undefined : { workspaceId, campaignId, visitId };
}
