import { campaignSetUp, type CampaignSetUp } from '@waypost/contract/campaigns/campaign-set-up.ts';
import { defaultCostMode, type WrittenCampaign } from '@waypost/contract/campaigns/campaigns.ts';
import type { Warning } from '@waypost/contract/campaigns/warnings.ts';
import { affiliateNetworkRecord, getAffiliateNetwork } from '../affiliate-networks/affiliate-networks.ts';
import { createAffiliateNetwork } from '../affiliate-networks/create-affiliate-network.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { createLanding, getPanelLanding, landingRecord } from '../landings/landings.ts';
import { createOffer } from '../offers/create-offer.ts';
import { getOffer, offerRecord } from '../offers/offers.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { shortenName } from '../records/shorten-name.ts';
import { createRotator } from '../rotators/create-rotator.ts';
import { getRotatorRules } from '../rotators/rotator-rules.ts';
import { getRotator, rotatorKind } from '../rotators/rotators.ts';
import { saveRotatorRules } from '../rotators/save-rotator-rules.ts';
import { addSourceFromTemplate, addTrafficSource } from '../traffic-sources/create-traffic-source.ts';
import { getTrafficSource, trafficSourceRecord } from '../traffic-sources/traffic-sources.ts';
import { createCampaign } from './create-campaign.ts';
import { createNew, getExisting, lockExisting, nameObstacle, type SetUp } from './set-up-steps.ts';

/**
 * Creates a campaign with all records that it needs, in one transaction. `consent` says whether to save macros that
 * look misspelled.
 */
export async function setUpCampaign(
  context: WorkspaceContext,
  input: unknown,
  consent: unknown = {},
): Promise<WrittenCampaign & { warnings: Warning[] }> {
  requirePermission(context.actor, 'campaigns.write');
  const given = parseInput(campaignSetUp, input);
  return await inWorkspace(context, async (transaction) => {
    const setUp: SetUp = { context: { ...context, transaction }, consent, warnings: [] };
    await lockExisting(transaction, context.workspaceId, given);
    const source = await setUpSource(setUp, given);
    const target = await setUpTarget(setUp, given);
    const name = given.name ?? shortenName(`${source.name} to ${target.name}`);
    const rotatorId = given.rotatorId ?? (await setUpRotator(setUp, given, { name, offerId: target.id }));
    const { country, cost, tracking, status } = given;
    const written = await createCampaign(setUp.context, {
      name,
      trafficSourceId: source.id,
      country,
      cost: cost ?? { mode: defaultCostMode(source) },
      tracking,
      status,
      destination: { mode: 'use_rotator', rotatorId },
    }).catch(nameObstacle);
    return { ...written, warnings: setUp.warnings };
  });
}

type Named = { id: string; name: string };

async function setUpSource(
  setUp: SetUp,
  { trafficSourceId, sourceTemplate, trafficSource }: CampaignSetUp,
): Promise<Named & { costParam: string | null }> {
  const { context } = setUp;
  if (trafficSourceId !== undefined)
    return await getExisting('trafficSourceId', trafficSourceRecord, () =>
      getTrafficSource(context, trafficSourceId),
    );
  const id =
    sourceTemplate === undefined
      ? await createNew(setUp, 'trafficSource', 'traffic-source', (within) =>
          addTrafficSource(within, trafficSource),
        )
      : await createNew(setUp, 'sourceTemplate', 'traffic-source', (within) =>
          addSourceFromTemplate(within, sourceTemplate),
        );
  return await getTrafficSource(context, id);
}

/** Returns the rotator if an existing one is given, and the offer otherwise. */
async function setUpTarget(setUp: SetUp, given: CampaignSetUp): Promise<Named> {
  const { context } = setUp;
  const { rotatorId, offerId, offer } = given;
  if (rotatorId !== undefined)
    return await getExisting('rotatorId', rotatorKind, () => getRotator(context, rotatorId));
  if (offerId !== undefined)
    return await getExisting('offerId', offerRecord, () => getOffer(context, offerId));
  const affiliateNetworkId = await setUpNetwork(setUp, given);
  const name = offer?.name ?? hostOf(offer?.url);
  const id = await createNew(setUp, 'offer', 'offer', (within) =>
    createOffer(within, { ...offer, name, affiliateNetworkId }),
  );
  return { id, name };
}

async function setUpNetwork(
  { context }: SetUp,
  { affiliateNetworkId, affiliateNetwork }: CampaignSetUp,
): Promise<string | undefined> {
  if (affiliateNetwork !== undefined) return (await createAffiliateNetwork(context, affiliateNetwork)).id;
  if (affiliateNetworkId !== undefined)
    await getExisting('affiliateNetworkId', affiliateNetworkRecord, () =>
      getAffiliateNetwork(context, affiliateNetworkId),
    );
  return affiliateNetworkId;
}

async function setUpLanding(
  setUp: SetUp,
  { landingId, landing }: CampaignSetUp,
): Promise<string | undefined> {
  if (landing !== undefined)
    return await createNew(setUp, 'landing', 'landing', (within) =>
      createLanding(within, { ...landing, name: landing.name ?? hostOf(landing.url) }),
    );
  if (landingId !== undefined)
    await getExisting('landingId', landingRecord, () => getPanelLanding(setUp.context, landingId));
  return landingId;
}

/** Creates a rotator whose default path leads to the offer, through the landing page if there is one. */
async function setUpRotator(
  setUp: SetUp,
  given: CampaignSetUp,
  { name, offerId }: { name: string; offerId: string },
): Promise<string> {
  const { context } = setUp;
  const landingId = await setUpLanding(setUp, given);
  const { id } = await createRotator(context, { name });
  const routing = await getRotatorRules(context, id);
  const landings = landingId === undefined ? [] : [{ landingId }];
  const paths = routing.paths.map((path) => ({ ...path, landings, offers: [{ offerId }] }));
  await saveRotatorRules(context, id, { ...routing, paths });
  return id;
}

function hostOf(url = ''): string {
  return shortenName(new URL(url).hostname);
}
