import type { ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import type { GoalAction, GoalRule } from '@waypost/contract/goals/goals.ts';
import {
  compileConditions,
  evaluate,
  type CompiledConditions,
  type CompileOptions,
  type ConditionFacts,
} from '../conditions/index.ts';

export type LoadedAction = Pick<
  GoalAction,
  | 'idx'
  | 'label'
  | 'payoutType'
  | 'costType'
  | 'storeValue'
  | 'isConversion'
  | 'affectsCost'
  | 'affectsRevenue'
  | 'from'
> & { payoutFixed: string; costFixed: string; costShare: string };

// Sender of an event: a network (or a file with the network's events), or a page, whose events anyone can forge.
type Sender = Exclude<GoalAction['from'], 'both'>;

type LoadedRule = {
  id: string | null;
  matches: CompiledConditions;
  actions: readonly LoadedAction[];
  /**
   * Senders that at least one action of the rule accepts, even if the action is disabled. The rule is skipped for
   * events from other senders.
   */
  senders: ReadonlySet<Sender>;
};

export type Goals = { rules: readonly LoadedRule[] };

export const actionWithoutRules = { idx: 1, label: 'Conversion' };

// Rule for campaigns without rules: every network event is conversion 1 with the payout that was sent.
const builtIn: LoadedRule = {
  id: null,
  matches: () => true,
  actions: [
    {
      ...actionWithoutRules,
      payoutType: 'auto',
      payoutFixed: '0',
      costType: 'none',
      costFixed: '0',
      costShare: '0',
      storeValue: false,
      isConversion: true,
      affectsCost: false,
      affectsRevenue: true,
      from: 'network',
    },
  ],
  senders: new Set(['network']),
};

/**
 * Compiles the goal rules of a campaign once per version. The built-in rule applies only if there are no rules at all,
 * not if all rules are disabled.
 */
export function loadGoals(rules: readonly GoalRule[], options: CompileOptions): Goals {
  if (rules.length === 0) return { rules: [builtIn] };
  const loaded = rules
    .filter(({ enabled }) => enabled)
    .toSorted((one, other) => one.priority - other.priority)
    .map(({ id, conditions, actions }) => ({
      id,
      matches: compileConditions(conditions as ConditionTree | null, options),
      actions: actions.filter(({ enabled }) => enabled).map(loadAction),
      senders: new Set(senders.filter((sender) => actions.some((action) => accepts(action, sender)))),
    }));
  return { rules: loaded };
}

const senders: readonly Sender[] = ['network', 'page'];

function accepts({ from }: Pick<GoalAction, 'from'>, sender: Sender): boolean {
  return from === sender || from === 'both';
}

/** Returns the first matching rule that accepts events from the sender, with the actions that accept them. */
export function decideGoals(
  { rules }: Goals,
  facts: ConditionFacts,
  sender: Sender,
): Pick<LoadedRule, 'id' | 'actions'> | undefined {
  const rule = rules.find((one) => one.senders.has(sender) && evaluate(one.matches, facts));
  return rule && { id: rule.id, actions: rule.actions.filter((action) => accepts(action, sender)) };
}

function loadAction(action: GoalAction): LoadedAction {
  const { idx, label, payoutType, costType, storeValue, isConversion, affectsCost, affectsRevenue, from } =
    action;
  return {
    idx,
    label,
    payoutType,
    payoutFixed: toDecimal(action.payoutFixed),
    costType,
    costFixed: toDecimal(action.costFixed),
    costShare: toDecimal(action.costShare),
    storeValue,
    isConversion,
    affectsCost,
    affectsRevenue,
    from,
  };
}

// Writes an amount as decimal text. The result is exact: amounts have at most 15 digits and 6 decimals, and JavaScript
// writes such numbers without an exponent.
function toDecimal(amount: number | null): string {
  return amount === null ? '0' : String(amount);
}
