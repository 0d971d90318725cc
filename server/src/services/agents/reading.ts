import { getPanelCampaign } from '../campaigns/campaigns.ts';
import { listRecordNames } from '../../store/records/record-versions.ts';
import { readInWorkspace, type ServiceContext, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { getVersionedGoalRules } from '../goals/goal-rules.ts';
import { readFreshness } from '../reports/open-report.ts';
import { getRotatorRules } from '../rotators/rotator-rules.ts';
import { getRotator } from '../rotators/rotators.ts';

/**
 * All services that agent tools can call. The tools may not import any other service, so they can write only if a
 * function that writes is listed here. A test checks every name in this list.
 */
export { getAffiliateNetwork, listAffiliateNetworks } from '../affiliate-networks/affiliate-networks.ts';
export { listAttention } from '../attention/list-attention.ts';
export { listCampaignPage } from '../campaigns/campaigns.ts';
export { listCostEntries } from '../costs/cost-entries.ts';
export { listCustomMetrics } from '../custom-metrics/custom-metrics.ts';
export { getEventTimeline } from '../events-feed/get-event-timeline.ts';
export { listBriefEvents, listPanelEvents } from '../events-feed/list-events.ts';
export { listInbox } from '../conversions/list-inbox.ts';
export { getPanelLanding, listLandingPage } from '../landings/landings.ts';
export { getOffer, listOffers } from '../offers/offers.ts';
export { listPausedHosts, listReceivers } from '../postbacks/paused-hosts.ts';
export { listPostbacks } from '../postbacks/postbacks.ts';
export { getFieldLabels } from '../reports/field-names.ts';
export { getMetricDescriber } from '../reports/get-metric-describer.ts';
export { getReport } from '../reports/get-report.ts';
export { explainVisit } from '../rotators/evaluation/explain-visit.ts';
export { listRotatorPage } from '../rotators/rotators.ts';
export { getTrafficSource, listTrafficSources } from '../traffic-sources/traffic-sources.ts';
export { listChanges } from '../versions/list-changes.ts';
export { getWorkspaceSettings } from '../workspaces/workspace-settings.ts';

export { dryRunRules } from './dry-run-rules.ts';

/** Context shared by all agents. It does not include the connection of a call. */
export type AgentReading = Omit<ServiceContext, 'actor'> &
  Pick<WorkspaceContext, 'trackingUrl'> &
  WithTraffic;

export type ReadingContext = WorkspaceContext &
  WithTraffic & {
    workspaceName: string;
    person: { email: string };
    client: { name: string };
    panelUrl: string;
    signal: AbortSignal;
  };

export async function getCampaignWithGoals(context: WorkspaceContext, id: string) {
  const campaign = await getPanelCampaign(context, id);
  return { ...campaign, goals: (await getVersionedGoalRules(context, id)).rules };
}

export async function getRotatorWithRules(context: WorkspaceContext, id: string) {
  return { ...(await getRotator(context, id)), ...(await getRotatorRules(context, id)) };
}

export async function getFreshness(context: WorkspaceContext): Promise<string> {
  return (await readFreshness(context)).toISOString();
}

export async function getRecordNames(
  context: WorkspaceContext,
  ids: string[],
): Promise<ReadonlyMap<string, string>> {
  return await readInWorkspace(context, 'list', (executor) =>
    listRecordNames(executor, context.workspaceId, ids),
  );
}
