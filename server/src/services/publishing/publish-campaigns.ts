import type { PublishStatus } from '@waypost/contract/campaigns/campaigns.ts';
import type { CampaignDocument } from '../../domain/publishing/campaign-document.ts';
import { compileCampaign } from '../../domain/publishing/compile-campaign.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  claimWaiting,
  lockPublication,
  numberChanges,
  saveOutcomes,
  saveVersions,
  type Outcome,
  type PublicationRow,
} from '../../store/publishing/publications.ts';
import { announceHosts } from '../../store/publishing/tracking-hosts.ts';
import { readCampaignSources } from '../../store/records/campaign-sources.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export async function publishCampaign(
  executor: Executor,
  workspaceId: string,
  campaignId: string,
  now: Date,
): Promise<PublishStatus> {
  const publications = await lockPublication(executor, workspaceId, campaignId);
  const [outcome] = await publishCampaigns(executor, publications, now);
  return outcome !== undefined && 'version' in outcome ? 'published' : 'failed';
}

/** Publishes campaigns, which may belong to different workspaces. The caller must have locked the publications. */
async function publishCampaigns(
  executor: Executor,
  publications: PublicationRow[],
  now: Date,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [workspaceId, locked] of Map.groupBy(publications, (one) => one.workspaceId)) {
    const compiled = await compileAll(executor, workspaceId, locked, now);
    await saveOutcomes(executor, workspaceId, compiled);
    outcomes.push(...compiled);
  }
  return outcomes;
}

async function compileAll(
  executor: Executor,
  workspaceId: string,
  publications: PublicationRow[],
  now: Date,
): Promise<Outcome[]> {
  const ids = publications.map(({ campaignId }) => campaignId);
  const documents = new Map<string, CampaignDocument>();
  const outcomes: Outcome[] = [];
  for (const { campaignId, source } of await readCampaignSources(executor, workspaceId, ids)) {
    const compiled = source === undefined ? undefined : compileCampaign(source);
    if (compiled === undefined) outcomes.push({ campaignId, version: null });
    else if (compiled.ok) documents.set(campaignId, compiled.document);
    else outcomes.push({ campaignId, failure: compiled.reason });
  }
  if (documents.size === 0) return outcomes;
  const versions = await saveVersions(executor, workspaceId, documents, now);
  return [...outcomes, ...[...versions].map(([campaignId, version]) => ({ campaignId, version }))];
}

// The batches are small, so that another change waits only milliseconds for the locks.
const batchMax = 100;

type PublishedBatch = {
  compiled: number;
  numbered: number;
  failures: { campaignId: string; failure: string }[];
};

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
