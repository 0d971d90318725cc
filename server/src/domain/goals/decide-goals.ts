import type { ConditionTree } from '@waypost/contract/conditions.ts';
import type { GoalAction, GoalRule } from '@waypost/contract/goals.ts';
import {
  compileConditions,
  evaluate,
  type CompiledConditions,
  type CompileOptions,
  type ConditionFacts,
} from '../conditions/index.ts';

/** An action as it runs: its amounts as decimal texts. */
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

/** Who reports an event: a network, or a file in its name; or a page, for which anybody can speak. */
type Sender = Exclude<GoalAction['from'], 'both'>;

type LoadedRule = {
  /** Null for the rule that campaigns without any have. */
  id: string | null;
  holds: CompiledConditions;
  /** Only those that are switched on. */
  actions: readonly LoadedAction[];
  /** For whose events there is an action, switched on or not; others do not ask the rule. */
  senders: ReadonlySet<Sender>;
};

export type Goals = { rules: readonly LoadedRule[] };

/** A campaign without rules: every event of a network is event 1, a conversion with the payout that came in. */
const builtIn: LoadedRule = {
  id: null,
  holds: () => true,
  actions: [
    {
      idx: 1,
      label: 'Conversion',
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

/** Compiles the goal rules of a campaign, once for each version. Rules that are all switched off are still rules. */
export function loadGoals(rules: readonly GoalRule[], options: CompileOptions): Goals {
  if (rules.length === 0) return { rules: [builtIn] };
  const loaded = rules
    .filter(({ enabled }) => enabled)
    .toSorted((one, other) => one.priority - other.priority)
    .map(({ id, conditions, actions }) => ({
      id,
      holds: compileConditions(conditions as ConditionTree | null, options),
      actions: actions.filter(({ enabled }) => enabled).map(loadAction),
      senders: new Set(senders.filter((sender) => actions.some((action) => isTaken(action, sender)))),
    }));
  return { rules: loaded };
}

const senders: readonly Sender[] = ['network', 'page'];

function isTaken({ from }: Pick<GoalAction, 'from'>, sender: Sender): boolean {
  return from === sender || from === 'both';
}

/** The first rule for this sender that holds, with the actions that take its events; undefined where none does. */
export function decideGoals(
  { rules }: Goals,
  facts: ConditionFacts,
  sender: Sender,
): Pick<LoadedRule, 'id' | 'actions'> | undefined {
  const rule = rules.find((one) => one.senders.has(sender) && evaluate(one.holds, facts));
  return rule && { id: rule.id, actions: rule.actions.filter((action) => isTaken(action, sender)) };
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

/** Exact: at most 6 decimals and 15 digits in all, which JavaScript writes without an exponent. */
function toDecimal(amount: number | null): string {
  return amount === null ? '0' : String(amount);
}
