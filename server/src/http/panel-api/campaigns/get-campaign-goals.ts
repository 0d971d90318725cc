import { versionedGoalRules } from '@waypost/contract/goals.ts';
import { getVersionedGoalRules } from '../../../services/goals/versioned-goal-rules.ts';
import { getCampaignGoalsOperation as publicOperation } from '../../api-v1/campaigns/get-campaign-goals.ts';
import { inputId } from '../input-id.ts';
import { likePublic } from '../like-public.ts';
import type { PanelOperation } from '../operation.ts';

export const getCampaignGoalsOperation: PanelOperation = {
  ...likePublic(publicOperation),
  description:
    'Without any, every incoming event counts as event 1: a conversion with the payout that came in.',
  access: 'goals.read',
  data: versionedGoalRules,
  example: { ...publicOperation.example, data: { version: 4, ...(publicOperation.example.data as object) } },
  run: (context, input) => getVersionedGoalRules(context, inputId(input)),
};
