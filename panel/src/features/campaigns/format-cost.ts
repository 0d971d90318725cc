import type { PanelCampaign } from '../../lib/api/api.ts';
import { formatMoney, formatPercent } from '../../lib/format/format-metrics.ts';

type Cost = PanelCampaign['cost'];

export const costModes: { value: Cost['mode']; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'cpv', label: 'CPV (per visit)' },
  { value: 'cpuv', label: 'CPUV (per unique visit)' },
  { value: 'cpm', label: 'CPM (per 1,000 visits)' },
  { value: 'cpa', label: 'CPA (per conversion)' },
  { value: 'revshare', label: 'Revenue share' },
  { value: 'auto', label: 'Auto (from the campaign link)' },
];

export function hasAmount(mode: Cost['mode']): boolean {
  return mode !== 'none' && mode !== 'auto';
}

export function formatCost({ mode, amount }: Cost, currency: string): string {
  const money = formatMoney(amount, currency);
  switch (mode) {
    case 'none':
      return 'No cost tracking';
    case 'cpv':
      return `${money} per visit (CPV)`;
    case 'cpuv':
      return `${money} per unique visit (CPUV)`;
    case 'cpm':
      return `${money} per 1,000 visits (CPM)`;
    case 'cpa':
      return `${money} per conversion (CPA)`;
    case 'revshare':
      return `${formatPercent(amount)} of revenue`;
    case 'auto':
      return 'From the campaign link (auto)';
  }
}
