import { versionedCampaignChange } from '@waypost/contract/campaigns.ts';
import { versionedGoalRules, versionedGoalRulesInput } from '@waypost/contract/goals.ts';
import { publication } from '@waypost/contract/publications.ts';
import { warningList } from '@waypost/contract/warnings.ts';
import { archiveCampaign, archiveCampaigns } from '../../../services/campaigns/archive-campaigns.ts';
import { getCampaign, listCampaigns } from '../../../services/campaigns/campaigns.ts';
import { createCampaign } from '../../../services/campaigns/create-campaign.ts';
import { restoreCampaigns } from '../../../services/campaigns/restore-campaigns.ts';
import { changeCampaign } from '../../../services/campaigns/update-campaign.ts';
import { getVersionedGoalRules } from '../../../services/goals/goal-rules.ts';
import { changeGoalRules } from '../../../services/goals/save-goal-rules.ts';
import { getPublication } from '../../../services/publishing/publication.ts';
import { listWarnings } from '../../../services/warnings/list-warnings.ts';
import { archived, noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import {
  archiveCampaignOperation,
  archiveCampaignsOperation,
  createCampaignOperation,
  getCampaignGoalsOperation,
  getCampaignOperation,
  listCampaignsOperation,
  restoreCampaignsOperation,
  updateCampaignOperation,
} from '../../api-v1/operations/campaigns.ts';
import { staleVersion } from '../examples/errors.ts';
import { panelGoalRuleExample, warningListExample } from '../examples/records.ts';
import { answerWarnings } from '../answer-warnings.ts';
import { inputId, likePublic, type PanelOperation } from '../operation.ts';
import { campaignLinkOperations } from './campaign-links.ts';

const updateOperation = likePublic(updateCampaignOperation);

export const campaignOperations: PanelOperation[] = [
  {
    ...likePublic(listCampaignsOperation),
    access: 'campaigns.read',
    run: (context, { query }) => listCampaigns(context, query),
  },
  {
    ...likePublic(createCampaignOperation),
    access: 'campaigns.write',
    run: (context, { body }) => createCampaign(context, body),
  },
  {
    ...likePublic(getCampaignOperation),
    access: 'campaigns.read',
    run: async (context, input) => ({ campaign: await getCampaign(context, inputId(input)) }),
  },
  {
    ...updateOperation,
    access: 'campaigns.write',
    body: versionedCampaignChange,
    errors: {
      ...updateOperation.errors,
      CONFLICT: { ...updateOperation.errors?.CONFLICT, stale: staleVersion('campaign') },
    },
    run: (context, input) => changeCampaign(context, inputId(input), input.body),
  },
  {
    ...likePublic(archiveCampaignOperation),
    method: 'POST',
    path: '/campaigns/{id}/archive',
    access: 'campaigns.write',
    run: (context, input) => archiveCampaign(context, inputId(input)),
  },
  {
    ...likePublic(archiveCampaignsOperation),
    access: 'campaigns.write',
    run: (context, { body }) => archiveCampaigns(context, body),
  },
  {
    ...likePublic(restoreCampaignsOperation),
    access: 'campaigns.write',
    run: (context, { body }) => restoreCampaigns(context, body),
  },
  {
    ...likePublic(getCampaignGoalsOperation),
    description:
      'Without any, every incoming event of a network counts as event 1: a conversion with the payout that came in.',
    access: 'goals.read',
    data: versionedGoalRules,
    example: {
      ...getCampaignGoalsOperation.example,
      data: { version: 4, rules: [panelGoalRuleExample] },
    },
    run: (context, input) => getVersionedGoalRules(context, inputId(input)),
  },
  answerWarnings('campaign-goals', {
    operationId: 'saveCampaignGoals',
    method: 'PUT',
    path: '/campaigns/{id}/goals',
    access: 'goals.write',
    summary: 'Puts new goal rules in place of all that a campaign had, and queues it for publishing',
    description: 'The place of a rule in the list is its priority. Rules with an id keep it.',
    body: versionedGoalRulesInput,
    data: versionedGoalRules,
    errors: {
      NOT_FOUND: { campaign: noSuch('campaign') },
      CONFLICT: { campaignArchived: archived('campaign'), changedMeanwhile: staleVersion('campaign') },
    },
    example: {
      body: { version: 3, rules: [panelGoalRuleExample] },
      data: { version: 4, rules: [panelGoalRuleExample] },
      issue: { path: 'rules.0.actions', message: 'must hold 1 to 20 actions' },
    },
    run: (context, input) => changeGoalRules(context, inputId(input), input.body),
  }),
  {
    operationId: 'getPublication',
    method: 'GET',
    path: '/campaigns/{id}/publication',
    access: 'campaigns.read',
    summary: 'Tells how far a campaign is on its way to the runtimes that serve it',
    data: publication,
    errors: { NOT_FOUND: { campaign: noSuch('campaign') } },
    example: {
      data: { waiting: false, version: 4, failure: null, edges: { live: 2, serving: 2 } },
      issue: strayParameter,
    },
    run: (context, input) => getPublication(context, inputId(input)),
  },
  {
    operationId: 'listWarnings',
    method: 'GET',
    path: '/warnings',
    access: 'campaigns.read',
    summary: 'Lists campaigns that use something with a warning, and every record that has one',
    description:
      'Such as a macro that does not exist, or an offer that is not told the click id; whoever saved it, and however.',
    data: warningList,
    example: { data: warningListExample, issue: strayParameter },
    run: (context) => listWarnings(context),
  },
  ...campaignLinkOperations,
];
