import type { DemoCountry } from './demo-people.ts';

/** A parameter value, its share of the traffic, and the relative conversion rate of its visitors. */
type Placement = readonly [value: string, weight: number, quality: number];

type StatusValues = { initial: string; approved: string; rejected: string; refunded?: string };

export type DemoCampaign = {
  name: string;
  visitsPerDay: number;
  /** Start and end of the campaign, as fractions of the demo's time range. */
  runs: readonly [from: number, to: number];
  /** Visits on the last day divided by visits on the first day. */
  growth: number;
  countries: readonly (readonly [country: DemoCountry, weight: number, quality: number])[];
  phoneShare: number;
  botShare: number;
  clickIdParam: string;
  cost: { param: string; min: number; max: number } | undefined;
  placements: Readonly<Record<string, readonly Placement[]>>;
  referrers: readonly string[];
  clicks: Readonly<Record<string, number>>;
  conversions: Readonly<Record<string, { share: number; min: number; max: number }>>;
  trial: { share: number; saleShare: number } | undefined;
  statuses: StatusValues | undefined;
  /** The traffic source's postback URL, to which the click ID is appended. */
  postback: string | undefined;
};

const leadHouse: StatusValues = {
  initial: 'pending',
  approved: 'approved',
  rejected: 'declined',
  refunded: 'chargeback',
};
const offerPort: StatusValues = { initial: 'open', approved: 'confirmed', rejected: 'canceled' };

export const demoCampaigns: readonly DemoCampaign[] = [
  {
    name: 'Joint cream',
    visitsPerDay: 420,
    runs: [0, 1],
    growth: 1.6,
    countries: [
      ['DE', 60, 1.2],
      ['FR', 20, 0.8],
      ['IT', 12, 0.7],
      ['PL', 8, 0.5],
    ],
    phoneShare: 0.58,
    botShare: 0.03,
    clickIdParam: 'wave_id',
    cost: { param: 'cpc', min: 0.09, max: 0.19 },
    placements: {
      site: [
        ['morning-news', 30, 1.1],
        ['recipes-weekly', 18, 1.5],
        ['car-forum', 16, 0.4],
        ['weather-now', 14, 0.9],
        ['celebrity-spot', 12, 0.3],
        ['garden-club', 10, 1.8],
      ],
      creative: [
        ['knee-photo', 45, 1.2],
        ['doctor-video', 35, 1],
        ['before-after', 20, 0.6],
      ],
      section: [
        ['below-article', 70, 1],
        ['sidebar', 30, 0.7],
      ],
    },
    referrers: ['https://morning-news.example/health/17', 'https://recipes-weekly.example/', ''],
    clicks: { 'Advertorial, long': 0.34, 'Advertorial, short': 0.22, Quiz: 0.41 },
    conversions: {
      'Joint cream, cash on delivery': { share: 0.055, min: 22, max: 28 },
      'Joint cream, trial': { share: 0.034, min: 18, max: 24 },
    },
    trial: undefined,
    statuses: offerPort,
    postback: 'https://postback.nativewave.example/conversion?id=',
  },
  {
    name: 'Smartphone draw, push',
    visitsPerDay: 560,
    runs: [0, 1],
    growth: 0.9,
    countries: [
      ['US', 70, 1],
      ['CA', 18, 1.1],
      ['AU', 12, 1.2],
    ],
    phoneShare: 0.86,
    botShare: 0.06,
    clickIdParam: 'push_click',
    cost: { param: 'cost', min: 0.018, max: 0.041 },
    placements: {
      feed: [
        ['f-1102', 40, 1.3],
        ['f-2207', 25, 0.8],
        ['f-3315', 20, 0.2],
        ['f-4410', 15, 1.1],
      ],
      banner: [
        ['gift-box', 50, 1.1],
        ['phone-gold', 50, 0.9],
      ],
      age: [
        ['1-7', 35, 1.4],
        ['8-30', 40, 1],
        ['30+', 25, 0.5],
      ],
    },
    referrers: [''],
    clicks: { 'Spin the wheel': 0.46 },
    conversions: {
      'Smartphone draw': { share: 0.052, min: 2.1, max: 2.1 },
      'Voucher draw': { share: 0.031, min: 1.6, max: 1.6 },
    },
    trial: undefined,
    statuses: leadHouse,
    postback: 'https://events.pushgrid.example/postback/',
  },
  {
    name: 'Smartphone draw, pops',
    visitsPerDay: 700,
    runs: [0.2, 1],
    growth: 0.7,
    countries: [
      ['IN', 45, 0.4],
      ['BR', 25, 0.6],
      ['MX', 20, 0.7],
      ['ES', 10, 1.3],
    ],
    phoneShare: 0.74,
    botShare: 0.17,
    clickIdParam: 'visitor',
    cost: { param: 'bid', min: 0.002, max: 0.006 },
    placements: {
      zone: [
        ['88120', 40, 0.5],
        ['88121', 30, 1.2],
        ['90455', 20, 0.1],
        ['91007', 10, 1.9],
      ],
      carrier: [
        ['wifi', 55, 1],
        ['mobile', 45, 0.9],
      ],
    },
    referrers: ['https://free-streams.example/watch', 'https://file-share.example/', ''],
    clicks: { 'Spin the wheel': 0.19 },
    conversions: {
      'Smartphone draw': { share: 0.011, min: 2.1, max: 2.1 },
      'Voucher draw': { share: 0.013, min: 1.6, max: 1.6 },
    },
    trial: undefined,
    statuses: leadHouse,
    postback: 'https://track.popriver.example/s2s?visitor=',
  },
  {
    name: 'VPN, search',
    visitsPerDay: 160,
    runs: [0, 1],
    growth: 1.25,
    countries: [
      ['US', 40, 1.1],
      ['GB', 30, 1.2],
      ['NL', 15, 1],
      ['AU', 15, 0.9],
    ],
    phoneShare: 0.36,
    botShare: 0.02,
    clickIdParam: 'slclid',
    cost: undefined,
    placements: {
      keyword: [
        ['best vpn', 35, 0.9],
        ['vpn for streaming', 30, 0.8],
        ['vpn brand discount', 15, 2.4],
        ['what is a vpn', 20, 0.2],
      ],
      match: [
        ['exact', 50, 1.2],
        ['phrase', 50, 0.8],
      ],
      adgroup: [
        ['compare', 60, 1],
        ['deals', 40, 1.1],
      ],
    },
    referrers: ['https://search.example/', 'https://search.example/maps'],
    clicks: { 'VPN comparison': 0.37 },
    conversions: { 'VPN, year plan': { share: 0.14, min: 31, max: 58 } },
    trial: { share: 0.14, saleShare: 0.38 },
    statuses: undefined,
    postback: undefined,
  },
  {
    name: 'Broker leads, brand safe',
    visitsPerDay: 90,
    runs: [0.35, 1],
    growth: 1.4,
    countries: [
      ['GB', 45, 1],
      ['DE', 35, 0.9],
      ['NL', 20, 1.2],
    ],
    phoneShare: 0.45,
    botShare: 0.02,
    clickIdParam: 'wave_id',
    cost: { param: 'cpc', min: 0.4, max: 0.9 },
    placements: {
      site: [
        ['market-watch', 60, 1.2],
        ['money-letter', 40, 0.8],
      ],
      creative: [
        ['chart', 55, 1],
        ['portrait', 45, 0.9],
      ],
    },
    referrers: ['https://market-watch.example/stocks'],
    clicks: {},
    conversions: { 'Broker leads': { share: 0.012, min: 140, max: 210 } },
    trial: undefined,
    statuses: offerPort,
    postback: 'https://postback.nativewave.example/conversion?id=',
  },
  {
    name: 'Puzzle game',
    visitsPerDay: 310,
    runs: [0.1, 0.55],
    growth: 0.5,
    countries: [
      ['BR', 70, 0.5],
      ['JP', 30, 0.7],
    ],
    phoneShare: 0.95,
    botShare: 0.12,
    clickIdParam: 'visitor',
    cost: { param: 'bid', min: 0.012, max: 0.022 },
    placements: {
      zone: [
        ['70021', 60, 0.6],
        ['70022', 40, 0.7],
      ],
      carrier: [
        ['wifi', 40, 1],
        ['mobile', 60, 0.8],
      ],
    },
    referrers: [''],
    clicks: {},
    conversions: { 'Puzzle game': { share: 0.008, min: 1.4, max: 1.4 } },
    trial: undefined,
    statuses: undefined,
    postback: 'https://track.popriver.example/s2s?visitor=',
  },
];
