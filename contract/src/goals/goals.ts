import { z } from 'zod';
import { conditionTree } from '../conditions/conditions.ts';
import { actionSenders, actionsMax, costTypes, goalRulesInput, payoutTypes } from './rules-input.ts';
import { shownPostbackRequest } from '../postbacks/postback-requests.ts';
import { postbackOccasions } from '../postbacks/postbacks.ts';
import { ignoredField } from '../api/records.ts';
import { versionNumber } from '../api/versions.ts';

export * from './rules-input.ts';

const publicAction = z
  .strictObject({
    idx: z.int().min(1).max(actionsMax).meta({
      description: 'Index of the metrics that count the action. 1 means event1, revenue1, cost1 and value1.',
    }),
    label: z.string(),
    enabled: z.boolean(),
    payoutType: z
      .enum(payoutTypes)
      .meta({ description: 'auto: the amount sent. fixed: payoutFixed. none: no payout.' }),
    payoutFixed: z.number().nullable(),
    costType: z.enum(costTypes).meta({
      description: 'none: no cost. fixed: costFixed. share: costShare, a share of revenue between 0 and 1.',
    }),
    costFixed: z.number().nullable(),
    costShare: z.number().nullable(),
    postbackUrl: z.string().nullable(),
    postbackEnabled: z.boolean(),
    storeValue: z.boolean(),
    isConversion: z.boolean(),
    affectsCost: z.boolean(),
    affectsRevenue: z.boolean(),
  })
  .meta({ id: 'GoalAction' });

/**
 * Goal action in the panel API. The fields of the public API are a fixed contract, so new fields are added only here.
 */
export const goalAction = z
  .strictObject({
    ...publicAction.shape,
    postbackUrl: z.string().nullable().meta({
      description: 'Postback URL for this action. Overrides the URLs of the campaign and the traffic source.',
    }),
    storeValue: z.boolean().meta({
      description: 'Store the amount sent as the value metric, such as value1 for event 1.',
    }),
    isConversion: z.boolean().meta({
      description: 'Count the action as a conversion. Otherwise, it counts only as a custom event.',
    }),
    affectsCost: z
      .boolean()
      .meta({ description: 'Include the cost of the action in the cost shown in reports.' }),
    affectsRevenue: z
      .boolean()
      .meta({ description: 'Include the payout of the action in the revenue shown in reports.' }),
    from: z
      .enum(actionSenders)
      .meta({ description: 'Accepted senders: affiliate networks, pages, or both.' }),
    postbackOn: z.array(z.enum(postbackOccasions)).meta({
      description:
        'Triggers of the postback: the event is counted for the first time, the conversion gets one of the selected statuses, or its status or amount changes later.',
    }),
    ...shownPostbackRequest,
  })
  .meta({ id: 'PanelGoalAction' });
export type GoalAction = z.infer<typeof goalAction>;

/**
 * Conditions in responses. They were validated when they were written, so the response schema only requires an object.
 */
const shownConditions: z.ZodType<Record<string, unknown>> = conditionTree;

const publicRule = z
  .strictObject({
    id: z.uuid(),
    priority: z.int().meta({ description: 'Rules are checked in ascending order.' }),
    enabled: z.boolean(),
    label: z.string(),
    conditions: shownConditions.nullable().meta({ description: 'Null matches every incoming postback.' }),
    actions: z.array(publicAction),
  })
  .meta({ id: 'GoalRule', description: 'Maps a campaign’s incoming postbacks to actions.' });

export const publicActionFields = Object.keys(publicAction.shape) as (keyof typeof publicAction.shape)[];

export const publicGoalRules = z.strictObject({ rules: z.array(publicRule) }).meta({ id: 'GoalRules' });
export type PublicGoalRules = z.infer<typeof publicGoalRules>;
export type PublicGoalAction = z.infer<typeof publicAction>;

const goalRule = z
  .strictObject({ ...publicRule.shape, actions: z.array(goalAction) })
  .meta({ id: 'PanelGoalRule', description: 'Maps a campaign’s incoming postbacks to actions.' });
export type GoalRule = z.infer<typeof goalRule>;
export type GoalRules = { rules: GoalRule[] };

export const versionedGoalRules = z
  .strictObject({ version: versionNumber, rules: z.array(goalRule) })
  .meta({ id: 'VersionedGoalRules' });
export type VersionedGoalRules = z.infer<typeof versionedGoalRules>;

export const panelGoalRulesInput = z.strictObject({ ...goalRulesInput.shape, warnings: ignoredField }).meta({
  id: 'PanelGoalRulesInput',
  description: 'All of the campaign’s goal rules. Omitted rules are removed.',
});
