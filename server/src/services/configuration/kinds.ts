/** The kinds of records that files hold, each in a file of its own, in the order in which they are made. */
export const kinds = [
  'affiliateNetworks',
  'trafficSources',
  'landings',
  'offers',
  'rotators',
  'domains',
  'campaigns',
] as const;
export type Kind = (typeof kinds)[number];

type KindFacts = {
  file: string;
  /** How sentences name one of them. */
  label: string;
  /** What the head of the file says, besides what all files say. */
  about: string;
};

export const kindFacts: Record<Kind, KindFacts> = {
  affiliateNetworks: {
    file: 'affiliate-networks.yaml',
    label: 'affiliate network',
    about: 'Affiliate networks: whom conversions come from.',
  },
  trafficSources: {
    file: 'traffic-sources.yaml',
    label: 'traffic source',
    about: 'Traffic sources: where visitors come from. A postback URL may hold a secret of the source.',
  },
  landings: { file: 'landings.yaml', label: 'landing', about: 'Landings: pages before an offer.' },
  offers: {
    file: 'offers.yaml',
    label: 'offer',
    about: 'Offers. affiliateNetwork and overflowOffer are names.',
  },
  rotators: {
    file: 'rotators.yaml',
    label: 'rotator',
    about:
      'Rotators: paths with their pools, and rules that lead to paths by name. The first path is the default one, unless defaultPath names another.',
  },
  domains: {
    file: 'domains.yaml',
    label: 'domain',
    about: 'Domains: hosts that visitors come through. Each workspace has to have them checked by itself.',
  },
  campaigns: {
    file: 'campaigns.yaml',
    label: 'campaign',
    about: 'Campaigns and their goals. trafficSource, rotator and tracking.domain are names.',
  },
};

export const settingsFile = 'waypost.yaml';
export const formatVersion = 1;
