import type { AffiliateNetwork } from '@waypost/contract/campaigns/affiliate-networks.ts';
import type { AuditEntry } from '@waypost/contract/accounts/audit.ts';
import type { PanelCampaign } from '@waypost/contract/campaigns/campaigns.ts';
import type { Domain } from '@waypost/contract/campaigns/domains.ts';
import type { GoalRule } from '@waypost/contract/goals/goals.ts';
import type { ApiKey } from '@waypost/contract/accounts/keys.ts';
import type { PanelLanding } from '@waypost/contract/campaigns/landings.ts';
import type { Offer } from '@waypost/contract/campaigns/offers.ts';
import { defaultPostbackRequest } from '@waypost/contract/postbacks/postback-requests.ts';
import type { RotatorVisits } from '@waypost/contract/rotators/rotator-visits.ts';
import type { PanelRotator, PanelRotatorPath, RotatorRules } from '@waypost/contract/rotators/rotators.ts';
import type { CustomMetric } from '@waypost/contract/reports/custom-metrics.ts';
import type { SavedReport } from '@waypost/contract/reports/saved-reports.ts';
import type { TrafficSource } from '@waypost/contract/campaigns/traffic-sources.ts';
import type { WarnedRecord } from '@waypost/contract/campaigns/warnings.ts';
import {
  campaignExample,
  goalRuleExample,
  ids,
  landingExample,
  rotatorExample,
  rotatorPathExample,
  rotatorRulesExample,
} from '../../api-v1/examples/records.ts';

export const panelIds = {
  ...ids,
  affiliateNetwork: '01a1dd28-4d10-7b3e-8c5f-9a0b1c2d3e4f',
  overflowOffer: '01a1dd28-a7e2-7c91-b3d4-0e1f2a3b4c5d',
  user: '01a1dd24-c8b0-7f13-9e2d-3c4b5a697887',
  auditEntry: '01a1dd2e-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  customMetric: '01a1dd2f-6e1a-7b2c-8d3e-4f5a6b7c8d9e',
  savedReport: '01a1dd2f-2b3c-7d4e-9f50-6a7b8c9d0e1f',
};

export const panelGoalRuleExample: GoalRule = {
  ...goalRuleExample,
  actions: goalRuleExample.actions.map((action) => ({
    ...action,
    from: 'network',
    postbackOn: ['first', 'refunded'],
    ...defaultPostbackRequest,
  })),
};

export const panelCampaignExample: PanelCampaign = {
  ...campaignExample,
  version: 4,
  archivedFrom: null,
  createdAt: '2026-11-16T09:20:11.000Z',
};
export const panelRotatorPathExample: PanelRotatorPath = {
  ...rotatorPathExample,
  deletedAt: null,
  createdAt: '2026-11-16T09:02:11.480Z',
  updatedAt: '2026-11-16T09:02:11.480Z',
};
export const panelLandingExample: PanelLanding = { ...landingExample, version: 4 };
export const panelRotatorExample: PanelRotator = { ...rotatorExample, version: 4 };

export const offerExample: Offer = {
  id: panelIds.offer,
  name: 'Sweepstake, DE',
  affiliateNetworkId: panelIds.affiliateNetwork,
  url: 'https://offers.example.com/?aff=7&click={clickid}',
  country: 'DE',
  payout: { mode: 'fixed', amount: 12.5 },
  caps: [
    { limit: 500, per: 'day', counts: 'conversions' },
    { limit: 20_000, per: 'total', counts: 'clicks' },
  ],
  overflowOfferId: panelIds.overflowOffer,
  shortName: 'casino-a',
  status: 'active',
  version: 4,
  createdAt: '2026-11-16T09:15:33.004Z',
};

export const rotatorRoutingExample: RotatorRules = {
  ...rotatorRulesExample,
  paths: rotatorRulesExample.paths.map((path) => ({
    ...path,
    blocks: false,
    caps: path.id === ids.ruledPath ? [{ limit: 1_000, per: 'hour', counts: 'visits' }] : [],
  })),
};

export const rotatorVisitsExample: RotatorVisits = {
  from: '2026-11-09T09:30:00.000Z',
  to: '2026-11-16T09:30:00.000Z',
  visits: 12_480,
  rules: [
    { ruleId: ids.rule, visits: 3_120 },
    { ruleId: null, visits: 9_360 },
  ],
  paths: [
    { pathId: ids.ruledPath, visits: 3_120 },
    { pathId: ids.path, visits: 9_360 },
  ],
};

export const affiliateNetworkExample: AffiliateNetwork = {
  id: panelIds.affiliateNetwork,
  name: 'Example Network',
  clickIdParam: 'subid',
  defaultPayout: 10,
  currency: 'USD',
  postbackIps: ['192.0.2.0/24'],
  statusMap: { pending: 'hold', paid: 'approved' },
  duplicatePolicy: 'update',
  decimalMark: null,
  status: 'active',
  version: 4,
  createdAt: '2026-11-16T09:14:02.551Z',
};

export const trafficSourceExample: TrafficSource = {
  id: panelIds.trafficSource,
  name: 'Example Ads',
  clickIdParam: 'clickid',
  costParam: 'cost',
  postbackUrl: 'https://source.example.com/postback?id={externalid}&value={payout}',
  clickIdMacro: '[CLICKID]',
  costMacro: '[BID]',
  currency: 'USD',
  tokens: [{ index: 1, param: 'site', name: 'Site', macro: '[SITE]' }],
  ...defaultPostbackRequest,
  status: 'active',
  version: 4,
  createdAt: '2026-11-16T09:10:27.640Z',
};

export const domainExample: Domain = {
  id: panelIds.domain,
  host: 'track.example.com',
  verification: 'verified',
  checkedAt: '2026-11-16T09:11:48.302Z',
  checkError: null,
  status: 'active',
  version: 4,
  createdAt: '2026-11-16T09:08:15.919Z',
};

export const keyExample: ApiKey = {
  id: panelIds.key,
  label: 'reports',
  scope: 'read',
  lifetimeDays: 90,
  version: 2,
  state: 'active',
  createdAt: '2026-11-16T09:05:00.000Z',
  expiresAt: '2027-02-14T09:05:00.000Z',
  rotatedAt: null,
  revokedAt: null,
  lastUsedAt: '2026-11-16T09:31:12.480Z',
  lastUsedNetwork: '203.0.113.0/24',
};

export const keyTokenExample = 'wpk_0123456789abcdefghijkl_…';

export const auditEntryExample: AuditEntry = {
  id: panelIds.auditEntry,
  at: '2026-11-16T09:12:41.218Z',
  actor: { type: 'user', id: panelIds.user, label: 'anna@example.com' },
  action: 'landing.update',
  subjectId: panelIds.landing,
  subjectName: landingExample.name,
  changes: [{ field: 'url', before: 'https://pages.example.com/old', after: landingExample.url }],
  version: 4,
  address: '192.0.2.17',
  details: {},
};

export const warnedRecordExample: WarnedRecord = {
  type: 'landing',
  id: panelIds.landing,
  name: landingExample.name,
  warnings: [
    {
      path: 'url',
      message: '{clikid} is not a known macro and is replaced with an empty string. Did you mean {clickid}?',
      suggestion: '{clickid}',
    },
  ],
  campaigns: [{ id: panelIds.campaign, name: 'Spring sale', status: 'active' }],
};

export const customMetricExample: CustomMetric = {
  id: panelIds.customMetric,
  metric: 'custom1',
  name: 'Margin',
  formula: '(revenue - cost) / revenue',
  format: 'percentage',
  decimals: 1,
  version: 2,
  createdAt: '2026-11-16T09:12:41.218Z',
  updatedAt: '2026-11-16T10:02:11.004Z',
};
export const savedReportExample: SavedReport = {
  id: panelIds.savedReport,
  name: 'Countries by profit',
  isShared: true,
  ownerId: panelIds.user,
  isMine: true,
  version: 2,
  createdAt: '2026-11-16T09:12:41.218Z',
  updatedAt: '2026-11-16T10:02:11.004Z',
  question: {
    dimensions: ['country'],
    metrics: ['visits', 'profit'],
    sortBy: 'profit',
    range: 'last-7-days',
  },
};
