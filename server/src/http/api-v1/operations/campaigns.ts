import {
  campaign,
  campaignChange,
  campaignFilter,
  campaignList,
  newCampaign,
  restoredCampaigns,
  writtenCampaign,
} from '@waypost/contract/campaigns/campaigns.ts';
import { publicGoalRules } from '@waypost/contract/goals/goals.ts';
import { archivedCount, bulkIds } from '@waypost/contract/api/records.ts';
import { z } from 'zod';
import { archiveCampaign, archiveCampaigns } from '../../../services/campaigns/archive-campaigns.ts';
import { getCampaign, listCampaigns } from '../../../services/campaigns/campaigns.ts';
import { createCampaign } from '../../../services/campaigns/create-campaign.ts';
import { restoreCampaigns } from '../../../services/campaigns/restore-campaigns.ts';
import { updateCampaign } from '../../../services/campaigns/update-campaign.ts';
import { getPublicGoalRules } from '../../../services/goals/goal-rules.ts';
import { parseInput } from '../../../services/parse-input.ts';
import {
  archived,
  attachConflicts,
  bulkMistake,
  campaignInUse,
  noSuch,
  notAllKnown,
  reattachConflicts,
  strayParameter,
} from '../examples/errors.ts';
import { campaignExample, goalRuleExample, ids } from '../examples/records.ts';
import type { Operation } from '../operation.ts';

export const listCampaignsOperation: Operation = {
  operationId: 'listCampaigns',
  method: 'GET',
  path: '/campaigns',
  scope: 'read',
  summary: 'List campaigns, newest first',
  query: campaignFilter,
  data: campaignList,
  example: {
    query: { query: 'spring', limit: '50' },
    data: { campaigns: [campaignExample], meta: { limit: 50, count: 1 } },
    issue: { path: 'limit', message: 'must be a whole number from 1 to 200' },
  },
  run: (context, { query }) => listCampaigns(context, query),
};

export const createCampaignOperation: Operation = {
  operationId: 'createCampaign',
  method: 'POST',
  path: '/campaigns',
  scope: 'write',
  summary: 'Create a campaign with an existing traffic source and rotator, and queue it for publishing',
  description: 'The edges receive the campaign shortly afterward. See publish.status for the progress.',
  status: 201,
  body: newCampaign,
  data: writtenCampaign,
  errors: {
    NOT_FOUND: {
      trafficSource: noSuch('traffic source'),
      rotator: noSuch('rotator'),
      domain: noSuch('domain'),
    },
    CONFLICT: attachConflicts,
  },
  example: {
    body: {
      name: campaignExample.name,
      trafficSourceId: ids.trafficSource,
      country: 'DE',
      cost: { mode: 'cpv', amount: 0.0042 },
      tracking: { method: 'redirect' },
      destination: { mode: 'use_rotator', rotatorId: ids.rotator },
    },
    data: { campaign: campaignExample, publish: { status: 'queued' } },
    issue: { path: 'destination.rotatorId', message: 'must be a UUID' },
  },
  run: (context, { body }) => createCampaign(context, body),
};

export const getCampaignOperation: Operation = {
  operationId: 'getCampaign',
  method: 'GET',
  path: '/campaigns/{id}',
  scope: 'read',
  summary: 'Get a campaign, archived or not',
  data: z.strictObject({ campaign }),
  errors: { NOT_FOUND: { campaign: noSuch('campaign') } },
  example: { data: { campaign: campaignExample }, issue: strayParameter },
  run: async (context, { id }) => ({ campaign: await getCampaign(context, id) }),
};

export const updateCampaignOperation: Operation = {
  operationId: 'updateCampaign',
  method: 'PATCH',
  path: '/campaigns/{id}',
  scope: 'write',
  summary: 'Update the given fields of a campaign, including nested fields, and queue it for publishing',
  body: campaignChange,
  data: writtenCampaign,
  errors: {
    NOT_FOUND: {
      campaign: noSuch('campaign'),
      trafficSource: noSuch('traffic source'),
      rotator: noSuch('rotator'),
      domain: noSuch('domain'),
    },
    CONFLICT: { campaignArchived: archived('campaign'), ...reattachConflicts },
  },
  example: {
    body: { status: 'paused', cost: { amount: 0.005 } },
    data: {
      campaign: { ...campaignExample, status: 'paused', cost: { mode: 'cpv', amount: 0.005 } },
      publish: { status: 'published' },
    },
    issue: { path: 'cost.amount', message: 'must not be negative' },
  },
  run: (context, { id, body }) => updateCampaign(context, id, body),
};

export const archiveCampaignOperation: Operation = {
  operationId: 'archiveCampaign',
  method: 'DELETE',
  path: '/campaigns/{id}',
  scope: 'write',
  summary: 'Archive a campaign and queue its removal from the edges',
  description: 'Ads at the traffic source are not paused. Archiving an archived campaign has no effect.',
  data: z.null(),
  errors: { NOT_FOUND: { campaign: noSuch('campaign') } },
  example: { data: null, issue: strayParameter },
  run: (context, { id }) => archiveCampaign(context, id),
};

export const archiveCampaignsOperation: Operation = {
  operationId: 'archiveCampaigns',
  method: 'POST',
  path: '/campaigns/archive',
  scope: 'write',
  summary: 'Archive campaigns and queue their removal from the edges',
  description:
    'Either all campaigns are archived or none. Ads at the traffic source are not paused. The conflict response is reserved for future use, because no other record depends on a campaign yet.',
  body: bulkIds,
  data: archivedCount,
  errors: { NOT_FOUND: { campaigns: notAllKnown('campaign') }, CONFLICT: { campaignInUse } },
  example: { body: { ids: [ids.campaign] }, data: { archived: 1 }, issue: bulkMistake },
  run: (context, { body }) => archiveCampaigns(context, parseInput(bulkIds, body)),
};

export const restoreCampaignsOperation: Operation = {
  operationId: 'restoreCampaigns',
  method: 'POST',
  path: '/campaigns/restore',
  scope: 'write',
  summary: 'Restore archived campaigns and queue them for publishing',
  description:
    'Either all campaigns are restored or none. Restored campaigns are active, even if they were paused before. A campaign can be restored if its traffic source is active, its domain is verified, and the default path of its rotator can be published.',
  body: bulkIds,
  data: restoredCampaigns,
  errors: { NOT_FOUND: { campaigns: notAllKnown('campaign') }, CONFLICT: reattachConflicts },
  example: {
    body: { ids: [ids.campaign] },
    data: { restored: 1, runtimePendingIds: [ids.campaign], runtimePublishedIds: [] },
    issue: bulkMistake,
  },
  run: (context, { body }) => restoreCampaigns(context, parseInput(bulkIds, body), { status: 'active' }),
};

export const getCampaignGoalsOperation: Operation = {
  operationId: 'getCampaignGoals',
  method: 'GET',
  path: '/campaigns/{id}/goals',
  scope: 'read',
  summary: 'Get a campaign’s goal rules with their actions',
  description:
    'Goal rules are edited in the panel. Without goal rules, every incoming postback counts as event 1: a conversion with the payout it reports.',
  data: publicGoalRules,
  errors: { NOT_FOUND: { campaign: noSuch('campaign') } },
  example: { data: { rules: [goalRuleExample] }, issue: strayParameter },
  run: (context, { id }) => getPublicGoalRules(context, id),
};
