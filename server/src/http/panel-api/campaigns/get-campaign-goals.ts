import { getGoalRules } from '../../../services/goals/get-goal-rules.ts';
import { getCampaignGoalsOperation as publicOperation } from '../../api-v1/campaigns/get-campaign-goals.ts';
import { inputId } from '../input-id.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const getCampaignGoalsOperation: PanelOperation = {
  ...likePublic(publicOperation),
  description:
    'Without any, every incoming event counts as event 1: a conversion with the payout that came in.',
  access: 'goals.read',
  run: (context, input) => getGoalRules(context, inputId(input)),
};
