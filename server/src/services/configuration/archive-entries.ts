import {
  archiveAffiliateNetwork,
  restoreAffiliateNetworks,
} from '../affiliate-networks/affiliate-networks.ts';
import { archiveCampaign } from '../campaigns/archive-campaigns.ts';
import { restoreCampaigns } from '../campaigns/restore-campaigns.ts';
import type { WorkspaceContext } from '../context.ts';
import { archiveDomain, restoreDomains } from '../domains/domains.ts';
import { archiveLanding, restoreLandings } from '../landings/landings.ts';
import { archiveOffer } from '../offers/offers.ts';
import { restoreOffers } from '../offers/restore-offers.ts';
import { archiveRotator, restoreRotators } from '../rotators/rotators.ts';
import { archiveTrafficSource, restoreTrafficSources } from '../traffic-sources/traffic-sources.ts';
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
