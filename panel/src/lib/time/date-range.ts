export {
  namedRanges,
  isRangeName,
  readRange,
  writeRange,
  dayIn,
  formatRange,
  formatDay,
  formatDays,
  type RangeName,
} from '@waypost/contract/reports/date-range.ts';
