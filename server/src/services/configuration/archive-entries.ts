import { archiveAffiliateNetwork } from '../affiliate-networks/archive-affiliate-network.ts';
import { restoreAffiliateNetworks } from '../affiliate-networks/restore-affiliate-networks.ts';
import { archiveCampaign } from '../campaigns/archive-campaigns.ts';
import { restoreCampaigns } from '../campaigns/restore-campaigns.ts';
import type { WorkspaceContext } from '../context.ts';
import { archiveDomain } from '../domains/archive-domain.ts';
import { restoreDomains } from '../domains/restore-domains.ts';
import { archiveLanding } from '../landings/archive-landing.ts';
import { restoreLandings } from '../landings/restore-landings.ts';
import { archiveOffer } from '../offers/archive-offer.ts';
import { restoreOffers } from '../offers/restore-offers.ts';
import { archiveRotator } from '../rotators/archive-rotator.ts';
import { restoreRotators } from '../rotators/restore-rotators.ts';
import { archiveTrafficSource } from '../traffic-sources/archive-traffic-source.ts';
import { restoreTrafficSources } from '../traffic-sources/restore-traffic-sources.ts';
import type { Kind } from './kinds.ts';

type ByKind<Verb> = Record<Kind, Verb>;

export const archiveVerbs: ByKind<(context: WorkspaceContext, id: string) => Promise<void>> = {
  affiliateNetworks: archiveAffiliateNetwork,
  trafficSources: archiveTrafficSource,
  landings: archiveLanding,
  offers: archiveOffer,
  rotators: archiveRotator,
  domains: archiveDomain,
  campaigns: archiveCampaign,
};

export const restoreVerbs: ByKind<(context: WorkspaceContext, input: unknown) => Promise<unknown>> = {
  affiliateNetworks: restoreAffiliateNetworks,
  trafficSources: restoreTrafficSources,
  landings: restoreLandings,
  offers: restoreOffers,
  rotators: restoreRotators,
  domains: restoreDomains,
  campaigns: restoreCampaigns,
};
