import { updateAffiliateNetwork } from '../affiliate-networks/affiliate-networks.ts';
import { createAffiliateNetwork } from '../affiliate-networks/create-affiliate-network.ts';
import type { WorkspaceContext } from '../context.ts';
import { createDomain } from '../domains/create-domain.ts';
import { createLanding, updateLanding } from '../landings/landings.ts';
import { createOffer } from '../offers/create-offer.ts';
import { updateOffer } from '../offers/update-offer.ts';
import { createRotator } from '../rotators/create-rotator.ts';
import { updateRotatorSettings } from '../rotators/rotator-settings.ts';
import { updateRotator } from '../rotators/rotators.ts';
import { addTrafficSource } from '../traffic-sources/create-traffic-source.ts';
import { updateTrafficSource } from '../traffic-sources/traffic-sources.ts';
import { changeCampaign, makeCampaign } from './apply-campaign.ts';
import type { Entries, OfferEntry, RotatorEntry } from './entries.ts';
import type { Kind } from './kinds.ts';
import type { RecordIds } from './record-ids.ts';

type Applier<Name extends Kind> = {
  make: (context: WorkspaceContext, entry: Entries[Name], ids: RecordIds) => Promise<string>;
  change: (context: WorkspaceContext, id: string, entry: Entries[Name], ids: RecordIds) => Promise<void>;
};

/**
 * Functions that create or change a record through the same services as the API and the panel. Unchanged records are
 * not written.
 */
export const appliers: { [Name in Kind]: Applier<Name> } = {
  affiliateNetworks: {
    make: async (context, entry) => (await createAffiliateNetwork(context, withoutState(entry))).id,
    change: (context, id, entry) => updateAffiliateNetwork(context, id, withoutState(entry)),
  },
  trafficSources: {
    make: async (context, entry) => (await addTrafficSource(context, withoutState(entry))).id,
    change: (context, id, entry) => updateTrafficSource(context, id, withoutState(entry)),
  },
  landings: {
    make: async (context, entry) => (await createLanding(context, withoutState(entry))).id,
    change: (context, id, entry) => updateLanding(context, id, withoutState(entry)),
  },
  offers: {
    make: async (context, entry, ids) => (await createOffer(context, toOfferInput(entry, ids))).id,
    change: (context, id, entry, ids) => updateOffer(context, id, toOfferInput(entry, ids)),
  },
  rotators: {
    make: async (context, entry) => {
      const { name, shared, country } = entry;
      const { id } = await createRotator(context, { name, shared, country });
      await updateRotatorSettings(context, id, settingsOf(entry));
      return id;
    },
    change: async (context, id, entry) => {
      const { name, shared, country } = entry;
      await updateRotator(context, id, { name, shared, country });
      await updateRotatorSettings(context, id, settingsOf(entry));
    },
  },
  domains: {
    make: async (context, { name }) => (await createDomain(context, { host: name })).id,
    // A domain has no fields other than the host, which is also its key, so there is nothing to change.
    change: () => Promise.resolve(),
  },
  campaigns: { make: makeCampaign, change: changeCampaign },
};

function settingsOf({ sticky, stickyLanding, stickyOffer, stickyDays }: RotatorEntry) {
  return { sticky, stickyLanding, stickyOffer, stickyDays };
}

function withoutState<Given extends { key: string; tags: unknown; status: unknown }>(
  entry: Given,
): Omit<Given, 'key' | 'tags' | 'status'> {
  const { key: _, tags: __, status: ___, ...fields } = entry;
  return fields;
}

function toOfferInput(entry: OfferEntry, ids: RecordIds) {
  const { name, affiliateNetwork, url, country, payout, caps, overflowOffer, shortName } = entry;
  return {
    name,
    affiliateNetworkId: ids.getOrNull('affiliateNetworks', affiliateNetwork),
    url,
    country,
    payout,
    caps,
    shortName,
    overflowOfferId: overflowOffer === null ? null : (ids.find('offers', overflowOffer) ?? null),
  };
}
