export {
  comparisons,
  isComparisonName,
  comparedDays,
  comparedPeriod,
  periodBefore,
  clockIn,
  daysIn,
  shiftDay,
  type Period,
} from '@waypost/contract/reports/period-before.ts';
