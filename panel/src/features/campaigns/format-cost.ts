import type { PanelCampaign } from '../../lib/api.ts';
import { formatMoney, formatPercent } from '../../lib/format-metrics.ts';

type Cost = PanelCampaign['cost'];

/** The ways of paying as people choose among them, in the order of how often they are used. */
export const costModes: { value: Cost['mode']; label: string }[] = [
  { value: 'none', label: 'Nothing' },
  { value: 'cpv', label: 'CPV: each visit' },
  { value: 'cpuv', label: 'CPUV: each unique visit' },
  { value: 'cpm', label: 'CPM: 1,000 visits' },
  { value: 'cpa', label: 'CPA: each conversion' },
  { value: 'revshare', label: 'RevShare: a share of the revenue' },
  { value: 'auto', label: 'Auto: what the source says in the link' },
];

/** Whether the way of paying goes with an amount. */
export function hasAmount(mode: Cost['mode']): boolean {
  return mode !== 'none' && mode !== 'auto';
}

/** What traffic costs, as a sentence. */
export function formatCost({ mode, amount }: Cost, currency: string): string {
  const money = formatMoney(amount, currency);
  switch (mode) {
    case 'none':
      return 'The traffic costs nothing.';
    case 'cpv':
      return `Each visit costs ${money}.`;
    case 'cpuv':
      return `Each unique visit costs ${money}.`;
    case 'cpm':
      return `1,000 visits cost ${money}.`;
    case 'cpa':
      return `Each conversion costs ${money}.`;
    case 'revshare':
      return `${formatPercent(amount)} of the revenue is the cost.`;
    case 'auto':
      return 'The source says in the link what each visit costs.';
  }
}
