import { claimWaiting, numberChanges } from '../../store/publications.ts';
import { announceHosts } from '../../store/tracking-hosts.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { publishCampaigns } from './publish-campaigns.ts';

// Small enough that a change which waits for one of them waits for milliseconds.
const batchMax = 100;

export type PublishedBatch = {
  compiled: number;
  numbered: number;
  failures: { campaignId: string; failure: string }[];
};

/** Compiles the campaigns that have waited longest, and shows the edges what has changed by then. */
export async function publishWaiting(context: ServiceContext): Promise<PublishedBatch> {
  requirePermission(context.actor, 'publishing.run');
  const outcomes = await asSystem(context, async (executor) => {
    const claimed = await claimWaiting(executor, batchMax);
    return await publishCampaigns(executor, claimed, context.now());
  });
  const numbered = await asSystem(context, async (executor) => {
    await announceHosts(executor);
    return await numberChanges(executor);
  });
  return {
    compiled: outcomes.length,
    numbered,
    failures: outcomes.filter((outcome) => 'failure' in outcome),
  };
}
