import {
  archiveAffiliateNetwork,
  updateAffiliateNetwork,
} from '../../src/services/affiliate-networks/affiliate-networks.ts';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { issueNetworkToken } from '../../src/services/affiliate-networks/network-token.ts';
import { archiveCampaign } from '../../src/services/campaigns/archive-campaigns.ts';
import { updateCampaign } from '../../src/services/campaigns/update-campaign.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { addCostEntry } from '../../src/testing/attribution/add-cost-entry.ts';
import { createUpload } from '../../src/services/uploads/uploads.ts';
import { createDomain } from '../../src/services/domains/create-domain.ts';
import { archiveDomain } from '../../src/services/domains/domains.ts';
import { updateWorkspaceSettings } from '../../src/services/workspaces/workspace-settings.ts';
import { archiveLanding, createLanding, updateLanding } from '../../src/services/landings/landings.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { updateOffer } from '../../src/services/offers/update-offer.ts';
import { archiveOffer } from '../../src/services/offers/offers.ts';
import { startDryRun } from '../../src/services/rotators/dry-runs/dry-runs.ts';
import { createRotator } from '../../src/services/rotators/create-rotator.ts';
import { getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { archiveRotator, updateRotator } from '../../src/services/rotators/rotators.ts';
import { createTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import {
  archiveTrafficSource,
  updateTrafficSource,
} from '../../src/services/traffic-sources/traffic-sources.ts';
import type { Database } from '../../src/store/database/database.ts';
import { endUpload, saveUploadLines } from '../../src/store/uploads/uploads.ts';
import { savePostbackHosts } from '../../src/store/postbacks/postback-hosts.ts';
import { insertPostbackJobs } from '../../src/store/postbacks/postback-jobs.ts';
import { makePostbackHost, makePostbackJob } from '../../src/testing/attribution/postback-jobs.ts';
import { makeRecordedVisit } from '../../src/testing/http/recorded-visit.ts';
import { makeCampaign, makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeAgentToChange, agentMutations } from './agent-to-change.ts';
import { alertMutations, makeReceiversToChange } from './alerts-to-change.ts';
import { lifecycleRequests } from './lifecycle-requests.ts';
import { makePeopleToChange, peopleMutations, type Request } from './people-to-change.ts';
import { makeTrafficToChange, trafficMutations } from './traffic-to-change.ts';

/** The day before the recorded visit. */
const costRange = { from: '2026-06-14', to: '2026-06-14' };

/** Creates a workspace with two records of each kind: an active record and an archived record. */
export async function makeFixture(database: Database, accounts: Parameters<typeof makePeopleToChange>[1]) {
  const context = await makeWorkspace(database);
  const page = { name: 'X', url: 'https://example.com/' };
  const pair = async (
    make: () => Promise<{ id: string }>,
    archive: (context: WorkspaceContext, id: string) => Promise<unknown>,
    update?: (context: WorkspaceContext, id: string, input: unknown) => Promise<unknown>,
  ) => {
    const [live, archived] = [(await make()).id, (await make()).id];
    await archive(context, archived);
    await update?.(context, live, { name: 'Second version' });
    return { live, archived };
  };
  let hosts = 0;
  const campaign = await makeCampaign(context);
  await updateCampaign(context, campaign.id, { name: 'Second version' });
  const archivedCampaign = await makeCampaign(context);
  await archiveCampaign(context, archivedCampaign.id);
  const { id: pausedCampaign } = await makeCampaign(context);
  await updateCampaign(context, pausedCampaign, { status: 'paused' });
  const network = await pair(
    () => createAffiliateNetwork(context, { name: 'N' }),
    archiveAffiliateNetwork,
    updateAffiliateNetwork,
  );
  await issueNetworkToken(context, network.live);
  const { workspaceId } = context;
  const postback = makePostbackJob({ workspaceId, campaignId: campaign.id, url: 'https://example.com/' });
  await database.asSystem(async (executor) => {
    await insertPostbackJobs(executor, [postback]);
    await savePostbackHosts(executor, [makePostbackHost(postback)]);
  });
  const rotator = await pair(() => createRotator(context, { name: 'R' }), archiveRotator, updateRotator);
  const cost = await addCostEntry(context, { ...costRange, campaign: campaign.id, amount: '1' });
  const people = await makePeopleToChange(context, accounts);
  await updateWorkspaceSettings(context, { fallbackUrl: 'https://example.com/away' });
  return {
    context,
    token: (await makeKey(context)).token,
    campaign,
    archivedCampaign: archivedCampaign.id,
    pausedCampaign,
    postback,
    visit: await makeRecordedVisit(context, campaign.id),
    cost,
    upload: await makeProcessedCostImport(context, cost.id),
    source: await pair(
      () => createTrafficSource(context, { name: 'S' }),
      archiveTrafficSource,
      updateTrafficSource,
    ),
    landing: await pair(() => createLanding(context, page), archiveLanding, updateLanding),
    offer: await pair(() => createOffer(context, page), archiveOffer, updateOffer),
    domain: await pair(
      () => createDomain(context, { host: `${(hosts += 1)}.${context.workspaceId}.example.com` }),
      archiveDomain,
    ),
    network,
    rotator,
    dryRun: (await startDryRun(context, rotator.live, {})).id,
    rules: await getRotatorRules(context, rotator.live),
    key: (await makeKey(context)).id,
    people,
    ...(await makeReceiversToChange(context, people.owner.id)),
    agent: await makeAgentToChange(context, people.owner.id),
    ...(await makeTrafficToChange(context, campaign.id)),
  };
}
async function makeProcessedCostImport(context: WorkspaceContext, recordId: string): Promise<string> {
  const { workspaceId, database, now } = context;
  const { id } = await createUpload(context, { kind: 'costs', fileName: 'f.csv' });
  const line = {
    line: 2,
    fate: 'taken',
    verdict: 'entered',
    message: null,
    recordId,
    noPostback: null,
  } as const;
  await database.inWorkspace(workspaceId, async (executor) => {
    const step = { bytes: 1, counts: { entered: 1 }, lines: [line], now: now() };
    await saveUploadLines(executor, workspaceId, id, step);
    await endUpload(executor, workspaceId, id, { bytes: 1, failure: null, now: now() });
  });
  return id;
}

export type Fixture = Awaited<ReturnType<typeof makeFixture>>;

const newCampaign = ({ campaign }: Fixture) => ({
  name: 'New',
  trafficSourceId: campaign.trafficSourceId,
  destination: { mode: 'use_rotator', rotatorId: campaign.rotatorId },
});
const page = { name: 'New', url: 'https://example.com/new' };
const rename = { name: 'Renamed' };
const newLink = (trafficSourceId: string) => ({ trafficSourceId, offer: page });

/** Requests for the operations in both APIs. Each request succeeds and changes something. */
const shared: Record<string, (fixture: Fixture) => Request> = {
  createCampaign: (fixture) => ({ path: '/campaigns', body: newCampaign(fixture) }),
  updateCampaign: ({ campaign }) => ({ path: `/campaigns/${campaign.id}`, body: rename }),
  archiveCampaigns: ({ campaign }) => ({ path: '/campaigns/archive', body: { ids: [campaign.id] } }),
  restoreCampaigns: ({ archivedCampaign }) => ({
    path: '/campaigns/restore',
    body: { ids: [archivedCampaign] },
  }),
  createLanding: () => ({ path: '/landings', body: page }),
  updateLanding: ({ landing }) => ({ path: `/landings/${landing.live}`, body: rename }),
  restoreLandings: ({ landing }) => ({ path: '/landings/restore', body: { ids: [landing.archived] } }),
  createRotator: () => ({ path: '/rotators', body: rename }),
  restoreRotators: ({ rotator }) => ({ path: '/rotators/restore', body: { ids: [rotator.archived] } }),
  createTrafficSource: () => ({ path: '/traffic-sources', body: rename }),
  restoreTrafficSources: ({ source }) => ({
    path: '/traffic-sources/restore',
    body: { ids: [source.archived] },
  }),
};

export const publicMutations: typeof shared = {
  ...shared,
  archiveCampaign: ({ campaign }) => ({ path: `/campaigns/${campaign.id}` }),
  archiveLanding: ({ landing }) => ({ path: `/landings/${landing.live}` }),
  archiveTrafficSource: ({ source }) => ({ path: `/traffic-sources/${source.live}` }),
};

const goal = { label: 'Sale', conditions: null, actions: [{ idx: 1, label: 'Sale' }] };

export const panelMutations: typeof shared = {
  ...shared,
  ...peopleMutations,
  ...agentMutations,
  ...lifecycleRequests,
  ...alertMutations,
  setUpCampaign: ({ source }) => ({ path: '/campaigns/set-up', body: newLink(source.live) }),
  duplicateCampaign: ({ campaign }) => ({
    path: `/campaigns/${campaign.id}/duplicate`,
    body: { rotator: 'share' },
  }),
  duplicateRotator: ({ rotator }) => ({ path: `/rotators/${rotator.live}/duplicate`, body: rename }),
  saveCampaignGoals: ({ campaign }) => ({ path: `/campaigns/${campaign.id}/goals`, body: { rules: [goal] } }),
  updateCampaignSettings: ({ campaign }) => ({
    path: `/campaigns/${campaign.id}/settings`,
    body: { attributionDays: 3 },
  }),
  rotateIncomingKey: ({ campaign }) => ({ path: `/campaigns/${campaign.id}/incoming-key/rotate` }),
  putBackCampaignVersion: ({ campaign }) => ({ path: `/campaigns/${campaign.id}/versions/1/put-back` }),
  putBackLandingVersion: ({ landing }) => ({ path: `/landings/${landing.live}/versions/1/put-back` }),
  putBackOfferVersion: ({ offer }) => ({ path: `/offers/${offer.live}/versions/1/put-back` }),
  putBackTrafficSourceVersion: ({ source }) => ({
    path: `/traffic-sources/${source.live}/versions/1/put-back`,
  }),
  putBackAffiliateNetworkVersion: ({ network }) => ({
    path: `/affiliate-networks/${network.live}/versions/1/put-back`,
  }),
  retryPostback: ({ postback }) => ({ path: `/postbacks/${postback.id}/retry` }),
  ...trafficMutations,
  pauseHost: ({ postback }) => ({
    path: '/postbacks/hosts/pause',
    body: { origin: postback.origin, minutes: 5 },
  }),
  resumeHost: ({ postback }) => ({ path: '/postbacks/hosts/resume', body: { origin: postback.origin } }),
  requestErasure: ({ visit, people: { owner } }) => ({
    path: '/erasures',
    body: { clickId: visit, password: owner.password },
  }),
  createCost: ({ campaign }) => ({
    path: '/costs',
    body: { campaign: campaign.id, from: '2026-06-15', to: '2026-06-15', amount: '1' },
  }),
  startDryRun: ({ rotator }) => ({ path: `/rotators/${rotator.live}/dry-runs`, body: { days: 1 } }),
  stopDryRun: ({ dryRun }) => ({ path: `/dry-runs/${dryRun}/stop` }),
  createUpload: () => ({ path: '/uploads', body: { kind: 'costs', fileName: 'f.csv' } }),
  undoUpload: ({ upload }) => ({ path: `/uploads/${upload}/undo` }),
  withdrawCost: ({ cost }) => ({ path: `/costs/${cost.id}/withdraw` }),
  createOffer: () => ({ path: '/offers', body: page }),
  updateOffer: ({ offer }) => ({ path: `/offers/${offer.live}`, body: rename }),
  createAffiliateNetwork: () => ({ path: '/affiliate-networks', body: rename }),
  updateAffiliateNetwork: ({ network }) => ({ path: `/affiliate-networks/${network.live}`, body: rename }),
  issueAffiliateNetworkToken: ({ network }) => ({ path: `/affiliate-networks/${network.live}/token` }),
  removeAffiliateNetworkToken: ({ network }) => ({ path: `/affiliate-networks/${network.live}/token` }),
  updateTrafficSource: ({ source }) => ({ path: `/traffic-sources/${source.live}`, body: rename }),
  updateRotator: ({ rotator }) => ({ path: `/rotators/${rotator.live}`, body: rename }),
  updateRotatorSettings: ({ rotator }) => ({
    path: `/rotators/${rotator.live}/settings`,
    body: { sticky: true },
  }),
  saveRotatorRules: ({ rotator, rules }) => ({
    path: `/rotators/${rotator.live}/rules`,
    body: { ...rules, paths: [{ ...rules.paths[0], name: 'Renamed' }] },
  }),
  putBackRotatorVersion: ({ rotator }) => ({ path: `/rotators/${rotator.live}/versions/1/put-back` }),
  createDomain: () => ({ path: '/domains', body: { host: 'new.example.com' } }),
  checkDomain: ({ domain }) => ({ path: `/domains/${domain.live}/check` }),
  createKey: () => ({ path: '/keys', body: { label: 'K', scope: 'read', lifetimeDays: 30 } }),
  updateKey: ({ key }) => ({ path: `/keys/${key}`, body: { label: 'Renamed' } }),
  rotateKey: ({ key }) => ({ path: `/keys/${key}/rotate` }),
  revokeKey: ({ key }) => ({ path: `/keys/${key}` }),
  putBackWorkspaceSettingsVersion: () => ({ path: '/settings/versions/1/put-back' }),
  updateWorkspaceSettings: () => ({ path: '/settings', body: { addressPrivacy: 'none' } }),
};
