import type { Campaign } from '@waypost/contract/campaigns/campaigns.ts';
import type { PublicGoalRules } from '@waypost/contract/goals/goals.ts';
import type { Landing } from '@waypost/contract/campaigns/landings.ts';
import type { Rotator, RotatorPath, PublicRotatorRules } from '@waypost/contract/rotators/rotators.ts';

export const ids = {
  workspace: '01a1dd24-c672-7e92-a571-9044db7a1d96',
  key: '01a1dd24-cd59-709e-92ec-236f6a98437e',
  campaign: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21',
  domain: '01a1dd25-6c1e-7b90-9d3a-7e4f5a6b8c01',
  landing: '01a1dd27-0b52-7a6d-9c3f-2e8d41b7f605',
  offer: '01a1dd28-91c4-7f0e-a2b7-6d5c3e1f8094',
  path: '01a1dd29-7a33-7b18-b4c5-1f9e0d2a6c73',
  ruledPath: '01a1dd29-7e9b-7d52-8f60-c3a1b2d4e5f6',
  rotator: '01a1dd29-7a31-7e85-9a0d-4c7b8e2f5d16',
  rule: '01a1dd2c-5d07-7c3a-b6e9-8a2f1d4c7b05',
  trafficSource: '01a1dd26-44e8-7d9b-8e57-0a3c6f1b9d42',
  request: '01a1dd30-8c1f-7d24-9b6a-e0f1a2b3c4d5',
  unknown: '01a1dd2f-ffff-7000-8000-000000000000',
};

export const campaignExample: Campaign = {
  id: ids.campaign,
  name: 'Spring sale',
  displayName: 'Example Ads - DE - Spring sale',
  status: 'active',
  trafficSourceId: ids.trafficSource,
  country: 'DE',
  cost: { mode: 'cpv', amount: 0.0042 },
  tracking: { method: 'redirect', domainId: null, includePrefetch: false },
  destination: { type: 'rotator', rotatorId: ids.rotator },
  createdAt: '2026-11-16 09:30:00',
};

export const landingExample: Landing = {
  id: ids.landing,
  name: 'Quiz, German',
  url: 'https://pages.example.com/quiz?click={clickid}',
  country: 'DE',
  status: 'active',
  createdAt: '2026-11-16T09:12:41.218Z',
};

export const rotatorExample: Rotator = {
  id: ids.rotator,
  name: 'Germany, mobile first',
  shared: false,
  country: 'DE',
  status: 'active',
  createdAt: '2026-11-16T09:20:05.730Z',
};

export const rotatorPathExample: RotatorPath = {
  id: ids.path,
  rotatorId: ids.rotator,
  name: 'Default',
  deletedAt: null,
  createdAt: 1_794_820_805,
  updatedAt: 1_794_820_805,
};

export const rotatorRulesExample: PublicRotatorRules = {
  version: 3,
  defaultPathId: ids.path,
  rules: [
    {
      id: ids.rule,
      priority: 1,
      name: 'Phones in Germany',
      enabled: true,
      conditions: {
        all: [
          { field: 'country', op: 'is', values: ['DE'] },
          { field: 'deviceType', op: 'is', values: ['mobile'] },
        ],
      },
      paths: [{ pathId: ids.ruledPath, weight: 100 }],
    },
  ],
  paths: [
    { id: ids.path, name: 'Default', enabled: true, landings: [], offers: [] },
    {
      id: ids.ruledPath,
      name: 'Quiz',
      enabled: true,
      landings: [{ landingId: ids.landing, weight: 100, enabled: true }],
      offers: [{ offerId: ids.offer, weight: 100, enabled: true }],
    },
  ],
};

export const goalRuleExample: PublicGoalRules['rules'][number] = {
  id: ids.rule,
  priority: 1,
  enabled: true,
  label: 'Sale',
  conditions: { field: 'event', op: 'is', values: ['sale'] },
  actions: [
    {
      idx: 1,
      label: 'Sale',
      enabled: true,
      payoutType: 'auto',
      payoutFixed: null,
      costType: 'none',
      costFixed: null,
      costShare: null,
      postbackUrl: null,
      postbackEnabled: true,
      storeValue: false,
      isConversion: true,
      affectsCost: false,
      affectsRevenue: true,
    },
  ],
};
