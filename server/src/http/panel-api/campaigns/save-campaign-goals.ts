import { versionedGoalRules, versionedGoalRulesInput } from '@waypost/contract/goals.ts';
import { changeGoalRules } from '../../../services/goals/versioned-goal-rules.ts';
import { archived, noSuch } from '../../api-v1/example-errors.ts';
import { goalRuleExample } from '../../api-v1/example-records.ts';
import { staleVersion } from '../example-errors.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const saveCampaignGoalsOperation: PanelOperation = {
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
    body: { version: 3, rules: [goalRuleExample] },
    data: { version: 4, rules: [goalRuleExample] },
    issue: { path: 'rules.0.actions', message: 'must hold 1 to 20 actions' },
  },
  run: (context, input) => changeGoalRules(context, inputId(input), input.body),
};
