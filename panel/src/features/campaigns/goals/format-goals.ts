import { formatConditions } from '@waypost/contract/conditions/format-conditions.ts';
import type { PanelGoalRule } from '../../../lib/api/api.ts';
import { formatMoney, formatPercent } from '../../../lib/format/format-metrics.ts';

type Action = PanelGoalRule['actions'][number];

const senders = {
  network: 'networks',
  page: 'the tracking script',
  both: 'networks and the tracking script',
};

export function formatRule(
  { conditions }: Pick<PanelGoalRule, 'conditions'>,
  names?: ReadonlyMap<string, string>,
): string {
  return conditions === null
    ? 'Matches every postback.'
    : `Matches if ${formatConditions(conditions, names)}.`;
}

export function formatAction(action: Action, currency: string): string {
  const parts = [
    `${action.isConversion ? 'conversion' : 'custom event'} from ${senders[action.from]}`,
    formatPayout(action, currency),
    formatCost(action, currency),
    action.storeValue ? 'stores the amount' : '',
    formatPostback(action),
  ];
  return `Event ${action.idx}, ${parts.filter((part) => part !== '').join(', ')}.`;
}

function formatPayout({ payoutType, payoutFixed, affectsRevenue }: Action, currency: string): string {
  if (payoutType === 'none' || !affectsRevenue) return 'no revenue';
  if (payoutType === 'auto') return 'payout from the postback';
  return `payout ${formatMoney(payoutFixed ?? 0, currency)}`;
}

function formatCost({ costType, costFixed, costShare, affectsCost }: Action, currency: string): string {
  if (costType === 'none' || !affectsCost) return '';
  if (costType === 'fixed') return `cost ${formatMoney(costFixed ?? 0, currency)}`;
  return `cost ${formatPercent(costShare ?? 0)} of revenue`;
}

function formatPostback({ postbackEnabled, postbackUrl }: Action): string {
  if (!postbackEnabled) return 'no postback';
  return postbackUrl === null || postbackUrl === ''
    ? 'postback to the traffic source'
    : 'postback to a custom URL';
}
