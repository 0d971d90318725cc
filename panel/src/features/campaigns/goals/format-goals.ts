import { formatConditions } from '@waypost/contract/conditions/format-conditions.ts';
import type { PanelGoalRule } from '../../../lib/api.ts';
import { formatMoney, formatPercent } from '../../../lib/format-metrics.ts';

type Action = PanelGoalRule['actions'][number];

const senders = { network: 'networks', page: 'pages', both: 'networks and pages' } as const;

/** When a rule holds, as a sentence. */
export function formatRule(
  { conditions }: Pick<PanelGoalRule, 'conditions'>,
  names?: ReadonlyMap<string, string>,
): string {
  return conditions === null
    ? 'Holds for every event.'
    : `Holds where ${formatConditions(conditions, names)}.`;
}

/** What an action makes of an event, as a sentence: whose it takes, what it counts as, brings, costs, and who is told. */
export function formatAction(action: Action, currency: string): string {
  const parts = [
    `${action.isConversion ? 'counts as a conversion' : 'counts as an event, not as a conversion'} from ${senders[action.from]}`,
    formatPayout(action, currency),
    formatCost(action, currency),
    action.storeValue ? 'keeps the amount that came with it' : '',
    formatPostback(action),
  ];
  return `Event ${action.idx} ${parts.filter((part) => part !== '').join(', ')}.`;
}

function formatPayout({ payoutType, payoutFixed, affectsRevenue }: Action, currency: string): string {
  if (payoutType === 'none' || !affectsRevenue) return 'brings no revenue';
  if (payoutType === 'auto') return 'brings the payout that came in';
  return `brings ${formatMoney(payoutFixed ?? 0, currency)}`;
}

function formatCost({ costType, costFixed, costShare, affectsCost }: Action, currency: string): string {
  if (costType === 'none' || !affectsCost) return '';
  if (costType === 'fixed') return `costs ${formatMoney(costFixed ?? 0, currency)}`;
  return `costs ${formatPercent(costShare ?? 0)} of its revenue`;
}

function formatPostback({ postbackEnabled, postbackUrl }: Action): string {
  if (!postbackEnabled) return 'tells nobody';
  return postbackUrl === null || postbackUrl === ''
    ? 'tells the traffic source'
    : 'calls a postback of its own';
}
