export {
  noNumber,
  formatMetric,
  formatMoney,
  formatPercent,
  describeChange,
} from '@waypost/contract/reports/format-metrics.ts';
