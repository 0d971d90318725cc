type Pair = { live: string; archived: string };

type Fixture = Record<'landing' | 'offer' | 'network' | 'source' | 'rotator' | 'domain', Pair> & {
  campaign: { id: string };
  archivedCampaign: string;
  pausedCampaign: string;
};

const kinds: { Name: string; path: string; pair: (fixture: Fixture) => Pair }[] = [
  {
    Name: 'Campaign',
    path: '/campaigns',
    pair: ({ campaign, archivedCampaign }) => ({ live: campaign.id, archived: archivedCampaign }),
  },
  { Name: 'Landing', path: '/landings', pair: ({ landing }) => landing },
  { Name: 'Offer', path: '/offers', pair: ({ offer }) => offer },
  { Name: 'AffiliateNetwork', path: '/affiliate-networks', pair: ({ network }) => network },
  { Name: 'TrafficSource', path: '/traffic-sources', pair: ({ source }) => source },
  { Name: 'Rotator', path: '/rotators', pair: ({ rotator }) => rotator },
  { Name: 'Domain', path: '/domains', pair: ({ domain }) => domain },
];

export const lifecycleRequests: Record<string, (fixture: Fixture) => { path: string; body?: unknown }> = {
  ...Object.fromEntries(
    kinds.flatMap(({ Name, path, pair }) => [
      [`archive${Name}`, (fixture: Fixture) => ({ path: `${path}/${pair(fixture).live}/archive` })],
      [
        `archive${Name}s`,
        (fixture: Fixture) => ({ path: `${path}/archive`, body: { ids: [pair(fixture).live] } }),
      ],
      [`restore${Name}`, (fixture: Fixture) => ({ path: `${path}/${pair(fixture).archived}/restore` })],
      [
        `restore${Name}s`,
        (fixture: Fixture) => ({ path: `${path}/restore`, body: { ids: [pair(fixture).archived] } }),
      ],
    ]),
  ),
  changeTags: ({ offer }) => ({ path: '/tags', body: { ids: [offer.live], type: 'offer', add: ['New'] } }),
  pauseCampaign: ({ campaign }) => ({ path: `/campaigns/${campaign.id}/pause` }),
  pauseCampaigns: ({ campaign }) => ({ path: '/campaigns/pause', body: { ids: [campaign.id] } }),
  resumeCampaign: ({ pausedCampaign }) => ({ path: `/campaigns/${pausedCampaign}/resume` }),
  resumeCampaigns: ({ pausedCampaign }) => ({ path: '/campaigns/resume', body: { ids: [pausedCampaign] } }),
};
