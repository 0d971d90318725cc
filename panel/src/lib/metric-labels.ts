import { metricIds, reportMetrics, writeFormula, type MetricId } from '@waypost/contract/report-metrics.ts';

/** Labels in table headers. The label of a custom event metric is its ID. */
const labels: Readonly<Partial<Record<MetricId, string>>> = {
  visits: 'Visits',
  uniqueVisits: 'Unique visits',
  botVisits: 'Bot visits',
  prefetchVisits: 'Prefetch visits',
  lpviews: 'LP views',
  lpclicks: 'LP clicks',
  uniqueLpclicks: 'Unique LP clicks',
  conversions: 'Conversions',
  conversionsHold: 'On hold',
  conversionsApproved: 'Approved',
  conversionsRefunded: 'Refunded',
  conversionsRejected: 'Rejected',
  conversionsAll: 'All conversions',
  approveRate: 'Approval rate',
  cost: 'Cost',
  revenue: 'Revenue',
  revenueHold: 'Revenue on hold',
  revenueApproved: 'Revenue approved',
  profit: 'Profit',
  roi: 'ROI',
  roas: 'ROAS',
  ctr: 'LP CTR',
  cr: 'CR',
  lpcr: 'LP CR',
  epv: 'EPV',
  epc: 'EPC',
  cpv: 'CPV',
  cpc: 'CPC',
  cpa: 'CPA',
  aov: 'AOV',
};

export const listedMetrics = metricIds.filter((id) => labels[id] !== undefined);

export function metricLabel(id: MetricId): string {
  return labels[id] ?? id;
}

export function explainMetric(id: MetricId): string {
  const { sentence, formula } = reportMetrics[id];
  const isMade = formula.type !== 'sum' && formula.type !== 'visitsWith';
  return isMade ? `${sentence}: ${writeFormula(id)}.` : `${sentence}.`;
}
