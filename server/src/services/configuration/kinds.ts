/** Record kinds in the order in which an import creates records. Each kind has a separate file. */
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
  label: string;
  about: string;
};

export const kindFacts: Record<Kind, KindFacts> = {
  affiliateNetworks: {
    file: 'affiliate-networks.yaml',
    label: 'affiliate network',
    about: 'Affiliate networks.',
  },
  trafficSources: {
    file: 'traffic-sources.yaml',
    label: 'traffic source',
    about: 'Traffic sources. Postback URLs can contain secrets.',
  },
  landings: { file: 'landings.yaml', label: 'landing', about: 'Landing pages.' },
  offers: {
    file: 'offers.yaml',
    label: 'offer',
    about: 'Offers. affiliateNetwork and overflowOffer refer to records by name.',
  },
  rotators: {
    file: 'rotators.yaml',
    label: 'rotator',
    about:
      'Rotators: paths with their pools, and rules that refer to paths by name. The first path is the default path unless defaultPath is set.',
  },
  domains: {
    file: 'domains.yaml',
    label: 'domain',
    about: 'Tracking domains. Verify them in each workspace.',
  },
  campaigns: {
    file: 'campaigns.yaml',
    label: 'campaign',
    about: 'Campaigns and their goals. trafficSource, rotator and tracking.domain refer to records by name.',
  },
};

export const settingsFile = 'waypost.yaml';
export const formatVersion = 1;
