import { goalRules } from '@waypost/contract/goals.ts';
import { getGoalRules } from '../../../services/goals/get-goal-rules.ts';
import { noSuch, strayParameter } from '../example-errors.ts';
import { goalRuleExample } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const getCampaignGoalsOperation: Operation = {
  operationId: 'getCampaignGoals',
  method: 'GET',
  path: '/campaigns/{id}/goals',
  scope: 'read',
  summary: 'Shows the goal rules of a campaign with their actions',
  description:
    'They are edited in the panel. Without any, every incoming event counts as event 1: a conversion with the payout that came in.',
  data: goalRules,
  errors: { NOT_FOUND: { campaign: noSuch('campaign') } },
  example: { data: { rules: [goalRuleExample] }, issue: strayParameter },
  run: (context, { id }) => getGoalRules(context, id),
};
