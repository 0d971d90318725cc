import { sayConditions } from '@waypost/contract/conditions/say-conditions.ts';
import type { PanelGoalRule } from '../../../lib/api.ts';
import { formatMoney, formatPercent } from '../../../lib/format-metrics.ts';

type Action = PanelGoalRule['actions'][number];

const senders = { network: 'networks', page: 'pages', both: 'networks and pages' } as const;

/** When a rule holds, as a sentence. */
export function sayRule(
  { conditions }: Pick<PanelGoalRule, 'conditions'>,
  names?: ReadonlyMap<string, string>,
): string {
  return conditions === null ? 'Holds for every event.' : `Holds where ${sayConditions(conditions, names)}.`;
}

/** What an action makes of an event, as a sentence: whose it takes, what it counts as, brings, costs, and who is told. */
export function sayAction(action: Action, currency: string): string {
  const parts = [
    `${action.isConversion ? 'counts as a conversion' : 'counts as an event, not as a conversion'} from ${senders[action.from]}`,
    sayPayout(action, currency),
    sayCost(action, currency),
    action.storeValue ? 'keeps the amount that came with it' : '',
    sayPostback(action),
  ];
  return `Event ${action.idx} ${parts.filter((part) => part !== '').join(', ')}.`;
}

function sayPayout({ payoutType, payoutFixed, affectsRevenue }: Action, currency: string): string {
  if (payoutType === 'none' || !affectsRevenue) return 'brings no revenue';
  if (payoutType === 'auto') return 'brings the payout that came in';
  return `brings ${formatMoney(payoutFixed ?? 0, currency)}`;
}

function sayCost({ costType, costFixed, costShare, affectsCost }: Action, currency: string): string {
  if (costType === 'none' || !affectsCost) return '';
  if (costType === 'fixed') return `costs ${formatMoney(costFixed ?? 0, currency)}`;
  return `costs ${formatPercent(costShare ?? 0)} of its revenue`;
}

function sayPostback({ postbackEnabled, postbackUrl }: Action): string {
  if (!postbackEnabled) return 'tells nobody';
  return postbackUrl === null || postbackUrl === ''
    ? 'tells the traffic source'
    : 'calls a postback of its own';
}
