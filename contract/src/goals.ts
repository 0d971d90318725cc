import { z } from 'zod';
import { conditionTree } from './conditions.ts';
import { actionSenders, actionsMax, costTypes, goalRulesInput, payoutTypes } from './goals/rules-input.ts';
import { shownPostbackRequest } from './postback-requests.ts';
import { postbackOccasions } from './postbacks.ts';
import { ignoredField } from './records.ts';
import { versionNumber } from './versions.ts';

export * from './goals/rules-input.ts';

const publicAction = z
  .strictObject({
    idx: z
      .int()
      .min(1)
      .max(actionsMax)
      .meta({ description: 'Names the metrics it is counted in: event1, revenue1, cost1 and value1 for 1.' }),
    label: z.string(),
    enabled: z.boolean(),
    payoutType: z.enum(payoutTypes).meta({ description: 'The amount that came in, the fixed one, or none.' }),
    payoutFixed: z.number().nullable(),
    costType: z
      .enum(costTypes)
      .meta({ description: 'None, the fixed amount, or a share of the revenue from 0 to 1.' }),
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

/** What is set in the panel besides: the public answer is promised to others as it is. */
export const goalAction = z
  .strictObject({
    ...publicAction.shape,
    postbackUrl: z.string().nullable().meta({
      description: 'Called in place of the campaign’s and the source’s own; without one, theirs are.',
    }),
    storeValue: z.boolean().meta({
      description: 'Whether the amount that came in is kept besides, in the metric value1 for event 1.',
    }),
    isConversion: z
      .boolean()
      .meta({ description: 'Whether it is a conversion; otherwise it is counted as an event only.' }),
    affectsCost: z.boolean().meta({ description: 'Whether its cost is part of the cost in reports.' }),
    affectsRevenue: z
      .boolean()
      .meta({ description: 'Whether its payout is part of the revenue in reports.' }),
    from: z
      .enum(actionSenders)
      .meta({ description: 'Whose events it takes: those of networks, of pages, or of both.' }),
    postbackOn: z.array(z.enum(postbackOccasions)).meta({
      description:
        'When the action calls the source: when its event first counts, when the conversion gets one of these statuses, at each later change of status or amount.',
    }),
    ...shownPostbackRequest,
  })
  .meta({ id: 'PanelGoalAction' });
export type GoalAction = z.infer<typeof goalAction>;

/** Checked in full where it was written; here it is only known to be an object. */
const shownConditions: z.ZodType<Record<string, unknown>> = conditionTree;

const publicRule = z
  .strictObject({
    id: z.uuid(),
    priority: z.int().meta({ description: 'The lowest is asked first.' }),
    enabled: z.boolean(),
    label: z.string(),
    conditions: shownConditions.nullable().meta({ description: 'Null: the rule holds for every event.' }),
    actions: z.array(publicAction),
  })
  .meta({ id: 'GoalRule', description: 'What incoming events of a campaign mean.' });

/** The fields of actions that others were promised. */
export const publicActionFields = Object.keys(publicAction.shape) as (keyof typeof publicAction.shape)[];

/** What the incoming events of a campaign mean, as `GET /campaigns/{id}/goals` shows it. */
export const publicGoalRules = z.strictObject({ rules: z.array(publicRule) }).meta({ id: 'GoalRules' });
export type PublicGoalRules = z.infer<typeof publicGoalRules>;
export type PublicGoalAction = z.infer<typeof publicAction>;

const goalRule = z
  .strictObject({ ...publicRule.shape, actions: z.array(goalAction) })
  .meta({ id: 'PanelGoalRule', description: 'What incoming events of a campaign mean.' });
export type GoalRule = z.infer<typeof goalRule>;
export type GoalRules = { rules: GoalRule[] };

/** All of it with the version of the campaign that they are of, as the panel reads and saves them. */
export const versionedGoalRules = z
  .strictObject({ version: versionNumber, rules: z.array(goalRule) })
  .meta({ id: 'VersionedGoalRules' });
export type VersionedGoalRules = z.infer<typeof versionedGoalRules>;

export const panelGoalRulesInput = z.strictObject({ ...goalRulesInput.shape, warnings: ignoredField }).meta({
  id: 'PanelGoalRulesInput',
  description: 'In the shape of their read; what is left out of it is removed.',
});
