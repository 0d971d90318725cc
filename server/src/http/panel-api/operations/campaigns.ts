import {
  campaignChange,
  campaignListQuery,
  campaignsPage,
  newCampaign,
  panelCampaign,
  publishState,
  restoredCampaigns,
  restoredState,
} from '@waypost/contract/campaigns/campaigns.ts';
import { panelGoalRulesInput, versionedGoalRules } from '@waypost/contract/goals/goals.ts';
import { pageOf } from '@waypost/contract/api/paging.ts';
import { publication } from '@waypost/contract/campaigns/publications.ts';
import { campaignDuplication, ignoredField } from '@waypost/contract/api/records.ts';
import { archiveCampaign, archiveCampaigns } from '../../../services/campaigns/archive-campaigns.ts';
import { campaignKind, getPanelCampaign, listCampaignPage } from '../../../services/campaigns/campaigns.ts';
import { createCampaign } from '../../../services/campaigns/create-campaign.ts';
import { duplicateCampaign } from '../../../services/goals/duplicate-campaign.ts';
import { restoreCampaigns } from '../../../services/campaigns/restore-campaigns.ts';
import { updateCampaign } from '../../../services/campaigns/update-campaign.ts';
import { getVersionedGoalRules } from '../../../services/goals/goal-rules.ts';
import { saveGoalRules } from '../../../services/goals/save-goal-rules.ts';
import { getPublication } from '../../../services/publishing/publication.ts';
import {
  archived,
  attachConflicts,
  noSuch,
  reattachConflicts,
  strayParameter,
} from '../../api-v1/examples/errors.ts';
import {
  archiveCampaignOperation,
  createCampaignOperation,
  getCampaignGoalsOperation,
  updateCampaignOperation,
} from '../../api-v1/operations/campaigns.ts';
import { panelCampaignExample, panelGoalRuleExample } from '../examples/records.ts';
import { answerWarnings, showWarnings } from '../answer-warnings.ts';
import { inputId, likePublic, type PanelOperation } from '../operation.ts';
import { changesRecord, createsRecord, type ShownRecord } from '../versioned.ts';
import { campaignLinkOperations } from './campaign-links.ts';
import { setUpCampaignOperation } from './campaign-set-up.ts';
import { campaignSwitchOperations } from './campaign-switches.ts';
import { lifecycleOperations } from './lifecycle.ts';

const withReadOnly = (body: typeof newCampaign | typeof campaignChange) =>
  body.extend({ archivedFrom: ignoredField }).meta(body.meta() ?? {});

function withoutReadOnly(body: unknown): object {
  const { archivedFrom: _, ...content } = body as Record<string, unknown>;
  return content;
}

const metricsExample = { visits: 1_250, profit: 84.5 };
const listed = pageOf({ ...panelCampaignExample, metrics: metricsExample });
const measuredExample = { ...listed, meta: { ...listed.meta, totals: metricsExample } };

const record: ShownRecord = {
  label: 'campaign',
  data: panelCampaign,
  example: panelCampaignExample,
  read: getPanelCampaign,
};
const goals: ShownRecord = {
  label: 'campaign',
  data: versionedGoalRules,
  example: { version: 4, rules: [panelGoalRuleExample] } as ShownRecord['example'],
  read: getVersionedGoalRules,
};
const { restored: _, ...served } = restoredCampaigns.shape;
const missingReferences = {
  trafficSource: noSuch('traffic source'),
  rotator: noSuch('rotator'),
  domain: noSuch('domain'),
};

export const campaignOperations: PanelOperation[] = [
  {
    operationId: 'listCampaigns',
    method: 'GET',
    path: '/campaigns',
    access: 'campaigns.read',
    summary: 'List campaigns',
    query: campaignListQuery,
    data: campaignsPage,
    example: {
      query: {
        status: 'active',
        from: '2026-11-01',
        to: '2026-11-16',
        metrics: 'visits,profit',
        sort: '-profit',
        limit: '50',
      },
      data: measuredExample,
      issue: { path: 'limit', message: 'must be a whole number from 1 to 500' },
    },
    run: (context, { query }) => listCampaignPage(context, query),
  },
  createsRecord(record, {
    operationId: 'createCampaign',
    method: 'POST',
    path: '/campaigns',
    access: 'campaigns.write',
    status: 201,
    summary: createCampaignOperation.summary,
    body: withReadOnly(newCampaign),
    more: publishState,
    errors: {
      NOT_FOUND: missingReferences,
      CONFLICT: attachConflicts,
    },
    example: {
      body: createCampaignOperation.example.body,
      data: { publish: { status: 'queued' } },
      issue: createCampaignOperation.example.issue,
    },
    run: async (context, { body }) => {
      const { campaign, publish } = await createCampaign(context, withoutReadOnly(body));
      return { id: campaign.id, publish };
    },
  }),
  setUpCampaignOperation(record),
  {
    operationId: 'getCampaign',
    method: 'GET',
    path: '/campaigns/{id}',
    access: 'campaigns.read',
    summary: 'Get a campaign, archived or not',
    data: panelCampaign,
    errors: { NOT_FOUND: { campaign: noSuch('campaign') } },
    example: { data: panelCampaignExample, issue: strayParameter },
    run: (context, input) => getPanelCampaign(context, inputId(input)),
  },
  changesRecord(record, {
    operationId: 'updateCampaign',
    method: 'PATCH',
    path: '/campaigns/{id}',
    access: 'campaigns.write',
    summary: updateCampaignOperation.summary,
    body: withReadOnly(campaignChange),
    more: publishState,
    errors: {
      NOT_FOUND: missingReferences,
      CONFLICT: { campaignArchived: archived('campaign'), ...reattachConflicts },
    },
    example: {
      body: { status: 'paused', cost: { amount: 0.005 } },
      data: { status: 'paused', cost: { mode: 'cpv', amount: 0.005 }, publish: { status: 'published' } },
      issue: updateCampaignOperation.example.issue,
    },
    run: async (context, input) => {
      const { publish } = await updateCampaign(context, inputId(input), withoutReadOnly(input.body));
      return { publish };
    },
  }),
  ...lifecycleOperations({
    record,
    kind: campaignKind,
    path: '/campaigns',
    Name: 'Campaign',
    archive: {
      access: 'campaigns.write',
      description: archiveCampaignOperation.description ?? '',
      run: archiveCampaign,
      runMany: archiveCampaigns,
    },
    restore: {
      access: 'campaigns.write',
      description:
        'Without a status, each campaign is restored to the status it had before it was archived. A campaign can be restored if its traffic source is active, its domain is verified, and the default path of its rotator can be published.',
      conflict: reattachConflicts,
      options: restoredState,
      more: {
        shape: served,
        example: { runtimePendingIds: [panelCampaignExample.id], runtimePublishedIds: [] },
      },
      runMany: async (context, ids, options) => {
        const { restored: __, ...states } = await restoreCampaigns(context, ids, options);
        return states;
      },
    },
  }),
  ...campaignSwitchOperations(record),
  createsRecord(record, {
    operationId: 'duplicateCampaign',
    method: 'POST',
    path: '/campaigns/{id}/duplicate',
    access: 'campaigns.write',
    status: 201,
    summary: 'Duplicate a campaign, including its settings and goal rules',
    description:
      'The copy is paused unless a status is given. Copying the rotator requires the permission to manage rotators.',
    body: campaignDuplication,
    errors: { NOT_FOUND: { campaign: noSuch('campaign') }, CONFLICT: attachConflicts },
    example: {
      body: { name: panelCampaignExample.name, rotator: 'copy' },
      data: { status: 'paused' },
      issue: { path: 'name', message: 'must not be empty' },
    },
    run: (context, input) => duplicateCampaign(context, inputId(input), input.body),
  }),
  showWarnings('campaign-goals', {
    ...likePublic(getCampaignGoalsOperation),
    description:
      'Without goal rules, every incoming postback from an affiliate network counts as event 1: a conversion with the payout it reports.',
    access: 'goals.read',
    data: versionedGoalRules,
    example: {
      ...getCampaignGoalsOperation.example,
      data: { version: 4, rules: [panelGoalRuleExample] },
    },
    run: (context, input) => getVersionedGoalRules(context, inputId(input)),
  }),
  answerWarnings(
    'campaign-goals',
    changesRecord(goals, {
      operationId: 'saveCampaignGoals',
      method: 'PUT',
      path: '/campaigns/{id}/goals',
      access: 'goals.write',
      summary: 'Replace all of a campaign’s goal rules and queue it for publishing',
      description: 'Priorities follow the order of the list. Rules with an ID keep it.',
      body: panelGoalRulesInput,
      errors: { CONFLICT: { campaignArchived: archived('campaign') } },
      example: {
        body: { rules: [panelGoalRuleExample] },
        issue: { path: 'rules.0.actions', message: 'must have 1 to 20 actions' },
      },
      run: async (context, input) => void (await saveGoalRules(context, inputId(input), input.body)),
    }),
  ),
  {
    operationId: 'getPublication',
    method: 'GET',
    path: '/campaigns/{id}/publication',
    access: 'campaigns.read',
    summary: 'Get a campaign’s publication state',
    data: publication,
    errors: { NOT_FOUND: { campaign: noSuch('campaign') } },
    example: {
      data: { waiting: false, version: 4, failure: null, edges: { live: 2, serving: 2 } },
      issue: strayParameter,
    },
    run: (context, input) => getPublication(context, inputId(input)),
  },
  ...campaignLinkOperations,
];
