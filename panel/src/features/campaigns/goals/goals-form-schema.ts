import { goalFields, type ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import { panelGoalRulesInput } from '@waypost/contract/goals/goals.ts';
import { actionsMax } from '@waypost/contract/goals/rules-input.ts';
import { defaultPostbackRequest } from '@waypost/contract/postbacks/postback-requests.ts';
import type { PanelGoalRule, VersionedGoalRules } from '../../../lib/api/api.ts';
import {
  noConditions,
  readConditions,
  writeConditions,
  type GroupNode,
} from '../../../lib/conditions/nodes.ts';
import { newKey } from '../../../lib/forms/list-items.ts';
import type { RecordFormSchema } from '../../../lib/forms/record-form-schema.ts';
import { toNumber } from '../../../lib/forms/to-number.ts';
import type { ListedRule } from '../../../ui/rules/rule-card.tsx';
import { formatRule } from './format-goals.ts';

type Action = PanelGoalRule['actions'][number];

/** Form state, in which amounts are strings while they are being typed and unset values are empty strings. */
export type ActionValues = Omit<
  Action,
  'payoutFixed' | 'costFixed' | 'costShare' | 'postbackUrl' | 'postbackBody' | 'postbackSuccessText'
> & {
  key: string;
  payoutFixed: string;
  costFixed: string;
  costShare: string;
  postbackUrl: string;
  postbackBody: string;
  postbackSuccessText: string;
};

export type GoalRuleValues = ListedRule & { conditions: GroupNode; actions: ActionValues[] };
export type GoalsValues = { rules: GoalRuleValues[] };

export const goalsFormSchema: RecordFormSchema<GoalsValues, VersionedGoalRules> = {
  labels: { rules: 'Goal rules' },
  empty: { rules: [] },
  read: ({ rules }) => ({
    rules: rules.map(({ id, label, enabled, conditions, actions }) => ({
      key: id,
      name: label,
      enabled,
      conditions: readConditions(conditions as ConditionTree | null),
      actions: actions.map(readAction),
    })),
  }),
  write: ({ rules }) => ({ rules: rules.map(writeRule) }),
  format: (_, value, names) =>
    (value as GoalRuleValues[])
      .map(
        (rule, at) => `${at + 1}. ${rule.name}${rule.enabled ? '' : ' (off)'}: ${summarizeRule(rule, names)}`,
      )
      .join('\n'),
  schema: panelGoalRulesInput.omit({ warnings: true }),
};

function summarizeRule({ conditions, actions }: GoalRuleValues, names: ReadonlyMap<string, string>): string {
  const labels = actions.map(({ idx, label }) => `event ${idx}, ${label}`).join('; ');
  return `${formatConditionsOf(conditions, names)} ${labels}`;
}

export function formatConditionsOf(conditions: GroupNode, names: ReadonlyMap<string, string>): string {
  return formatRule(
    { conditions: writeConditions(goalFields, conditions) as PanelGoalRule['conditions'] },
    names,
  );
}

function readAction(action: Action): ActionValues {
  const { payoutFixed, costFixed, costShare, postbackUrl } = action;
  return {
    ...action,
    key: String(action.idx),
    payoutFixed: textOf(payoutFixed),
    costFixed: textOf(costFixed),
    costShare: textOf(costShare),
    postbackUrl: postbackUrl ?? '',
    postbackBody: action.postbackBody ?? '',
    postbackSuccessText: action.postbackSuccessText ?? '',
  };
}

function textOf(amount: number | null): string {
  return amount === null ? '' : String(amount);
}

function writeRule({ key, name, enabled, conditions, actions }: GoalRuleValues) {
  return {
    ...(key.startsWith('new-') ? {} : { id: key }),
    label: name,
    enabled,
    conditions: writeConditions(goalFields, conditions),
    actions: actions.map(writeAction),
  };
}

/** Converts an action to the API format. Amounts that are not numbers are kept as strings, which validation rejects. */
export function writeAction(values: ActionValues) {
  const { key: _, ...action } = values;
  const { payoutType, costType, postbackUrl } = action;
  const hasOwnUrl = postbackUrl.trim() !== '';
  return {
    ...action,
    payoutFixed: payoutType === 'fixed' ? toNumber(action.payoutFixed) : null,
    costFixed: costType === 'fixed' ? toNumber(action.costFixed) : null,
    costShare: costType === 'share' ? toNumber(action.costShare) : null,
    // The body and the other request settings apply only if the action has its own URL.
    ...(hasOwnUrl
      ? {
          postbackBody: action.postbackBody === '' ? null : action.postbackBody,
          postbackSuccessText: action.postbackSuccessText === '' ? null : action.postbackSuccessText,
        }
      : defaultPostbackRequest),
    postbackUrl: hasOwnUrl ? postbackUrl : null,
  };
}

export function newGoalRule({ rules }: GoalsValues): GoalRuleValues {
  return {
    key: newKey(),
    name: `Rule ${rules.length + 1}`,
    enabled: true,
    conditions: noConditions,
    actions: [newAction([])],
  };
}

/** Returns an action with the first free event number, or undefined if all numbers are in use. */
export function nextAction(actions: readonly ActionValues[]): ActionValues | undefined {
  return actions.length < actionsMax ? newAction(actions) : undefined;
}

function newAction(actions: readonly ActionValues[]): ActionValues {
  const taken = new Set(actions.map(({ idx }) => idx));
  const free = Array.from({ length: actionsMax }, (_, at) => at + 1).find((idx) => !taken.has(idx));
  return {
    key: newKey(),
    idx: free ?? actionsMax,
    label: free === 1 ? 'Conversion' : `Event ${free}`,
    enabled: true,
    from: 'network',
    isConversion: free === 1,
    payoutType: 'auto',
    payoutFixed: '',
    affectsRevenue: true,
    costType: 'none',
    costFixed: '',
    costShare: '',
    affectsCost: false,
    storeValue: false,
    postbackEnabled: true,
    postbackOn: ['first'],
    postbackUrl: '',
    postbackMethod: 'GET',
    postbackHeaders: [],
    postbackBody: '',
    postbackSuccessText: '',
  };
}
