import type { FeedRow } from '../../domain/traffic/feed-row.ts';
import type { PresentingTools } from '../../domain/traffic/present-event.ts';
import { listCampaignNumbers } from '../../store/records/campaign-numbers.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';

type FindClickIds = (rows: readonly Pick<FeedRow, 'campaignId'>[]) => Promise<PresentingTools['clickIdOf']>;

/**
 * Returns a function that finds click IDs. Click IDs are not stored, but encoded from the visit ID and the campaign
 * number. Campaign numbers are cached across calls.
 */
export function clickIdFinder(context: WorkspaceContext & WithTraffic): FindClickIds {
  const { clickIds, workspaceId } = context;
  if (clickIds === undefined) return async () => () => '';
  const numbers = new Map<string, number | undefined>();
  return async (rows) => {
    const named = rows.map(({ campaignId }) => campaignId).filter((id) => id !== null);
    const unknown = new Set(named.filter((id) => !numbers.has(id)));
    if (unknown.size > 0) {
      const found = await readInWorkspace(context, 'list', (executor) =>
        listCampaignNumbers(executor, workspaceId, [...unknown]),
      );
      for (const id of unknown) numbers.set(id, found.get(id));
    }
    return ({ visitId, campaignId }) => {
      const number = campaignId === null ? undefined : numbers.get(campaignId);
      return number === undefined || visitId === null ? '' : clickIds.encode(visitId, number);
    };
  };
}
